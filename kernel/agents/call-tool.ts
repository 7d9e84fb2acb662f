import type { z } from 'zod'
import { holdsRole } from '../access/roles.ts'
import { type Deadline, startDeadline } from '../consume/deadline.ts'
import { orAborted } from '../runtime/concurrency/or-aborted.ts'
import { ApiError } from '../runtime/errors.ts'
import { plainIssueWithin } from '../text/plain-issue.ts'
import type { Tool, ToolContext } from './define-tool.ts'
import { LazyContext, type MakeContext } from './lazy-context.ts'

/** What is wrong with a value, in the words of the interface. */
export interface InputIssue {
  readonly code: string
  readonly expected: string
  readonly received: string
  /** `posts.0.text`; empty for the whole. */
  readonly path: string
  readonly message: string
}

export type CheckedInput = { readonly input: unknown; readonly issues?: undefined } | { readonly issues: readonly InputIssue[] }

const MOST_ISSUES = 100

/** The input as the tool takes it, or all that is wrong with it. */
export function checkInput({ input }: Pick<Tool, 'input'>, given: unknown): CheckedInput {
  const parsed = input.safeParse(given)
  return parsed.success ? { input: parsed.data } : { issues: issuesOf(parsed.error, given) }
}

export const issuesOf = (error: z.ZodError, given: unknown): InputIssue[] =>
  error.issues.slice(0, MOST_ISSUES).map((issue) => ({
    code: issue.code ?? 'invalid',
    expected: expectedBy(issue),
    received: kindOf(valueAt(given, issue.path)),
    path: issue.path.map(String).join('.'),
    message: plainIssueWithin(issue.message, issue.path, given),
  }))

/** One line for a list of issues: the first one, and how many there are. */
export function issuesInWords(issues: readonly InputIssue[]): string {
  const [first] = issues
  const place = first?.path ? `${first.path}: ` : ''
  return `${place}${first?.message ?? 'the input does not fit'}${issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''}`
}

function expectedBy(issue: z.core.$ZodIssue): string {
  if ('expected' in issue && issue.expected) return String(issue.expected)
  if ('minimum' in issue) return `at least ${issue.minimum}`
  if ('maximum' in issue) return `at most ${issue.maximum}`
  if ('values' in issue && Array.isArray(issue.values)) return issue.values.map(String).join(' | ')
  if ('format' in issue) return String(issue.format)
  return issue.code === 'unrecognized_keys' ? 'no other keys' : 'another value'
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as never)[key] : undefined),
    value,
  )

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** A call that is under way. */
interface Call {
  readonly tool: Pick<Tool, 'timeoutMs'>
  readonly ctx: ToolContext
  limit: Deadline | undefined
  settled: boolean
}

const ofCall: MakeContext<Call> = {
  cause: ({ ctx }) => ctx.cause,
  ports: ({ ctx }) => ctx.ports,
  search: ({ ctx }) => ctx.search,
  signal: (call) => (call.limit ??= startDeadline(call.tool.timeoutMs, call.ctx.signal)).signal,
}

/**
 * Calls a tool with input that `checkInput` let through: within its time limit, for whom may use it, and with an output of its form.
 * ApiError forbidden, timeout, internal; whatever the tool throws.
 */
export async function callTool(tool: Tool, ctx: ToolContext, input: unknown): Promise<unknown> {
  if (!mayUse(tool, ctx)) throw new ApiError('forbidden', `${tool.id} asks for the role ${ctx.edge.env.ADMIN_ROLE}`)
  const call: Call = { tool, ctx, limit: undefined, settled: false }
  let made: unknown
  try {
    const work = tool.handle(new LazyContext(ctx, ofCall, call), input)
    const settle = () => {
      call.settled = true
    }
    work.then(settle, settle)
    // what is done by now needs no deadline, and nobody to end it
    await undefined
    made = await (call.settled ? work : orAborted(work, ofCall.signal(call)))
  } catch (error) {
    if (call.limit?.signal.aborted && !ctx.signal.aborted)
      throw new ApiError('timeout', `${tool.id} took longer than ${tool.timeoutMs} ms`, { details: { tool: tool.id } })
    throw error
  } finally {
    call.limit?.end()
  }
  const parsed = tool.output.safeParse(made)
  if (parsed.success) return parsed.data
  throw new ApiError('internal', `${tool.id} gave something else than it promises`, { cause: parsed.error })
}

/** Whether the caller may use the tool at all. */
export const mayUse = ({ access }: Pick<Tool, 'access'>, { caller, edge }: Pick<ToolContext, 'caller' | 'edge'>): boolean =>
  access !== 'admin' || holdsRole(caller, edge.env.ADMIN_ROLE, edge.ports.config)
