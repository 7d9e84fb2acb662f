import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { appendTurns } from '../../../kernel/conversations/append-turns.ts'
import type { Bounds, Whose } from '../../../kernel/conversations/conversation.ts'
import { type PromptWindow, promptWindow } from '../../../kernel/conversations/prompt-window.ts'
import type { EdgePorts } from '../../../kernel/ports.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'

/** Where a turn is remembered: the account, the person beside it, the thread. */
export const threadSchema = z.object({ account: z.string(), person: z.string().optional(), thread: z.string() })
export type Thread = z.output<typeof threadSchema>

const NAME = /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/
const DAY = 86_400_000

/** What a prompt gets of a thread, at most; older turns are summed up. */
const WINDOW = { turns: 40, tokens: 16_000 }
/** What is kept. */
const BOUNDS: Bounds = {
  turns: 2_000,
  turnBytes: 2_000_000,
  bytes: 20_000_000,
  conversations: 1_000,
  accountBytes: 200_000_000,
  keepMs: 90 * DAY,
}

/** The thread that the headers name, of the account that asks and of this agent. Absent without X-Thread-Id: nothing is remembered. */
export function threadOf(headers: IncomingHttpHeaders, account: string, agent: string): Thread | undefined {
  const [thread, person] = [headers['x-thread-id'], headers['x-user-id']].map((value, i) => {
    if (value === undefined) return undefined
    if (typeof value === 'string' && NAME.test(value)) return value
    const field = i === 0 ? 'X-Thread-Id' : 'X-User-Id'
    throw new ApiError('invalid_request', `${field}: 1 to 200 visible ASCII characters`, { details: { field } })
  })
  if (thread === undefined) return undefined
  return { account, ...(person === undefined ? {} : { person }), thread: `${agent}/${thread}` }
}

const whoseOf = ({ account, person }: Thread): Whose => ({ scope: 'agents', account, ...(person === undefined ? {} : { person }) })

export interface MemoryParts {
  readonly ports: EdgePorts
  readonly alias: string
  readonly log: Logger
  readonly signal: AbortSignal
}

/** What of a thread goes into the prompt of its next turn. */
export const remembered = (thread: Thread, parts: MemoryParts): Promise<PromptWindow> =>
  promptWindow({ ...parts, whose: whoseOf(thread), thread: thread.thread, bounds: WINDOW })

/** Keeps what was asked and answered; the same turn once. */
export async function remember(
  ports: Pick<EdgePorts, 'database' | 'clock'>,
  thread: Thread,
  turn: { readonly id: string; readonly asked: string; readonly answered: string },
): Promise<void> {
  const turns = [
    { id: `${turn.id}/asked`, role: 'user' as const, content: turn.asked },
    { id: `${turn.id}/answered`, role: 'assistant' as const, content: turn.answered },
  ]
  await appendTurns(ports, { whose: whoseOf(thread), thread: thread.thread, turns, bounds: BOUNDS, whenGone: 'renew' })
}
