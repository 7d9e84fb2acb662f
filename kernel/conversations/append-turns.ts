import type { Ports } from '../ports.ts'
import { ApiError } from '../runtime/errors.ts'
import { type Bounds, keyOf, personOf, ROW_BYTES, type Turn, type TurnDraft, titleOf, turnBodySchema, type Whose } from './conversation.ts'
import { noteGone } from './gone-turns.ts'
import { dropOldTurns, makeRoom, removeAll } from './make-room.ts'
import { type ConversationTables, type ConversationTrx, countBytes, lockAccount } from './tables.ts'

export type ConversationPorts = Pick<Ports, 'database' | 'clock'>

export interface Appending {
  readonly whose: Whose
  readonly thread: string
  readonly turns: readonly TurnDraft[]
  readonly bounds: Bounds
  /** What the family wants to know of the conversation later; of the first call alone. */
  readonly about?: unknown
  /** What it knows from this call on, from what it knew. */
  readonly nowAbout?: (known: unknown) => unknown
  /** A known id with another body: refused (409) unless it is to take the known one's place. */
  readonly replace?: boolean
  /** What was deleted or has expired: refused (404), or begun anew. */
  readonly whenGone: 'refuse' | 'renew'
}

export interface Appended {
  readonly created: boolean
  /** Those of the call, in its order. */
  readonly turns: readonly Turn[]
}

/**
 * Puts turns at the end of a conversation, which begins with its first one. Of several processes at once all keep one order, and one id
 * stands in it once. ApiError payload_too_large, conflict, not_found.
 */
export async function appendTurns({ database, clock }: ConversationPorts, appending: Appending): Promise<Appended> {
  const { whose, thread, turns, bounds } = appending
  if (new Set(turns.map(({ id }) => id)).size < turns.length)
    throw new ApiError('invalid_request', 'turns: each id may stand there once', { details: { field: 'turns' } })
  const drafts = turns.map((turn) => rowOf(turn, bounds))
  const key = keyOf(whose, thread)
  return database.transaction<ConversationTables, Appended>(async (trx) => {
    await lockAccount(trx, database.kind, whose)
    const now = clock.now()
    const known = await trx.selectFrom('conversations').selectAll().where('key', '=', key).executeTakeFirst()
    const gone = known !== undefined && known.expires_at <= now
    if (gone && appending.whenGone === 'refuse') throw new ApiError('not_found', GONE)
    if (known && gone) await removeAll(trx, whose, [known])
    const conversation = known && !gone ? known : await begin(trx, appending, key, now)
    const written = await write(trx, conversation, drafts, { now, replace: appending.replace === true })
    await trx
      .updateTable('conversations')
      .set({ ...written.row, ...aboutOf(appending, conversation) })
      .set({ expires_at: now + bounds.keepMs })
      .where('key', '=', key)
      .execute()
    await countBytes(trx, whose, written.more)
    await dropOldTurns(trx, whose, key, bounds)
    await makeRoom(trx, { whose, key, bounds, now })
    return { created: !known || gone, turns: written.turns }
  })
}

function aboutOf({ nowAbout }: Appending, { about }: Pick<ConversationTables['conversations'], 'about'>) {
  return nowAbout ? { about: JSON.stringify(nowAbout(about === null ? undefined : JSON.parse(about))) } : {}
}

const GONE = 'this conversation was deleted or has expired; begin a new one'

interface Draft {
  readonly id: string
  readonly body: string
  readonly bytes: number
  readonly turn: TurnDraft
}

function rowOf(turn: TurnDraft, { turnBytes }: Bounds): Draft {
  // in one order of fields, so that the same turn is the same text
  const body = JSON.stringify(turnBodySchema.parse(turn))
  const bytes = Buffer.byteLength(body)
  if (bytes > turnBytes)
    throw new ApiError('payload_too_large', `this turn has ${bytes} bytes with all that belongs to it; at most ${turnBytes} are kept`)
  return { id: turn.id, body, bytes: bytes + ROW_BYTES, turn }
}

async function begin(trx: ConversationTrx, { whose, thread, turns, about }: Appending, key: string, now: number) {
  const row: ConversationTables['conversations'] = {
    key,
    scope: whose.scope,
    account: whose.account,
    person: personOf(whose),
    thread,
    title: titleOf(turns.find(({ role }) => role === 'user')?.content ?? ''),
    about: about === undefined ? null : JSON.stringify(about),
    turns: 0,
    last: 0,
    bytes: ROW_BYTES,
    edits: 0,
    summary: null,
    summary_to: 0,
    summary_by: null,
    share: null,
    created_at: now,
    updated_at: now,
    expires_at: now,
  }
  await trx.insertInto('conversations').values(row).execute()
  await countBytes(trx, whose, ROW_BYTES)
  return row
}

/** Writes what is new and what is replaced; gives the changed fields of the conversation and how many bytes came. */
async function write(
  trx: ConversationTrx,
  conversation: ConversationTables['conversations'],
  drafts: readonly Draft[],
  { now, replace }: { now: number; replace: boolean },
) {
  const { key } = conversation
  const ids = drafts.map(({ id }) => id)
  const rows = ids.length
    ? await trx.selectFrom('conversation_turns').selectAll().where('key', '=', key).where('id', 'in', ids).execute()
    : []
  const known = new Map(rows.map((row) => [row.id, row]))
  let { last, bytes, edits, turns: count, summary, summary_to, summary_by } = conversation
  let more = 0
  let changed = false
  const replaced: typeof rows = []
  const turns: Turn[] = []
  for (const { id, body, bytes: size, turn } of drafts) {
    const there = known.get(id)
    if (there && there.body !== body && !replace)
      throw new ApiError('conflict', `the turn ${id} is known with another content`, { details: { id } })
    if (!there) {
      last += 1
      count += 1
      await trx.insertInto('conversation_turns').values({ key, n: last, id, body, bytes: size, at: now }).execute()
      more += size
    } else if (there.body !== body) {
      await trx.updateTable('conversation_turns').set({ body, bytes: size }).where('key', '=', key).where('n', '=', there.n).execute()
      more += size - there.bytes
      edits += 1
      if (there.n < last) replaced.push(there)
      // the summary told of what stood there before
      if (there.n <= summary_to) [summary, summary_to, summary_by] = [null, 0, null]
    }
    changed ||= there?.body !== body
    turns.push({ ...turn, n: there ? there.n : last, at: there ? there.at : now })
  }
  await noteGone(trx, key, replaced)
  bytes += more
  const updated_at = changed ? Math.max(now, conversation.updated_at) : conversation.updated_at
  return { turns, more, row: { last, turns: count, bytes, edits, updated_at, summary, summary_to, summary_by } }
}
