import type { Kysely } from 'kysely'
import type { Database, Migration } from '../store/database.ts'

/** A text that stands in the row, or in a blob where it is long; both null: there is none. */
export interface Kept {
  value: string | null
  blob: string | null
}

/** The state of runs. Not derived from the log: the one place where cancel, retry and finish meet. */
export interface RunTables {
  runs: {
    id: string
    kind: string
    subject: string
    busy_key: string | null
    status: string
    epoch: number
    /** RunState as JSON. */
    state: string
    input: string | null
    input_blob: string | null
    /** Of the input, so that an id or a key with another one is refused. */
    fingerprint: string
    /** What the starter may read, as JSON. */
    limits: string
    request_id: string
    created_at: string
  }
  /** new rows are `open`; then done, failed, asked (a person has to decide), or redo (a retry wants it again). */
  run_items: Kept & { run_id: string; step: string; item: number; status: string; progress: string | null }
  /** What was paid for once, and what was decided. */
  run_kept: Kept & { run_id: string; key: string }
  run_timeline: { run_id: string; n: number; entry: string; state: string }
  /** A row that is locked while it is decided which run of a subject may begin. */
  run_subjects: { kind: string; busy_key: string; changes: number }
}
export type RunTrx = Kysely<RunTables>

export const runsMigration: Migration = {
  name: '010-runs',
  up: async (db) => {
    await db.schema
      .createTable('runs')
      .addColumn('id', 'varchar(36)', (c) => c.primaryKey())
      .addColumn('kind', 'varchar(60)', (c) => c.notNull())
      .addColumn('subject', 'varchar(300)', (c) => c.notNull())
      .addColumn('busy_key', 'text')
      .addColumn('status', 'varchar(20)', (c) => c.notNull())
      .addColumn('epoch', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('input', 'text')
      .addColumn('input_blob', 'text')
      .addColumn('fingerprint', 'varchar(64)', (c) => c.notNull())
      .addColumn('limits', 'text', (c) => c.notNull())
      .addColumn('request_id', 'varchar(200)', (c) => c.notNull())
      .addColumn('created_at', 'varchar(30)', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('runs_subject').on('runs').columns(['kind', 'subject', 'created_at']).execute()
    await db.schema.createIndex('runs_busy').on('runs').columns(['kind', 'busy_key', 'status']).execute()
    await db.schema
      .createTable('run_items')
      .addColumn('run_id', 'varchar(36)', (c) => c.notNull())
      .addColumn('step', 'varchar(100)', (c) => c.notNull())
      .addColumn('item', 'integer', (c) => c.notNull())
      .addColumn('status', 'varchar(10)', (c) => c.notNull())
      .addColumn('progress', 'text')
      .addColumn('value', 'text')
      .addColumn('blob', 'text')
      .addPrimaryKeyConstraint('run_items_pk', ['run_id', 'step', 'item'])
      .execute()
    await db.schema.createIndex('run_items_status').on('run_items').columns(['run_id', 'status', 'step', 'item']).execute()
    await db.schema
      .createTable('run_kept')
      .addColumn('run_id', 'varchar(36)', (c) => c.notNull())
      .addColumn('key', 'varchar(300)', (c) => c.notNull())
      .addColumn('value', 'text')
      .addColumn('blob', 'text')
      .addPrimaryKeyConstraint('run_kept_pk', ['run_id', 'key'])
      .execute()
    await db.schema
      .createTable('run_timeline')
      .addColumn('run_id', 'varchar(36)', (c) => c.notNull())
      .addColumn('n', 'integer', (c) => c.notNull())
      .addColumn('entry', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('run_timeline_pk', ['run_id', 'n'])
      .execute()
    await db.schema
      .createTable('run_subjects')
      .addColumn('kind', 'varchar(60)', (c) => c.notNull())
      .addColumn('busy_key', 'varchar(300)', (c) => c.notNull())
      .addColumn('changes', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('run_subjects_pk', ['kind', 'busy_key'])
      .execute()
  },
}

/** The run's row, locked until the transaction ends. */
export async function lockRun(trx: RunTrx, kind: Database['kind'], id: string) {
  let query = trx.selectFrom('runs').select(['state', 'request_id']).where('id', '=', id)
  if (kind === 'postgres') query = query.forUpdate()
  return query.executeTakeFirst()
}
