import { issuesInWords, issuesOf } from '../../../kernel/agents/call-tool.ts'
import type { Agent } from '../../../kernel/agents/define-agent.ts'
import { modelNameOf } from '../../../kernel/llm/aliases.ts'
import type { ChatMessage } from '../../../kernel/llm/llm.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { type Moderator, moderatorOf, REFUSAL } from '../moderation/moderator.ts'
import type { TurnParts } from './run-turn.ts'
import { modelStepSchema, sumOfCost, type TurnResult } from './turn-result.ts'

type Told = Omit<TurnResult, 'object'>

/** The answer in its form, and past the content safety check. `moderate` absent: as the environment says. */
export async function finishTurn(parts: TurnParts, told: Told, moderate?: Moderator | null): Promise<TurnResult> {
  const { tool } = parts
  const formed = parts.agent.output && told.finishReason === 'stop' ? await inForm(parts, parts.agent.output, told) : told
  return passed(formed, moderate === undefined ? moderatorOf(tool.edge.env, tool.log) : moderate, tool.signal)
}

/** The answer, or a refusal in its place where the content safety check flags it. */
export async function passed(result: TurnResult, moderate: Moderator | null | undefined, signal: AbortSignal): Promise<TurnResult> {
  return (await moderate?.(asRead(result), signal)) ? withheld(result) : result
}

/** The words as their reader has them: JSON may spell them in codes. */
const asRead = ({ text, object }: TurnResult): string =>
  object === undefined ? text : text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The steps keep what the model said, for the people who may read the run; the answer does not. */
export const withheld = ({ object: _, ...result }: TurnResult): TurnResult => ({ ...result, text: REFUSAL, finishReason: 'content-filter' })

/** The answer as JSON of the agent's form; one that is not is asked for once more. ApiError upstream_failed. */
async function inForm(parts: TurnParts, output: NonNullable<Agent['output']>, told: Told): Promise<TurnResult> {
  const last = told.steps.findLast(({ model }) => model)?.model?.text ?? told.text
  const read = readForm(output, last)
  if ('object' in read) return { ...told, text: last, object: read.object }
  const messages: ChatMessage[] = [
    ...parts.messages,
    { role: 'assistant', content: last },
    { role: 'user', content: `Your answer is not of the form that is asked for: ${read.fault}. Reply with the JSON alone.` },
  ]
  const { alias, llm, parameters, tool } = parts
  const again = await parts.store.once('form', modelStepSchema, async () => {
    const { texts, finishReason, usage, cost } = await llm.complete({
      ...{ messages, model: modelNameOf(alias), alias: alias.alias, step: 'agent', n: 1, parameters, signal: tool.signal },
    })
    return { text: texts[0] ?? '', toolCalls: [], finishReason, ...(usage ? { usage } : {}), ...(cost ? { cost } : {}) }
  })
  const second = readForm(output, again.text)
  if (!('object' in second))
    throw new ApiError('upstream_failed', `The model gave no answer of the form that is asked for: ${second.fault}.`)
  const cost = sumOfCost([told.cost, again.cost])
  return {
    ...told,
    text: again.text,
    object: second.object,
    usage: {
      promptTokens: told.usage.promptTokens + (again.usage?.prompt ?? 0),
      completionTokens: told.usage.completionTokens + (again.usage?.completion ?? 0),
    },
    ...(cost ? { cost } : {}),
    steps: [...told.steps, { key: 'form', model: again }],
  }
}

function readForm(output: NonNullable<Agent['output']>, text: string): { object: unknown } | { fault: string } {
  // models like to put JSON into a fence
  const bare = /```(?:json)?([\s\S]*?)```/.exec(text)?.[1] ?? text
  let given: unknown
  try {
    given = JSON.parse(bare)
  } catch {
    return { fault: 'it is no JSON' }
  }
  const parsed = output.safeParse(given)
  return parsed.success ? { object: parsed.data } : { fault: issuesInWords(issuesOf(parsed.error, given)) }
}
