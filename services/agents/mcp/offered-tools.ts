import { callTool, checkInput, issuesInWords } from '../../../kernel/agents/call-tool.ts'
import { inputSchemaOf, type Tool, type ToolContext } from '../../../kernel/agents/define-tool.ts'
import { titleOf } from '../../../kernel/agents/domains.ts'
import { toApiError } from '../../../kernel/http/reply/to-api-error.ts'
import { messageOf } from '../../../kernel/runtime/errors.ts'

/** Tools as MCP lists them, in order of id. What each gives is told by its text: output schemas would make the list several times as long. */
export const listedTools = (tools: readonly Tool[]) =>
  tools.map((tool) => ({
    name: tool.id,
    title: titleOf(tool),
    description: tool.description,
    inputSchema: inputSchemaOf(tool) as { type: 'object'; [key: string]: unknown },
    annotations: { readOnlyHint: tool.effect === 'read', destructiveHint: tool.effect === 'write', openWorldHint: false },
  }))

/** As the protocol has it. */
export type ToolReply = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: true
}

const failure = (text: string): ToolReply => ({ content: [{ type: 'text', text }], isError: true })

/** Calls a tool as HTTP does. What fails is a result that says so, which a model can read and put right. */
export async function callOffered(tool: Tool, ctx: ToolContext, given: unknown): Promise<ToolReply> {
  const checked = checkInput(tool, given ?? {})
  if (checked.issues) return failure(`${tool.id}: ${issuesInWords(checked.issues)}`)
  try {
    const made = await callTool(tool, ctx, checked.input)
    const text = JSON.stringify(made ?? null)
    const isObject = typeof made === 'object' && made !== null && !Array.isArray(made)
    return { content: [{ type: 'text', text }], ...(isObject ? { structuredContent: { ...made } } : {}) }
  } catch (error) {
    if (ctx.signal.aborted) return failure('cancelled')
    const { status, message, code } = toApiError(error)
    if (status >= 500) ctx.log.warn({ tool: tool.id, error: messageOf(error) }, 'a tool failed')
    return failure(`${code}: ${message}`)
  }
}
