import { countTokens, endWithin } from '../llm/count-tokens.ts'
import type { Ports } from '../ports.ts'
import type { Logger } from '../runtime/log.ts'
import type { ConversationPorts } from './append-turns.ts'
import { onLive } from './change-conversation.ts'
import { keyOf, type Turn, type Whose } from './conversation.ts'
import { readTurns } from './read-conversations.ts'
import { type Summary, summarize } from './summarize.ts'
import type { ConversationTables } from './tables.ts'

/** What of a conversation reaches a model at most; the summary counts into the tokens. */
export interface WindowBounds {
  readonly turns: number
  readonly tokens: number
}

export interface PromptWindow {
  /** Of all turns before those of the window; absent where the window holds them all. */
  readonly summary?: Summary
  /** Oldest first, beginning with one of a user. */
  readonly turns: readonly Turn[]
}

export interface WindowOptions {
  readonly ports: ConversationPorts & Pick<Ports, 'llm' | 'config'>
  readonly whose: Whose
  readonly thread: string
  readonly bounds: WindowBounds
  /** Of the model that sums up. */
  readonly alias: string
  /** What of a turn reaches the model; its content when absent. */
  readonly textOf?: (turn: Turn) => string
  readonly log: Logger
  readonly signal: AbortSignal
}

/** Turns that are read at once at most. */
const MOST_READ = 1000
/** A summary has this part of the window's tokens, and not more than SUMMARY_TOKENS. */
const SUMMARY_SHARE = 8
const SUMMARY_TOKENS = 500

/**
 * What of a conversation goes into a prompt: the newest turns, and one text for all that is older. When they no longer fit, all but the
 * newest half of a window is summed up, so that the next turns go without a call. Empty where there is no conversation.
 */
export async function promptWindow(options: WindowOptions): Promise<PromptWindow> {
  const { ports, whose, thread, bounds, textOf = contentOf } = options
  const key = keyOf(whose, thread)
  const rows = ports.database.tables<ConversationTables>().selectFrom('conversations').selectAll().where('key', '=', key)
  const row = await rows.where('expires_at', '>', ports.clock.now()).executeTakeFirst()
  if (!row) return { turns: [] }
  const known: Summary | undefined =
    row.summary === null ? undefined : { text: row.summary, by: row.summary_by === 'model' ? 'model' : 'excerpt' }
  const summaryTokens = Math.min(SUMMARY_TOKENS, Math.floor(bounds.tokens / SUMMARY_SHARE))
  const rest = { turns: bounds.turns, tokens: bounds.tokens - summaryTokens }
  const { turns: read } = await readTurns(ports, key, { limit: MOST_READ })
  const open = read.filter(({ n }) => n > row.summary_to)
  const told = known ? { summary: known } : {}
  if (suffixWithin(open, rest, textOf) === open.length) return { ...told, turns: fromUser(open) }
  const half = { turns: Math.max(1, Math.floor(rest.turns / 2)), tokens: Math.floor(rest.tokens / 2) }
  const kept = fromUser(open.slice(open.length - Math.max(1, suffixWithin(open, half, textOf))))
  const older = open.filter(({ n }) => n < (kept[0]?.n ?? Number.POSITIVE_INFINITY))
  const upTo = older.at(-1)?.n
  const summary = upTo === undefined ? known : await summedUp(options, row, { known, older, upTo, tokens: summaryTokens })
  return { ...(summary ? { summary } : {}), turns: kept.map((turn) => cut(turn, rest.tokens, textOf)) }
}

/** How many of the newest turns fit. */
function suffixWithin(turns: readonly Turn[], { turns: most, tokens }: WindowBounds, textOf: (turn: Turn) => string): number {
  let left = tokens
  for (let count = 0; count < turns.length; count++) {
    left -= countTokens(textOf(turns[turns.length - 1 - count]!))
    if (left < 0 || count === most) return count
  }
  return turns.length
}

/** Without what stands before the first turn of a user: the answer to a question that is not there. Whole where no user speaks. */
function fromUser(turns: readonly Turn[]): readonly Turn[] {
  const first = turns.findIndex(({ role }) => role === 'user')
  return first <= 0 ? turns : turns.slice(first)
}

/** One turn alone may be longer than the window: its end is left out. */
function cut(turn: Turn, tokens: number, textOf: (turn: Turn) => string): Turn {
  if (countTokens(textOf(turn)) <= tokens) return turn
  return { ...turn, content: turn.content.slice(0, endWithin(turn.content, 0, tokens)).toWellFormed() }
}

/** Sums up, and keeps it for the next prompt, unless another process has kept one, or what it tells of was changed meanwhile. */
async function summedUp(
  { ports, whose, thread, alias, log, signal, textOf = contentOf }: WindowOptions,
  { summary_to, edits }: ConversationTables['conversations'],
  { known, older, upTo, tokens }: { known: Summary | undefined; older: readonly Turn[]; upTo: number; tokens: number },
): Promise<Summary> {
  const said = older.map((turn) => ({ ...turn, content: textOf(turn) }))
  const summary = await summarize(known, said, { ports, alias, tokens, log, signal })
  await onLive(ports, whose, thread, async (trx, row) => {
    if (row.summary_to !== summary_to || row.edits !== edits) return
    const kept = { summary: summary.text, summary_to: upTo, summary_by: summary.by }
    await trx.updateTable('conversations').set(kept).where('key', '=', row.key).execute()
  })
  return summary
}

const contentOf = (turn: Turn): string => turn.content
