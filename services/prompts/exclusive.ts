import { sql } from 'kysely'
import { ApiError } from '../../kernel/errors.ts'
import type { Database, Migration } from '../../kernel/views/database.ts'

interface LockTables {
  prompt_changes: { id: number; count: number }
}

export const promptChangesMigration: Migration = {
  name: '120-prompt-changes',
  up: async (db) => {
    await db.schema
      .createTable('prompt_changes')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('count', 'bigint', (c) => c.notNull())
      .execute()
  },
}

const LOCK_WAIT = '5s'
/** PostgreSQL: lock_not_available. */
const WAITED_TOO_LONG = '55P03'

/**
 * Runs works one after the other, whichever process asks for them: each holds the one row of `prompt_changes` while it runs, and the
 * database lets go of it when the process dies. In this process they queue before they take a connection.
 */
export function createExclusive(database: Database): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(() => holdingRow(database, work))
    last = mine.catch(() => undefined)
    return mine
  }
}

async function holdingRow<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  try {
    return await database.transaction<LockTables, Result>(async (trx) => {
      if (database.kind === 'postgres') await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(trx)
      await trx
        .insertInto('prompt_changes')
        .values({ id: 1, count: 1 })
        .onConflict((c) => c.column('id').doUpdateSet((row) => ({ count: row('prompt_changes.count', '+', 1) })))
        .execute()
      return await work()
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === WAITED_TOO_LONG)) throw error
    const headers = { 'retry-after': '2' }
    throw new ApiError('unavailable', 'Another change of the prompts takes long; try again.', { headers, cause: error })
  }
}
