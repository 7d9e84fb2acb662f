import { z } from 'zod'
import type { Database } from '../../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'

export const replaysMigration = defineTables('162-replays', {
  /** How far each replay is. */
  replays: {
    columns: {
      run_id: 'varchar(36)',
      /** 1: it stands until it is resumed. */
      paused: 'integer',
      /** 1: everything was written; it cannot be paused any more. */
      done: 'integer',
      read: 'bigint',
      written: 'bigint',
      total: 'bigint',
      /** Milliseconds of work so far, pauses left out. */
      worked_ms: 'bigint',
      /** JSON: next offset to read of each partition. */
      position: 'text',
    },
  },
})
type Tables = TablesOf<typeof replaysMigration>

const positionSchema = z.record(z.string(), z.string())

export interface ReplayProgress {
  readonly paused: boolean
  readonly done: boolean
  readonly read: number
  readonly written: number
  readonly total: number
  readonly workedMs: number
  readonly position: Readonly<Record<string, string>>
}

const tables = (database: Database) => database.tables<Tables>()

/** Begins the row of a replay; one that is there already stays as it is. */
export async function beginProgress(database: Database, runId: string, total: number): Promise<void> {
  const row = { run_id: runId, paused: 0, done: 0, read: 0, written: 0, total, worked_ms: 0, position: '{}' }
  await tables(database)
    .insertInto('replays')
    .values(row)
    .onConflict((c) => c.column('run_id').doNothing())
    .execute()
}

/** How far these replays are, by their runs. */
export async function progressOfReplays(database: Database, runIds: readonly string[]): Promise<Map<string, ReplayProgress>> {
  if (runIds.length === 0) return new Map()
  const rows = await tables(database)
    .selectFrom('replays')
    .selectAll()
    .where('run_id', 'in', [...runIds])
    .execute()
  return new Map(
    rows.map(({ run_id, paused, done, read, written, total, worked_ms, position }) => [
      run_id,
      {
        ...{ paused: paused === 1, done: done === 1, read: Number(read), written: Number(written), total: Number(total) },
        workedMs: Number(worked_ms),
        position: positionSchema.parse(JSON.parse(position)),
      },
    ]),
  )
}

export async function saveProgress(
  database: Database,
  runId: string,
  { read, written, workedMs, position }: Pick<ReplayProgress, 'read' | 'written' | 'workedMs' | 'position'>,
): Promise<void> {
  await tables(database)
    .updateTable('replays')
    .set({ read, written, worked_ms: Math.round(workedMs), position: JSON.stringify(position) })
    .where('run_id', '=', runId)
    .execute()
}

/** Stops or goes on; false where everything was written before. */
export async function setPaused(database: Database, runId: string, paused: boolean): Promise<boolean> {
  const change = tables(database)
    .updateTable('replays')
    .set({ paused: paused ? 1 : 0 })
    .where('run_id', '=', runId)
    .where('done', '=', 0)
  return Number((await change.executeTakeFirst()).numUpdatedRows) === 1
}

/** Ends the work, unless it was paused just now: then it is not over. */
export async function finishProgress(database: Database, runId: string, read: number): Promise<boolean> {
  const change = tables(database).updateTable('replays').set({ done: 1, total: read }).where('run_id', '=', runId).where('paused', '=', 0)
  return Number((await change.executeTakeFirst()).numUpdatedRows) === 1
}
