import { type SqlBool, sql } from 'kysely'
import type { Ports } from '../ports.ts'
import type { ConversationPorts } from './append-turns.ts'
import { type Conversation, conversationOf, type Found, keyOf, personOf, type Turn, turnOf, type Whose } from './conversation.ts'
import type { ConversationTables } from './tables.ts'

/** Where a page of a list goes on. */
export interface Cursor {
  readonly updatedAt: number
  readonly key: string
}

/** The conversations of a person, the latest first, behind the cursor; with the cursor of the next page where there is one. */
export async function listConversations(
  { database, clock }: ConversationPorts,
  whose: Whose,
  { limit, after }: { limit: number; after?: Cursor | undefined },
): Promise<{ conversations: Conversation[]; next?: Cursor }> {
  let query = database
    .tables<ConversationTables>()
    .selectFrom('conversations')
    .selectAll()
    .where('scope', '=', whose.scope)
    .where('account', '=', whose.account)
    .where('person', '=', personOf(whose))
    .where('expires_at', '>', clock.now())
  if (after) query = query.where(sql<SqlBool>`(updated_at, key) < (${after.updatedAt}, ${after.key})`)
  const rows = await query
    .orderBy('updated_at', 'desc')
    .orderBy('key', 'desc')
    .limit(limit + 1)
    .execute()
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    conversations: rows.slice(0, limit).map(conversationOf),
    ...(last ? { next: { updatedAt: last.updated_at, key: last.key } } : {}),
  }
}

/** A conversation of whoever asks. `gone` is known for a day: who goes on with it can be told so. */
export async function findConversation({ database, clock }: ConversationPorts, whose: Whose, thread: string): Promise<Found> {
  const row = await rowOf(database, keyOf(whose, thread))
  if (!row) return undefined
  return row.expires_at > clock.now() ? { status: 'live', conversation: conversationOf(row) } : { status: 'gone' }
}

const rowOf = (database: Ports['database'], key: string) =>
  database.tables<ConversationTables>().selectFrom('conversations').selectAll().where('key', '=', key).executeTakeFirst()

/** The newest turns, those before the n-th where it is given, oldest first; `earlier`: there are others before them. */
export async function readTurns(
  { database }: Pick<ConversationPorts, 'database'>,
  key: string,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<{ turns: Turn[]; earlier: boolean }> {
  let query = database.tables<ConversationTables>().selectFrom('conversation_turns').selectAll().where('key', '=', key)
  if (before !== undefined) query = query.where('n', '<', before)
  const rows = await query
    .orderBy('n', 'desc')
    .limit(limit + 1)
    .execute()
  return { turns: rows.slice(0, limit).reverse().map(turnOf), earlier: rows.length > limit }
}

/** The conversation that a link opens, with the key of its turns; undefined where the link does not, or no longer, open any. */
export async function findShared(
  { database, clock }: ConversationPorts,
  scope: string,
  share: string,
): Promise<{ readonly key: string; readonly conversation: Conversation } | undefined> {
  const rows = database.tables<ConversationTables>().selectFrom('conversations').selectAll()
  const row = await rows.where('share', '=', share).where('scope', '=', scope).where('expires_at', '>', clock.now()).executeTakeFirst()
  return row && { key: row.key, conversation: conversationOf(row) }
}
