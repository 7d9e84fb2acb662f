import type { Kysely } from 'kysely'
import type { Database, Migration } from '../store/database.ts'

/** Conversations are state of their own: what is said in them never stands on the log, so that a deletion leaves nothing behind. */
export interface ConversationTables {
  /** A row of an account that is locked by whoever changes one of its conversations: one order, and one count of bytes. */
  conversation_accounts: { scope: string; account: string; bytes: number }
  conversations: {
    key: string
    scope: string
    account: string
    person: string
    thread: string
    title: string
    /** 1 once a person has named it. */
    named: number
    /** What the family knows of it, as JSON. */
    about: string | null
    turns: number
    /** Number of the last turn. */
    last: number
    bytes: number
    /** How often something that stood there was replaced or removed: a summary of what was read before is void. */
    edits: number
    /** Of the turns up to `summary_to`. */
    summary: string | null
    summary_to: number
    summary_by: string | null
    share: string | null
    created_at: number
    updated_at: number
    expires_at: number
  }
  /** `body`: role, content and what belongs to it, as JSON, so that any text fits either store. */
  conversation_turns: { key: string; n: number; id: string; body: string; bytes: number; at: number }
}
export type ConversationTrx = Kysely<ConversationTables>

export const conversationsMigration: Migration = {
  name: '012-conversations',
  up: async (db) => {
    await db.schema
      .createTable('conversation_accounts')
      .addColumn('scope', 'varchar(60)', (c) => c.notNull())
      .addColumn('account', 'varchar(400)', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('conversation_accounts_pk', ['scope', 'account'])
      .execute()
    await db.schema
      .createTable('conversations')
      .addColumn('key', 'varchar(36)', (c) => c.primaryKey())
      .addColumn('scope', 'varchar(60)', (c) => c.notNull())
      .addColumn('account', 'varchar(400)', (c) => c.notNull())
      .addColumn('person', 'varchar(64)', (c) => c.notNull())
      .addColumn('thread', 'varchar(200)', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('named', 'integer', (c) => c.notNull())
      .addColumn('about', 'text')
      .addColumn('turns', 'integer', (c) => c.notNull())
      .addColumn('last', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('edits', 'integer', (c) => c.notNull())
      .addColumn('summary', 'text')
      .addColumn('summary_to', 'integer', (c) => c.notNull())
      .addColumn('summary_by', 'varchar(20)')
      .addColumn('share', 'varchar(64)')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()
    const index = (name: string) => db.schema.createIndex(`conversations_${name}`).on('conversations')
    await index('person').columns(['scope', 'account', 'person', 'updated_at']).execute()
    await index('account').columns(['scope', 'account', 'updated_at']).execute()
    await index('expiry').column('expires_at').execute()
    await index('share').column('share').unique().execute()
    await db.schema
      .createTable('conversation_turns')
      .addColumn('key', 'varchar(36)', (c) => c.notNull())
      .addColumn('n', 'integer', (c) => c.notNull())
      .addColumn('id', 'varchar(200)', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('bytes', 'integer', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('conversation_turns_pk', ['key', 'n'])
      .addUniqueConstraint('conversation_turns_id', ['key', 'id'])
      .execute()
  },
}

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
