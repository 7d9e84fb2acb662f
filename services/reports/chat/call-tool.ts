import { z } from 'zod'
import type { ToolCall } from '../../../kernel/llm/llm.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import type { ReadPorts } from '../stored/read-reports.ts'
import type { Report } from '../stored/report.ts'
import { reviewTools } from './review-tools.ts'
import type { ReviewTool } from './tools.ts'

/** What a tool's result may put into a prompt, in characters. */
const MOST_SHOWN = 24_000
const MOST_ARGUMENTS = 10_000

export interface ToolEnd {
  readonly success: boolean
  /** In a few words, for people. */
  readonly summary: string
  /** Absent where it failed. */
  readonly result?: object
  /** What the model is told. */
  readonly content: string
}

export const toolNamed = (name: string): ReviewTool | undefined => reviewTools.find((tool) => tool.name === name.replaceAll('_', '-'))

/** Runs a call as the model wrote it. Whatever goes wrong with it is told to the model, which may try again. */
export async function callTool(
  ports: ReadPorts,
  report: Report,
  { name, arguments: written }: Pick<ToolCall, 'name' | 'arguments'>,
  log: Logger,
): Promise<ToolEnd> {
  const tool = toolNamed(name)
  if (!tool) return failed(`there is no tool ${name.slice(0, 64)}; known are ${reviewTools.map((t) => t.name).join(', ')}`)
  try {
    const result = await tool.run(ports, report, inputOf(tool, written))
    const text = JSON.stringify(result)
    const content = text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)} … (cut: ask for less at once)`
    return { success: true, summary: tool.displayName, result, content }
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'internal') return failed(error.message)
    log.error({ err: error, tool: name }, 'a tool of the review chat failed')
    return failed('the look-up failed; try again')
  }
}

/** The tools of the registry are told their report; here it is the chat's own, whatever a call names. */
const NAMED_REPORT = { reportId: z.unknown().optional() }

const failed = (message: string): ToolEnd => ({ success: false, summary: message, content: JSON.stringify({ error: message }) })

function inputOf(tool: ReviewTool, written: string): z.output<z.ZodObject> {
  if (written.length > MOST_ARGUMENTS) throw new ApiError('invalid_request', 'the arguments are too long')
  let given: unknown
  try {
    given = JSON.parse(written.trim() || '{}')
  } catch {
    throw new ApiError('invalid_request', 'the arguments are not JSON')
  }
  // what nobody reads may be what was meant: a finding asked for under another name is not the first one
  const parsed = tool.input.extend(NAMED_REPORT).strict().safeParse(given)
  if (parsed.success) return parsed.data
  throw new ApiError('invalid_request', z.prettifyError(parsed.error))
}
