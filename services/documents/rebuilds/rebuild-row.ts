import { z } from 'zod'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Database, Migration } from '../../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'
import { type Compared, comparedSchema } from './compared.ts'
import { type Origin, origins } from './make-for-build.ts'

export const rebuildStatuses = ['running', 'built', 'live', 'rolled_back', 'discarded', 'failed', 'cancelled'] as const
export type RebuildStatus = (typeof rebuildStatuses)[number]

export const rebuildsMigration = defineTables('160-rebuilds', {
  rebuilds: {
    columns: {
      /** Of the run too. */
      id: 'varchar(36)',
      index_name: 'varchar(128)',
      /** The index while two builds of it stand side by side: one rebuild at a time has it. */
      open_index: 'varchar(128)?',
      status: 'varchar(20)',
      origin: 'varchar(20)',
      config: 'text',
      actor: 'text',
      old_build: 'varchar(160)?',
      new_build: 'varchar(160)?',
      /** Documents: looked at, written, there. */
      read: 'integer',
      written: 'integer',
      total: 'integer',
      /** Documents a minute; null: not known yet. */
      speed: 'integer?',
      paused: 'integer',
      rate: 'integer?',
      failures: 'text?',
      compare: 'text?',
      reason: 'text?',
      created_at: 'varchar(30)',
      built_at: 'varchar(30)?',
      live_at: 'varchar(30)?',
      ended_at: 'varchar(30)?',
    },
    unique: 'open_index',
    indexes: { rebuilds_created: ['created_at'], rebuilds_index: ['index_name', 'created_at'] },
  },
})

export const rebuildsAsOfMigration: Migration = {
  name: '166-rebuilds-as-of',
  up: async (db) => {
    await db.schema.alterTable('rebuilds').addColumn('as_of', 'varchar(30)').execute()
  },
}
export const rebuildsTimeLeftMigration: Migration = {
  name: '172-rebuilds-time-left',
  up: async (db) => {
    await db.schema.alterTable('rebuilds').addColumn('seconds_left', 'integer').execute()
  },
}
export const rebuildsWaitsForMigration: Migration = {
  name: '173-rebuilds-waits-for',
  up: async (db) => {
    await db.schema.alterTable('rebuilds').addColumn('waits_for', 'varchar(255)').execute()
  },
}
type RebuildTables = {
  rebuilds: TablesOf<typeof rebuildsMigration>['rebuilds'] & {
    as_of: string | null
    seconds_left: number | null
    waits_for: string | null
  }
}
type Row = RebuildTables['rebuilds']

export const failureSchema = z.object({ document_id: z.string(), source_file: z.string().optional(), message: z.string() })
export type Failure = z.output<typeof failureSchema>

/** A rebuild as it stands in the store. */
export interface Rebuild extends Omit<Row, 'status' | 'origin' | 'failures' | 'compare' | 'paused' | 'config'> {
  readonly status: RebuildStatus
  readonly origin: Origin
  /** As it was asked for. */
  readonly config: Record<string, unknown>
  readonly paused: boolean
  readonly failures: readonly Failure[]
  readonly compare: Compared | undefined
}

const rebuildOf = (row: Row): Rebuild => ({
  ...row,
  status: z.enum(rebuildStatuses).parse(row.status),
  origin: z.enum(origins).parse(row.origin),
  config: z.record(z.string(), z.unknown()).parse(JSON.parse(row.config)),
  paused: row.paused === 1,
  failures: row.failures === null ? [] : z.array(failureSchema).parse(JSON.parse(row.failures)),
  compare: row.compare === null ? undefined : comparedSchema.parse(JSON.parse(row.compare)),
})

const tables = (database: Database) => database.tables<RebuildTables>()

export async function findRebuild(database: Database, id: string): Promise<Rebuild | undefined> {
  const row = await tables(database).selectFrom('rebuilds').selectAll().where('id', '=', id).executeTakeFirst()
  return row && rebuildOf(row)
}

/** ApiError not_found where there is none. */
export async function requireRebuild(database: Database, id: string): Promise<Rebuild> {
  const found = z.uuid().safeParse(id).success ? await findRebuild(database, id) : undefined
  if (!found) throw new ApiError('not_found', `there is no rebuild with the id ${id.slice(0, 64)}`)
  return found
}

export async function listRebuilds(
  database: Database,
  { index, skip, top }: { index?: string | undefined; skip: number; top: number },
): Promise<{ rebuilds: Rebuild[]; total: number }> {
  let query = tables(database).selectFrom('rebuilds')
  if (index !== undefined) query = query.where('index_name', '=', index)
  const [rows, { n }] = await Promise.all([
    query.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(top).offset(skip).execute(),
    query.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { rebuilds: rows.map(rebuildOf), total: Number(n) }
}

/** The rebuild whose two builds stand side by side. */
export async function openRebuild(database: Database, index: string): Promise<Rebuild | undefined> {
  const row = await tables(database).selectFrom('rebuilds').selectAll().where('open_index', '=', index).executeTakeFirst()
  return row && rebuildOf(row)
}

type Fresh = Pick<Row, 'id' | 'index_name' | 'actor' | 'rate' | 'created_at' | 'as_of'> & {
  origin: Origin
  config: Record<string, unknown>
}

/** ApiError conflict where another rebuild of the index stands open. */
export async function insertRebuild(database: Database, { config, ...fresh }: Fresh): Promise<void> {
  const empty = {
    old_build: null,
    new_build: null,
    read: 0,
    written: 0,
    total: 0,
    speed: null,
    seconds_left: null,
    waits_for: null,
    paused: 0,
    failures: null,
    compare: null,
  }
  const times = { reason: null, built_at: null, live_at: null, ended_at: null }
  const inserted = await tables(database)
    .insertInto('rebuilds')
    .values({ ...fresh, ...empty, ...times, open_index: fresh.index_name, status: 'running', config: JSON.stringify(config) })
    .onConflict((c) => c.column('open_index').doNothing())
    .executeTakeFirst()
  if (Number(inserted.numInsertedOrUpdatedRows ?? 0n) === 1) return
  const other = await openRebuild(database, fresh.index_name)
  throw new ApiError('conflict', `a rebuild of ${fresh.index_name} stands open: cancel or discard it first`, {
    details: { run_id: other?.id ?? '', status: other?.status ?? '' },
  })
}

export type RebuildChange = Partial<Omit<Row, 'id' | 'index_name' | 'created_at'>>

/** False, and no change, where the rebuild has none of these statuses any more. */
export async function changeRebuild(
  database: Database,
  id: string,
  from: readonly RebuildStatus[],
  change: RebuildChange,
): Promise<boolean> {
  const changed = await tables(database)
    .updateTable('rebuilds')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return Number(changed.numUpdatedRows) === 1
}

export const removeRebuild = async (database: Database, id: string): Promise<void> => {
  await tables(database).deleteFrom('rebuilds').where('id', '=', id).execute()
}

/** Documents a minute of the last build of an index from there that came to its end. */
export async function lastSpeed(database: Database, index: string, origin: Origin): Promise<number | undefined> {
  const built = tables(database).selectFrom('rebuilds').select('speed').where('index_name', '=', index).where('built_at', 'is not', null)
  const query = built.where('origin', '=', origin)
  const row = await query.where('speed', 'is not', null).orderBy('built_at', 'desc').limit(1).executeTakeFirst()
  return row?.speed ?? undefined
}
