import type { Kysely } from 'kysely'
import type { LogRecord, RecordBatch } from '../broker/broker.ts'
import { type AnyEvent, decodeRecord } from '../broker/codec.ts'
import { messageOf } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { AnyTables, Database } from '../store/database.ts'
import { defineTables, type TablesOf } from '../store/define-tables.ts'
import { sqliteCode } from '../store/sqlite-code.ts'
import type { View, ViewRow } from './define-view.ts'
import { lockedBodies, putTables, type TableKeys, type TableRows } from './postgres-rows.ts'
import { putRows, rowsOf } from './sqlite-rows.ts'

export const PROJECTOR_GROUP = 'projector'
/** Channel on which the projector announces that views have moved. */
export const PROJECTED = 'projected'

export const positionMigration = defineTables('000-projected-positions', {
  projected_positions: {
    columns: { topic: 'varchar(200)', partition: 'integer', next_offset: 'bigint' },
    primaryKey: ['topic', 'partition'],
  },
})
export type PositionTable = TablesOf<typeof positionMigration>
type Position = PositionTable['projected_positions']
const POSITIONS = 'projected_positions'
const PLACE = ['topic', 'partition'] as const

interface Change {
  readonly view: View
  readonly key: string
  readonly events: AnyEvent[]
}

/** Every (view, key) that these records touch with the records in order, sorted so that concurrent batches lock rows in one order. */
function changesOf(views: readonly View[], records: readonly LogRecord[], log: Logger): Change[] {
  const changes = new Map<string, Change>()
  for (const record of records) {
    let event: AnyEvent
    try {
      event = decodeRecord(record)
    } catch (error) {
      // The consumers of the topic dead-letter it; a view has nothing to show for it.
      log.error(
        { topic: record.topic, partition: record.partition, offset: String(record.offset), error: messageOf(error) },
        'record skipped by the projector',
      )
      continue
    }
    for (const view of views) {
      if (!view.on.some((e) => e.name === event.type)) continue
      const key = view.key(event)
      const id = `${view.name}\u0000${key}`
      const change = changes.get(id) ?? { view, key, events: [] }
      change.events.push(event)
      changes.set(id, change)
    }
  }
  return [...changes.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change)
}

/** Changes whose rows are read, and then written, together. */
const CHANGES_AT_ONCE = 500

/** Bodies of the rows of each table, by key. */
async function bodiesOf(
  trx: AnyTables,
  kind: Database['kind'],
  wanted: readonly TableKeys[],
): Promise<readonly ReadonlyMap<string, string>[]> {
  if (kind === 'postgres') return lockedBodies(trx, wanted)
  return Promise.all(
    wanted.map(async ({ table, keys }) => {
      const named = keys.map((key) => ({ key }))
      return new Map((await rowsOf<ViewRow>(trx, table, ['key'], named)).map(({ key, body }) => [key, body]))
    }),
  )
}

/** Rows of several tables in the place of those of the same key. */
async function put(trx: AnyTables, kind: Database['kind'], tables: readonly TableRows[]): Promise<void> {
  if (kind === 'postgres') return putTables(trx, tables)
  for (const { table, key, rows } of tables) await putRows(trx, table, key, rows)
}

/** The rows of a view's changes as they are afterwards. */
const evolved = (view: View, changes: readonly Change[], bodies: ReadonlyMap<string, string> | undefined): TableRows => ({
  table: view.name,
  key: ['key'],
  rows: changes.map(({ key, events }) => {
    const before = bodies?.get(key) || undefined
    let body = before === undefined ? undefined : view.read({ body: before })
    for (const event of events) body = view.evolve(body, event)
    return { key, body: JSON.stringify(body), ...view.columns(body) }
  }),
})

/** How the projector announces that a view's row has changed. */
export const changedKey = (view: string, key: string): string => `${view}/${key}`

/** How it announces that a partition's position has moved. */
export const positionKey = (place: { readonly topic: string; readonly partition: number }): string => changedKey(POSITIONS, placeOf(place))

/** The log has what the views say, and their positions are undone with them. */
const DERIVED = { derived: true }

/**
 * Folds a batch: the rows' change and the partition's position in one transaction. Records that were folded before are left out, and so is
 * one that the store can never take, with an error in the log: the records behind it are not held up.
 */
export function projectBatch(database: Database, views: readonly View[], batch: RecordBatch, log: Logger): Promise<void> {
  const fold = (some: readonly View[], records: readonly LogRecord[]) => foldBatches(database, some, [{ ...batch, records }], log)
  return leavingOutUnstorable(
    batch.records,
    (records) => fold(views, records),
    (record) => fold([], [record]),
    log,
  )
}

/** Folds the records together; where the store refuses them, one by one, and those that it can never take are `left`. */
export async function leavingOutUnstorable(
  records: readonly LogRecord[],
  fold: (records: readonly LogRecord[]) => Promise<void>,
  left: (record: LogRecord) => Promise<void>,
  log: Logger,
): Promise<void> {
  try {
    await fold(records)
  } catch (error) {
    if (!isUnstorable(error)) throw error
    const [record, another] = records
    if (another) for (const one of records) await leavingOutUnstorable([one], fold, left, log)
    else if (record) {
      const { topic, partition, offset } = record
      log.error(
        { topic, partition, offset: String(offset), error: messageOf(error) },
        'record skipped by the projector: it cannot be stored',
      )
      await left(record)
    }
  }
}

/** Folds records into the views' tables, and writes the rows of `also` with them; gives the keys of what changed. */
export async function foldRecords(
  trx: AnyTables,
  kind: Database['kind'],
  views: readonly View[],
  records: readonly LogRecord[],
  log: Logger,
  also: readonly TableRows[] = [],
): Promise<string[]> {
  const changes = changesOf(views, records, log)
  for (let i = 0; i < changes.length; i += CHANGES_AT_ONCE) {
    const some = [...Map.groupBy(changes.slice(i, i + CHANGES_AT_ONCE), (change) => change.view)]
    const bodies = await bodiesOf(
      trx,
      kind,
      some.map(([{ name }, of]) => ({ table: name, keys: of.map(({ key }) => key) })),
    )
    const rows = some.map(([view, of], n) => evolved(view, of, bodies[n]))
    await put(trx, kind, i + CHANGES_AT_ONCE >= changes.length ? [...rows, ...also] : rows)
  }
  if (changes.length === 0 && also.length > 0) await put(trx, kind, also)
  return changes.map(({ view, key }) => changedKey(view.name, key))
}

const placeOf = ({ topic, partition }: { readonly topic: string; readonly partition: number }): string => `${topic}/${partition}`

/** Folds batches of different partitions: the rows' change and their positions in one transaction. Records that were folded before are left out. */
export async function foldBatches(database: Database, views: readonly View[], batches: readonly RecordBatch[], log: Logger): Promise<void> {
  if (batches.every(({ records }) => records.length === 0)) return
  const changed = await database.transaction<PositionTable, string[]>(async (trx) => {
    const places = batches.map(({ topic, partition }) => ({ topic, partition }))
    const known = database.kind === 'sqlite' ? await rowsOf<Position>(trx, POSITIONS, PLACE, places) : await lockedPositions(trx, places)
    const folded = new Map(known.map((row) => [placeOf(row), BigInt(row.next_offset)]))
    const fresh = batches.flatMap((batch) => {
      const records = batch.records.filter((record) => record.offset >= (folded.get(placeOf(batch)) ?? 0n))
      return records.length > 0 ? [{ ...batch, records }] : []
    })
    if (fresh.length === 0) return []
    const next = fresh.map(({ topic, partition, records }) => ({ topic, partition, next_offset: Number(records.at(-1)!.offset) + 1 }))
    const changes = await foldRecords(
      trx,
      database.kind,
      views,
      fresh.flatMap(({ records }) => records),
      log,
      [{ table: POSITIONS, key: PLACE, rows: next }],
    )
    return [...changes, ...next.map(positionKey)]
  }, DERIVED)
  await database.announce(PROJECTED, changed)
}

type Place = Pick<Position, 'topic' | 'partition'>

/** Rows that are not there yet are no two processes': a partition is one's. */
const lockedPositions = (trx: Kysely<PositionTable>, places: readonly Place[]): Promise<Position[]> =>
  trx
    .selectFrom(POSITIONS)
    .selectAll()
    .where((of) => of.or(places.map((place) => of.and(place))))
    .orderBy('topic')
    .orderBy('partition')
    .forUpdate()
    .execute()

/** Next offset to fold of each partition of a topic; absent partitions have not been folded at all. */
export const projectedPositions = async (database: Database, topic: string): Promise<Map<number, bigint>> =>
  (await projectedPositionsOf(database, [topic]))[0] ?? new Map()

/** The same of several topics, in their order. */
export async function projectedPositionsOf(database: Database, topics: readonly string[]): Promise<Map<number, bigint>[]> {
  const named = [...new Set(topics)]
  const rows = await database.tables<PositionTable>().selectFrom('projected_positions').selectAll().where('topic', 'in', named).execute()
  const byTopic = Map.groupBy(rows, ({ topic }) => topic)
  return topics.map((topic) => new Map((byTopic.get(topic) ?? []).map((r) => [r.partition, BigInt(r.next_offset)])))
}

/** Forgets how far the views have folded, and keeps their rows: for a log that began anew. */
export async function forgetPositions(database: Database): Promise<void> {
  await database.tables<PositionTable>().deleteFrom('projected_positions').execute()
}

/** Topics that the views fold. */
export const projectedTopics = (views: readonly View[]): string[] => [...new Set(views.flatMap((v) => v.on.map((e) => e.name)))].sort()

/** SQLite's primary result codes: too big, constraint, mismatch, range. */
const SQLITE_REFUSED: ReadonlySet<number | undefined> = new Set([18, 19, 20, 25])
/** PostgreSQL's classes of SQLSTATE: data exception, integrity constraint violation, program limit exceeded. */
const POSTGRES_REFUSED = /^(22|23|54)/

/** Whether the store refuses these values as such, so that to try again is in vain. */
function isUnstorable(error: unknown): boolean {
  if (SQLITE_REFUSED.has(sqliteCode(error))) return true
  return error instanceof Error && 'code' in error && POSTGRES_REFUSED.test(String(error.code))
}
