import { type Kysely, sql } from 'kysely'
import type { EventOrigin } from '../../kernel/broker/record-of.ts'
import { changeAndTell } from '../../kernel/outbox/outbox.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { Database, Migration } from '../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../kernel/store/define-tables.ts'
import type { EventDraft } from '../../schemas/event.ts'

export const promptChangesMigration = defineTables('120-prompt-changes', {
  prompt_changes: { columns: { id: 'integer', count: 'bigint' } },
})
/** `told`: the manifest's number up to which its changes were told. */
export type LockTables = TablesOf<typeof promptChangesMigration> & { prompt_changes: { told: number } }

export const promptsToldMigration: Migration = {
  name: '121-prompts-told',
  up: async (db) => {
    await db.schema
      .alterTable('prompt_changes')
      .addColumn('told', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}

/** What is done while the row is held. `tell`: events that hold with what `trx` changes, or not at all. */
export type ExclusiveWork<Result> = (trx: Kysely<LockTables>, tell: (draft: EventDraft) => void) => Promise<Result>

const LOCK_WAIT = '5s'
/** PostgreSQL: lock_not_available. */
const WAITED_TOO_LONG = '55P03'

/**
 * Runs works one after the other, whichever process asks for them: each holds the one row of `prompt_changes` while it runs, and the
 * database lets go of it when the process dies. In this process they queue before they take a connection.
 */
export function createExclusive(database: Database): <Result>(origin: EventOrigin, work: ExclusiveWork<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (origin, work) => {
    const mine = last.then(() => holdingRow(database, origin, work))
    last = mine.catch(() => undefined)
    return mine
  }
}

async function holdingRow<Result>(database: Database, origin: EventOrigin, work: ExclusiveWork<Result>): Promise<Result> {
  try {
    return await changeAndTell<LockTables, Result>(database, origin, async (trx, tell) => {
      if (database.kind === 'postgres') await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(trx)
      await trx
        .insertInto('prompt_changes')
        .values({ id: 1, count: 1, told: 0 })
        .onConflict((c) => c.column('id').doUpdateSet((row) => ({ count: row('prompt_changes.count', '+', 1) })))
        .execute()
      return await work(trx, tell)
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === WAITED_TOO_LONG)) throw error
    const headers = { 'retry-after': '2' }
    throw new ApiError('unavailable', 'Another change of the prompts takes long; try again.', { headers, cause: error })
  }
}
