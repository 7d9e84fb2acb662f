import { callTool, checkInput, issuesInWords, mayUse } from '../../../kernel/agents/call-tool.ts'
import type { Tool, ToolContext } from '../../../kernel/agents/define-tool.ts'
import { parseJson } from '../../../kernel/http/body/parse-json.ts'
import { toApiError } from '../../../kernel/http/reply/to-api-error.ts'
import type { ToolCall } from '../../../kernel/llm/llm.ts'
import { messageOf } from '../../../kernel/runtime/errors.ts'
import { beginWork } from '../../../kernel/runtime/trace.ts'
import type { ToolStep } from './turn-result.ts'

/** Characters of a result that a model is told; a longer one is cut, and says so. */
const MOST_RESULT = 24_000

/** A tool that the model named: of the agent's tools, by id or slug. */
export const namedTool = (tools: readonly Tool[], name: string): Tool | undefined =>
  tools.find(({ id }) => id === name) ?? tools.find(({ slug }) => slug === name)

/** The arguments as the tool takes them, or why they are none. */
export function readArguments(tool: Tool, call: ToolCall): { input: unknown } | { refused: ToolStep } {
  let given: unknown
  try {
    given = parseJson(call.arguments || '{}', { name: 'the text of the arguments' })
  } catch (error) {
    return { refused: failure('invalid_arguments', messageOf(error)) }
  }
  const checked = checkInput(tool, given ?? {})
  if (checked.issues)
    return { refused: failure('invalid_arguments', issuesInWords(checked.issues), { issues: checked.issues.slice(0, 10) }) }
  return { input: checked.input }
}

export const unknownTool = (name: string, tools: readonly Tool[]): ToolStep =>
  failure('unknown_tool', `there is no tool named ${name.slice(0, 100)}; the tools are ${tools.map(({ id }) => id).join(', ') || 'none'}`)

/** Calls a tool and gives what the model is told. Rejects only when nobody waits for the turn any more. */
export async function useTool(tool: Tool, ctx: ToolContext, input: unknown, call: ToolCall): Promise<ToolStep> {
  const work = beginWork(`execute_tool ${tool.id}`, {
    ...(ctx.cause.traceparent ? { parent: ctx.cause.traceparent } : {}),
    kind: 'INTERNAL',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool.id,
      'gen_ai.tool.description': tool.description,
      'gen_ai.tool.call.id': call.id,
      'gen_ai.tool.type': 'function',
    },
  })
  try {
    if (!mayUse(tool, ctx)) throw new Error('unreachable: tools that the caller may not use are not offered')
    const made = await callTool(tool, ctx, input)
    work.end()
    return { ok: true, content: bounded(JSON.stringify(made ?? null)) }
  } catch (error) {
    work.end(error)
    ctx.signal.throwIfAborted()
    const known = toApiError(error)
    if (known.code === 'internal') ctx.log.error({ err: error, tool: tool.id }, 'a tool failed')
    return failure(known.code, known.message)
  }
}

export const failure = (code: string, message: string, more: Record<string, unknown> = {}): ToolStep => ({
  ok: false,
  content: JSON.stringify({ error: { code, message: message.slice(0, 2_000).toWellFormed(), ...more } }),
})

const bounded = (text: string): string =>
  text.length <= MOST_RESULT
    ? text
    : `${text.slice(0, MOST_RESULT).toWellFormed()} … (cut: ${text.length - MOST_RESULT} more characters; ask for less at once)`
