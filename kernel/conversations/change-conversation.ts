import { randomBytes } from 'node:crypto'
import type { ConversationPorts } from './append-turns.ts'
import { keyOf, MAX_TITLE, personOf, type Whose } from './conversation.ts'
import { noteGone } from './gone-turns.ts'
import { type ConversationTables, type ConversationTrx, countBytes, lockAccount } from './tables.ts'

/** So long it is known of a conversation that it was there, so that what comes late for it is told so. */
export const KNOWN_GONE_MS = 86_400_000
/** Deleted conversations of an account that are known at most. */
const MOST_GONE = 1000

/** What is left of a conversation that was there. */
export const NOTHING_LEFT = {
  title: '',
  about: null,
  turns: 0,
  bytes: 0,
  summary: null,
  summary_to: 0,
  summary_by: null,
  share: null,
}

/** Works on a live conversation of whoever asks, its account locked; undefined where there is none. */
export function onLive<Result>(
  { database, clock }: ConversationPorts,
  whose: Whose,
  thread: string,
  work: (trx: ConversationTrx, row: ConversationTables['conversations'], now: number) => Promise<Result>,
): Promise<Result | undefined> {
  return database.transaction<ConversationTables, Result | undefined>(async (trx) => {
    await lockAccount(trx, database.kind, whose)
    const now = clock.now()
    const rows = trx.selectFrom('conversations').selectAll().where('key', '=', keyOf(whose, thread))
    const row = await rows.where('expires_at', '>', now).executeTakeFirst()
    return row && work(trx, row, now)
  })
}

/** Names a conversation. false where there is none. */
export async function renameConversation(ports: ConversationPorts, whose: Whose, thread: string, title: string): Promise<boolean> {
  const renamed = await onLive(ports, whose, thread, async (trx, { key }) => {
    await trx
      .updateTable('conversations')
      .set({ title: title.slice(0, MAX_TITLE) })
      .where('key', '=', key)
      .execute()
    return true
  })
  return renamed ?? false
}

/** Deletes a conversation: nothing of it is left but that it was there. false where there is none. */
export async function deleteConversation(ports: ConversationPorts, whose: Whose, thread: string): Promise<boolean> {
  const deleted = await onLive(ports, whose, thread, async (trx, row, now) => {
    await forget(trx, whose, [row], now)
    return true
  })
  return deleted ?? false
}

/** Deletes all conversations of a person; gives how many. */
export function deleteConversations({ database, clock }: ConversationPorts, whose: Whose): Promise<number> {
  return database.transaction<ConversationTables, number>(async (trx) => {
    await lockAccount(trx, database.kind, whose)
    const now = clock.now()
    const rows = await trx
      .selectFrom('conversations')
      .selectAll()
      .where('scope', '=', whose.scope)
      .where('account', '=', whose.account)
      .where('person', '=', personOf(whose))
      .where('expires_at', '>', now)
      .execute()
    await forget(trx, whose, rows, now)
    return rows.length
  })
}

/** Deletes the conversations of an account, whoever's they are, in whose `about` a word stands. Within the caller's transaction. */
export async function forgetAbout(
  trx: ConversationTrx,
  { database, clock }: ConversationPorts,
  whose: Pick<Whose, 'scope' | 'account'>,
  word: string,
): Promise<void> {
  await lockAccount(trx, database.kind, whose)
  const rows = trx
    .selectFrom('conversations')
    .select(['key', 'bytes'])
    .where('scope', '=', whose.scope)
    .where('account', '=', whose.account)
  await forget(trx, whose, await rows.where('about', 'like', `%${JSON.stringify(word)}%`).execute(), clock.now())
}

async function forget(
  trx: ConversationTrx,
  whose: Whose,
  rows: readonly Pick<ConversationTables['conversations'], 'key' | 'bytes'>[],
  now: number,
): Promise<void> {
  for (const { key } of rows) {
    await trx.deleteFrom('conversation_turns').where('key', '=', key).execute()
    await trx.deleteFrom('conversation_gone').where('key', '=', key).execute()
    await trx
      .updateTable('conversations')
      .set({ ...NOTHING_LEFT, expires_at: now })
      .where('key', '=', key)
      .execute()
  }
  await countBytes(trx, whose, -rows.reduce((sum, { bytes }) => sum + bytes, 0))
  const gone = trx
    .selectFrom('conversations')
    .select('key')
    .where('scope', '=', whose.scope)
    .where('account', '=', whose.account)
    .where('expires_at', '<=', now)
    .where('bytes', '=', 0)
  const surplus = await gone.orderBy('expires_at', 'desc').orderBy('key').limit(MOST_GONE).offset(MOST_GONE).execute()
  for (const { key } of surplus) await trx.deleteFrom('conversations').where('key', '=', key).execute()
}

/** Takes single turns out of a conversation. false where there is none. */
export async function removeTurns(ports: ConversationPorts, whose: Whose, thread: string, ids: readonly string[]): Promise<boolean> {
  const removed = await onLive(ports, whose, thread, async (trx, { key, summary_to, bytes, turns, edits, summary, summary_by }) => {
    const rows = await trx
      .deleteFrom('conversation_turns')
      .where('key', '=', key)
      .where('id', 'in', [...ids])
      .returning(['n', 'bytes', 'body'])
      .execute()
    await noteGone(trx, key, rows)
    const freed = rows.reduce((sum, row) => sum + row.bytes, 0)
    // a summary that tells of what was removed is none any more
    const told = rows.some(({ n }) => n <= summary_to)
    const rest = told ? { summary: null, summary_to: 0, summary_by: null } : { summary, summary_to, summary_by }
    await trx
      .updateTable('conversations')
      .set({ ...rest, turns: turns - rows.length, bytes: bytes - freed, edits: edits + rows.length })
      .where('key', '=', key)
      .execute()
    await countBytes(trx, whose, -freed)
    return true
  })
  return removed ?? false
}

/** The secret of a conversation's link: the one it has, or a new one; undefined where there is no such conversation. */
export const shareConversation = (ports: ConversationPorts, whose: Whose, thread: string): Promise<string | undefined> =>
  onLive(ports, whose, thread, async (trx, { key, share }) => {
    if (share !== null) return share
    const secret = randomBytes(32).toString('base64url')
    await trx.updateTable('conversations').set({ share: secret }).where('key', '=', key).execute()
    return secret
  })

/** From now on the link opens nothing, and the next one has another secret. false where there is no such conversation. */
export async function unshareConversation(ports: ConversationPorts, whose: Whose, thread: string): Promise<boolean> {
  const unshared = await onLive(ports, whose, thread, async (trx, { key }) => {
    await trx.updateTable('conversations').set({ share: null }).where('key', '=', key).execute()
    return true
  })
  return unshared ?? false
}
