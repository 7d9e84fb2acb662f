import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { defineTables, type TablesOf } from '../store/define-tables.ts'

/** A text that stands in the row, or in a blob where it is long; both null: there is none. */
export interface Kept {
  value: string | null
  blob: string | null
}

const kept = { value: 'text?', blob: 'text?' } as const

/** The state of runs. Not derived from the log: the one place where cancel, retry and finish meet. */
export const runsMigration = defineTables('010-runs', {
  runs: {
    columns: {
      id: 'varchar(36)',
      kind: 'varchar(60)',
      subject: 'varchar(300)',
      busy_key: 'text?',
      status: 'varchar(20)',
      epoch: 'integer',
      /** RunState as JSON. */
      state: 'text',
      input: 'text?',
      input_blob: 'text?',
      /** Of the input, so that an id or a key with another one is refused. */
      fingerprint: 'varchar(64)',
      /** What the starter may read, as JSON. */
      limits: 'text',
      request_id: 'varchar(200)',
      created_at: 'varchar(30)',
    },
    indexes: { runs_subject: ['kind', 'subject', 'created_at'], runs_busy: ['kind', 'busy_key', 'status'] },
  },
  /** New rows are `open`; then done, failed, skipped (there was nothing to do), asked (a person has to decide), or redo (a retry wants it again). */
  run_items: {
    columns: { run_id: 'varchar(36)', step: 'varchar(100)', item: 'integer', status: 'varchar(10)', progress: 'text?', ...kept },
    primaryKey: ['run_id', 'step', 'item'],
    indexes: { run_items_status: ['run_id', 'status', 'step', 'item'] },
  },
  /** What was paid for once, and what was decided. */
  run_kept: { columns: { run_id: 'varchar(36)', key: 'varchar(300)', ...kept }, primaryKey: ['run_id', 'key'] },
  run_timeline: { columns: { run_id: 'varchar(36)', n: 'integer', entry: 'text', state: 'text' }, primaryKey: ['run_id', 'n'] },
  /** A row that is locked while it is decided which run of a subject may begin. */
  run_subjects: { columns: { kind: 'varchar(60)', busy_key: 'varchar(300)', changes: 'integer' }, primaryKey: ['kind', 'busy_key'] },
})

/** What the models of runs were asked and what it cost; why items failed. */
export const runCallsMigration = defineTables('014-run-calls', {
  run_calls: {
    columns: {
      id: 'varchar(36)',
      run_id: 'varchar(36)',
      step: 'varchar(100)',
      item: 'integer',
      epoch: 'integer',
      alias: 'varchar(300)',
      model: 'varchar(300)',
      started_at: 'varchar(30)',
      ms: 'integer?',
      /** running, ok, failed, cancelled; lost: its process died. */
      outcome: 'varchar(12)',
      error: 'text?',
      finish_reason: 'varchar(30)?',
      prompt_tokens: 'bigint?',
      completion_tokens: 'bigint?',
      /** 1: the endpoint told no counts. */
      estimated: 'integer',
      /** Billionths of the currency, so that sums are exact. */
      cost: 'bigint?',
      currency: 'varchar(10)?',
    },
    indexes: { run_calls_run: ['run_id', 'started_at', 'id'], run_calls_item: ['run_id', 'step', 'item'] },
  },
  /** As JSON, cut to a bound. Beside the calls, whose rows stay short for sums. */
  run_call_texts: {
    columns: { call_id: 'varchar(36)', run_id: 'varchar(36)', messages: 'text', reply: 'text?' },
    indexes: { run_call_texts_run: ['run_id'] },
  },
  run_errors: {
    columns: { run_id: 'varchar(36)', step: 'varchar(100)', item: 'integer', code: 'varchar(100)', message: 'text', at: 'varchar(30)' },
    primaryKey: ['run_id', 'step', 'item'],
  },
})
export type RunTables = TablesOf<typeof runsMigration> & TablesOf<typeof runCallsMigration>
export type RunTrx = Kysely<RunTables>

/** The run's row, locked until the transaction ends. */
export async function lockRun(trx: RunTrx, kind: Database['kind'], id: string) {
  let query = trx.selectFrom('runs').select(['state', 'request_id']).where('id', '=', id)
  if (kind === 'postgres') query = query.forUpdate()
  return query.executeTakeFirst()
}
