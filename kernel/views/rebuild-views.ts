import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Broker, LogRecord } from '../broker/broker.ts'
import { newId } from '../runtime/ids.ts'
import type { Logger } from '../runtime/log.ts'
import type { AnyTables, Database } from '../store/database.ts'
import type { View } from './define-view.ts'
import { foldTogether } from './fold-together.ts'
import { foldRecords, leavingOutUnstorable, type PositionTable, PROJECTED, projectedTopics } from './project.ts'

const LOOK_EVERY_MS = 20
/** Where a rebuild notes that it is the latest one: of two at once the earlier gives up. */
const MARK = { topic: 'rebuild', partition: 0 }

/** Why a rebuild gave up. */
export const OVERTAKEN = 'another rebuild of views has begun since; this one gives up'

const besideOf = ({ name }: View): string => `${name}__next`
const placeOf = (topic: string, partition: number): string => `${topic}/${partition}`

export interface Rebuild {
  readonly broker: Broker
  readonly database: Database
  readonly views: readonly View[]
  readonly log: Logger
}

/**
 * Folds the views anew from the beginning of their topics, beside the ones that are read and that the projector goes on with, then puts
 * the new rows in the place of the old ones in one transaction. Readers see the one or the other. Gives how many records were folded.
 * Rejects, and leaves everything as it was, where another rebuild begins meanwhile.
 */
export async function rebuildViews({ broker, database, views, log }: Rebuild): Promise<number> {
  const topics = projectedTopics(views)
  const mark = randomInt(2 ** 47)
  const beside = views.map((view): View => ({ ...view, name: besideOf(view) }))
  await database.transaction<PositionTable, void>((trx) => begin(trx, database.kind, views, mark))
  const ends = new Map<string, bigint>()
  const next = new Map<string, bigint>()
  for (const topic of topics)
    for (const { partition, earliest, latest } of await broker.partitions(topic)) {
      ends.set(placeOf(topic, partition), latest)
      next.set(placeOf(topic, partition), latest > earliest ? earliest : latest)
    }
  let records = 0
  const { promise: overtaken, reject } = Promise.withResolvers<never>()
  overtaken.catch(() => undefined)
  const fold = (some: readonly LogRecord[]) =>
    database.transaction<PositionTable, void>(
      async (trx) => {
        if (await isMarked(trx, mark)) await foldRecords(trx, database.kind, beside, some, log)
        else reject(new Error(OVERTAKEN))
      },
      { derived: true },
    )
  const foldSome = foldTogether(
    (batches) => fold(batches.flatMap((batch) => batch.records)),
    (batch) => leavingOutUnstorable(batch.records, fold, async () => {}, log),
  )
  const subscription = await broker.subscribe({
    group: `rebuild-${newId()}`,
    topics,
    from: 'beginning',
    maxBatch: 500,
    async handle(batch) {
      await foldSome(batch)
      const last = batch.records.at(-1)
      if (last) next.set(placeOf(batch.topic, batch.partition), last.offset + 1n)
      records += batch.records.length
    },
  })
  const isAt = (place: string, position: bigint) => (next.get(place) ?? 0n) >= position
  try {
    while (![...ends].every(([place, end]) => isAt(place, end))) await Promise.race([delay(LOOK_EVERY_MS), subscription.crashed, overtaken])
    while (!(await database.transaction<PositionTable, boolean>((trx) => swap(trx, database.kind, { views, topics, mark, isAt }))))
      await Promise.race([delay(LOOK_EVERY_MS), subscription.crashed, overtaken])
  } finally {
    await subscription.stop()
  }
  await database.transaction<PositionTable, void>((trx) => clearAway(trx, views, mark))
  await database.announce(PROJECTED)
  return records
}

async function isMarked(trx: Kysely<PositionTable>, mark: number): Promise<boolean> {
  const row = await trx.selectFrom('projected_positions').select('next_offset').where('topic', '=', MARK.topic).executeTakeFirst()
  return row?.next_offset === mark
}

async function begin(trx: AnyTables, kind: Database['kind'], views: readonly View[], mark: number): Promise<void> {
  await trx
    .insertInto('projected_positions')
    .values({ ...MARK, next_offset: mark })
    .onConflict((c) => c.columns(['topic', 'partition']).doUpdateSet({ next_offset: mark }))
    .execute()
  for (const view of views) {
    // What a rebuild that died left behind.
    await trx.schema.dropTable(besideOf(view)).ifExists().execute()
    await (kind === 'postgres' ? copyPostgresTable(trx, view) : copySqliteTable(trx, view))
  }
}

async function copyPostgresTable(trx: AnyTables, view: View): Promise<void> {
  const [table, like] = [sql.table(besideOf(view)), sql.table(view.name)]
  await sql`create table ${table} (like ${like} including defaults including constraints, primary key (key))`.execute(trx)
}

/** SQLite keeps the statement that made a table. */
async function copySqliteTable(trx: AnyTables, view: View): Promise<void> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where type = 'table' and name = ${view.name}`.execute(trx)
  const made = rows[0]?.sql.replace(/^CREATE TABLE\s+("[^"]+"|\S+)/i, () => `CREATE TABLE "${besideOf(view)}"`)
  if (!made) throw new Error(`the view ${view.name} has no table`)
  await sql.raw(made).execute(trx)
}

interface Swap {
  readonly views: readonly View[]
  readonly topics: readonly string[]
  readonly mark: number
  /** Whether the rows beside have everything up to this position. */
  readonly isAt: (place: string, position: bigint) => boolean
}

/**
 * False where the rows beside are behind those that are read. What they are ahead of them the projector folds into them again, which
 * changes nothing.
 */
async function swap(trx: Kysely<PositionTable>, kind: Database['kind'], { views, topics, mark, isAt }: Swap): Promise<boolean> {
  // No batch is folded from here on until the new rows are in place.
  if (kind === 'postgres') await sql`lock table projected_positions in exclusive mode`.execute(trx)
  if (!(await isMarked(trx, mark))) throw new Error(OVERTAKEN)
  const folded = await trx.selectFrom('projected_positions').selectAll().where('topic', 'in', topics).execute()
  if (!folded.every(({ topic, partition, next_offset }) => isAt(placeOf(topic, partition), BigInt(next_offset)))) return false
  for (const view of views) {
    const [old, made] = [sql.table(view.name), sql.table(besideOf(view))]
    await sql`delete from ${old}`.execute(trx)
    // In the order in which they were folded, which SQLite keeps in its row ids.
    await sql`insert into ${old} select * from ${made} ${kind === 'sqlite' ? sql`order by rowid` : sql``}`.execute(trx)
  }
  return true
}

/** Takes away what lay beside, unless another rebuild has it by now. */
async function clearAway(trx: Kysely<PositionTable>, views: readonly View[], mark: number): Promise<void> {
  const table = trx.deleteFrom('projected_positions').where('topic', '=', MARK.topic).where('next_offset', '=', mark)
  if (Number((await table.executeTakeFirst()).numDeletedRows) === 0) return
  for (const view of views) await trx.schema.dropTable(besideOf(view)).execute()
}
