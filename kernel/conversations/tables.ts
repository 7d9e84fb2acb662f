import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { defineTables, type TablesOf } from '../store/define-tables.ts'

/** Conversations are state of their own: what is said in them never stands on the log, so that a deletion leaves nothing behind. */
export const conversationsMigration = defineTables('014-conversations', {
  /** A row that is locked by whoever changes a conversation of the account: one order, and one count of bytes. */
  conversation_accounts: { columns: { scope: 'varchar(60)', account: 'varchar(400)', bytes: 'bigint' }, primaryKey: ['scope', 'account'] },
  conversations: {
    columns: {
      key: 'varchar(36)',
      scope: 'varchar(60)',
      account: 'varchar(400)',
      person: 'varchar(64)',
      thread: 'varchar(200)',
      title: 'text',
      /** What the family knows of it, as JSON. */
      about: 'text?',
      turns: 'integer',
      /** Number of the last turn. */
      last: 'integer',
      bytes: 'bigint',
      /** How often something that stood there was replaced or removed: a summary of what was read before is void. */
      edits: 'integer',
      /** Of the turns up to `summary_to`. */
      summary: 'text?',
      summary_to: 'integer',
      summary_by: 'varchar(20)?',
      share: 'varchar(64)?',
      created_at: 'bigint',
      updated_at: 'bigint',
      expires_at: 'bigint',
    },
    unique: 'share',
    indexes: {
      conversations_person: ['scope', 'account', 'person', 'updated_at'],
      conversations_account: ['scope', 'account', 'updated_at'],
      conversations_expiry: ['expires_at'],
    },
  },
  conversation_turns: {
    columns: {
      key: 'varchar(36)',
      id: 'varchar(200)',
      n: 'integer',
      /** Role, content and what belongs to it, as JSON, so that any text fits either store. */
      body: 'text',
      bytes: 'integer',
      at: 'bigint',
    },
    primaryKey: ['key', 'id'],
    indexes: { conversation_turns_n: ['key', 'n'] },
  },
})

export const goneTurnsMigration = defineTables('015-gone-turns', {
  /** What turns drew on that were removed or replaced: those behind them may repeat it. */
  conversation_gone: {
    columns: {
      key: 'varchar(36)',
      n: 'integer',
      /** As JSON; null: nobody knows. */
      documents: 'text?',
    },
    primaryKey: ['key', 'n'],
  },
})
export type ConversationTables = TablesOf<typeof conversationsMigration> & TablesOf<typeof goneTurnsMigration>
export type ConversationTrx = Kysely<ConversationTables>

/** The account's row, locked until the transaction ends. Every change of a conversation takes it first. */
export async function lockAccount(
  trx: ConversationTrx,
  kind: Database['kind'],
  { scope, account }: { scope: string; account: string },
): Promise<number> {
  await trx
    .insertInto('conversation_accounts')
    .values({ scope, account, bytes: 0 })
    .onConflict((c) => c.columns(['scope', 'account']).doNothing())
    .execute()
  let query = trx.selectFrom('conversation_accounts').select('bytes').where('scope', '=', scope).where('account', '=', account)
  if (kind === 'postgres') query = query.forUpdate()
  return Number((await query.executeTakeFirstOrThrow()).bytes)
}

/** The account's bytes by so many more or, below zero, fewer. */
export async function countBytes(
  trx: ConversationTrx,
  { scope, account }: { scope: string; account: string },
  more: number,
): Promise<void> {
  if (more === 0) return
  const row = trx.updateTable('conversation_accounts').where('scope', '=', scope).where('account', '=', account)
  await row.set((e) => ({ bytes: e('bytes', '+', more) })).execute()
}
