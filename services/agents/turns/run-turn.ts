import { z } from 'zod'
import type { Agent } from '../../../kernel/agents/define-agent.ts'
import { inputSchemaOf, type Tool, type ToolContext } from '../../../kernel/agents/define-tool.ts'
import type { ModelAlias } from '../../../kernel/llm/aliases.ts'
import { modelNameOf } from '../../../kernel/llm/aliases.ts'
import { askWithLess } from '../../../kernel/llm/ask-with-less.ts'
import type { ChatMessage, Completion, CompletionRequest, FinishReason, Llm, ToolCall } from '../../../kernel/llm/llm.ts'
import { lessOf } from './less-of.ts'
import {
  type EndReason,
  type ModelStep,
  modelStepSchema,
  sumOfCost,
  sumOfUsage,
  type ToolStep,
  type TurnResult,
  type TurnStep,
  toolStepSchema,
} from './turn-result.ts'
import { failure, namedTool, readArguments, unknownTool, useTool } from './use-tool.ts'

/** Calls of the model in one turn of a user. */
export const MOST_MODEL_TURNS = 8
/** Calls of tools that one model turn may ask for. */
const MOST_CALLS = 16

/** What of a turn outlasts its process, where it waits for a person; else it is kept for as long as the turn lasts. */
export interface TurnStore {
  once<S extends z.ZodType>(key: string, schema: S, make: () => Promise<z.input<S>>): Promise<z.output<S>>
  /** What a person decided about a call. Throws where nobody has yet. */
  decision(key: string, about: WriteCall): Promise<'approved' | 'rejected'>
}

/** A call that changes something, as a person is asked about it. */
export interface WriteCall {
  readonly tool: string
  readonly input: unknown
}

/** Told while the turn goes on. */
export interface TurnListener {
  onText(text: string): void
  onToolCall(call: { toolCallId: string; toolName: string }): void
  onToolResult(result: { toolCallId: string; success: boolean }): void
  /** All has been told; gives whether the content safety check stopped the answer. */
  onEnd(): Promise<boolean>
}

export interface TurnParts {
  readonly agent: Agent
  /** Those that the agent has and the caller may use. */
  readonly tools: readonly Tool[]
  readonly alias: ModelAlias
  readonly messages: readonly ChatMessage[]
  readonly llm: Llm
  readonly tool: ToolContext
  readonly store: TurnStore
  /** Present where the answer is told as it comes. */
  readonly listener?: TurnListener
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The model and the tools in turn until the model answers. Rejects where the model fails, and where a call waits for a person. */
export async function runTurn(parts: TurnParts): Promise<Omit<TurnResult, 'object'>> {
  const {
    agent,
    alias,
    store,
    listener,
    tool: { signal },
  } = parts
  const steps: TurnStep[] = []
  const said: ChatMessage[] = [...parts.messages]
  const models: ModelStep[] = []
  const ids = new Set<string>()
  for (let n = 0; ; n++) {
    signal.throwIfAborted()
    const key = `model/${n}`
    const step = await store.once(key, modelStepSchema, () => askModel(parts, said))
    models.push(step)
    steps.push({ key, model: step })
    const end = endOf(step)
    const text = models
      .map((model) => model.text)
      .filter((part) => part.trim() !== '')
      .join('\n\n')
    const wants = step.finishReason !== 'length' && step.toolCalls.length > 0
    if (!wants || n === MOST_MODEL_TURNS - 1) {
      const cost = sumOfCost(models.map((model) => model.cost))
      const reason: EndReason = wants ? 'tool-calls' : end
      const usage = sumOfUsage(models.map((model) => model.usage))
      return { text, finishReason: reason, usage, ...(cost ? { cost } : {}), model: modelNameOf(alias), steps }
    }
    if (step.text.trim() !== '') listener?.onText('\n\n')
    const calls = step.toolCalls.map((call) => ({ ...call, id: uniqueId(call.id, ids) }))
    said.push({ role: 'assistant', content: step.text, toolCalls: calls })
    const results = await runCalls(parts, calls, n)
    for (const [i, call] of calls.entries()) {
      const result = results[i] ?? failure('internal', 'the call was not carried out')
      steps.push({ key: `tool/${n}/${i}`, name: call.name, tool: result })
      said.push({ role: 'tool', toolCallId: call.id, content: result.content })
    }
    void agent
  }
}

function uniqueId(id: string, known: Set<string>): string {
  let unique = id
  for (let n = 2; known.has(unique); n++) unique = `${id}-${n}`
  known.add(unique)
  return unique
}

async function askModel(
  { agent, tools, alias, llm, tool: { signal }, listener, parameters }: TurnParts,
  messages: readonly ChatMessage[],
): Promise<ModelStep> {
  const request: CompletionRequest = {
    messages,
    model: modelNameOf(alias),
    alias: alias.alias,
    step: 'agent',
    n: 1,
    parameters,
    signal,
    ...(tools.length > 0 ? { tools: tools.map(toolOf) } : {}),
    ...(agent.output ? { responseFormat: { name: 'answer', schema: outputSchemaOf(agent.output), strict: false } } : {}),
  }
  const ask = async (asked: CompletionRequest) =>
    stepOf(listener ? await llm.stream(asked, (token) => listener.onText(token)) : await llm.complete(asked))
  return askWithLess(request, ask, (asked) => {
    const less = lessOf(asked.messages)
    return less && { ...asked, messages: less }
  })
}

const toolOf = (tool: Tool) => ({ name: tool.id, description: tool.description, parameters: inputSchemaOf(tool) as never })

const outputSchemaOf = (output: z.ZodType) => {
  const { $schema: _, ...schema } = z.toJSONSchema(output, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
  return schema as never
}

const stepOf = ({ texts, toolCalls = [], finishReason, usage, cost }: Completion): ModelStep => ({
  text: texts[0] ?? '',
  toolCalls: toolCalls.slice(0, 2 * MOST_CALLS).map(({ id, name, arguments: args }) => ({ id, name, arguments: args })),
  finishReason,
  ...(usage ? { usage } : {}),
  ...(cost ? { cost } : {}),
})

const ENDS: Readonly<Record<FinishReason, EndReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  content_filter: 'content-filter',
  refusal: 'content-filter',
  unknown: 'stop',
}
const endOf = ({ finishReason, toolCalls }: ModelStep): EndReason =>
  finishReason === 'tool_calls' && toolCalls.length === 0 ? 'stop' : ENDS[finishReason]

/** Calls that read go side by side; those that change something come after them, one by one, each when a person has allowed it. */
async function runCalls(parts: TurnParts, calls: readonly ToolCall[], n: number): Promise<ToolStep[]> {
  const { listener, store } = parts
  const results: ToolStep[] = []
  const plans = calls.map((call, i) => ({ call, i, key: `tool/${n}/${i}`, ...planOf(parts, call, i) }))
  const settle = (call: ToolCall, i: number, result: ToolStep) => {
    results[i] = result
    listener?.onToolResult({ toolCallId: call.id, success: result.ok })
  }
  for (const { call } of plans) listener?.onToolCall({ toolCallId: call.id, toolName: call.name })
  const make = ({ call, key, tool, input }: Required<Pick<Plan, 'tool' | 'input'>> & { call: ToolCall; key: string }) =>
    store.once(key, toolStepSchema, () => useTool(tool, parts.tool, input, call))
  const reads = plans.filter((plan) => plan.refused || !plan.asks)
  const ended = await Promise.allSettled(
    reads.map(async ({ call, i, key, tool, input, refused }) =>
      settle(call, i, refused ?? (await make({ call, key, tool: tool!, input }))),
    ),
  )
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  for (const { call, i, key, tool, input } of plans.filter((plan) => !plan.refused && plan.asks)) {
    const decided = await store.decision(key, { tool: tool!.id, input })
    if (decided === 'approved') settle(call, i, await make({ call, key, tool: tool!, input }))
    else settle(call, i, failure('rejected', 'a person did not allow this call; do not try it again'))
  }
  return results
}

interface Plan {
  readonly tool?: Tool
  readonly input?: unknown
  readonly refused?: ToolStep
  /** Waits for a person. */
  readonly asks: boolean
}

function planOf({ agent, tools }: TurnParts, call: ToolCall, i: number): Plan {
  if (i >= MOST_CALLS) return { refused: failure('too_many_calls', `at most ${MOST_CALLS} tools at once`), asks: false }
  const tool = namedTool(tools, call.name)
  if (!tool) return { refused: unknownTool(call.name, tools), asks: false }
  const read = readArguments(tool, call)
  if ('refused' in read) return { refused: read.refused, asks: false }
  return { tool, input: read.input, asks: tool.effect === 'write' && !agent.approved?.includes(tool.id) }
}
