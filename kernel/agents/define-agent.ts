import type { z } from 'zod'
import type { Passage } from '../llm/llm.ts'
import { checkNamed, type Named } from './domains.ts'

/** What an agent does without a model: it has its tools, and words that it makes of their results. */
export interface UnaidedTurn {
  /** The last words of the user. */
  readonly question: string
  /** Calls a tool of the agent that reads; rejects as the tool does. */
  use(tool: string, input: unknown): Promise<unknown>
  /** What these passages say to the question (or to `asked`), in their own sentences, each with the marker [k] of its passage. */
  read(passages: readonly Passage[], asked?: string): Promise<string>
}

/**
 * Somebody who answers by a model with tools. One file each, `services/agents/domains/<domain>/agents/<slug>.ts`, or in the folder of the
 * family that it belongs to, named in `agents` of its `Service`.
 */
export interface AgentDefinition<Output extends z.ZodType = z.ZodType> extends Named {
  /** Alias of config.yaml; `default` when absent. */
  readonly model?: string
  /** The system prompt, unless the prompt repository has one under the agent's reference. */
  readonly prompt: string
  /** Its name in the prompt repository; `agent-ID` when absent. */
  readonly promptName?: string
  /** Ids of tools, of any service. One that no service of this installation offers is left out. */
  readonly tools: readonly string[]
  /** Tools that change something and wait for no approval; all others that do, wait. */
  readonly approved?: readonly string[]
  /** The form of the final answer; text when absent. The reply then has `object` beside `text`. */
  readonly output?: Output
  /** Tokens of one model turn. */
  readonly maxTokens?: number
  /** One sentence on what `unaided` does, for docs/reference/agents-and-tools.md. */
  readonly withoutModel?: string
  /** Answers where no model is configured. Absent: the agent then says that it cannot. */
  readonly unaided?: (turn: UnaidedTurn) => Promise<string>
}
export type Agent = AgentDefinition

/** Under which name the prompt repository may hold another prompt for the agent. */
export const promptNameOf = ({ id, promptName }: Pick<Agent, 'id' | 'promptName'>): string => promptName ?? `agent-${id}`

/** Checks an agent's names. Throws an Error that names what is wrong. */
export function defineAgent<Output extends z.ZodType = z.ZodType>(definition: AgentDefinition<Output>): Agent {
  checkNamed(definition, 'agent')
  return definition as unknown as Agent
}
