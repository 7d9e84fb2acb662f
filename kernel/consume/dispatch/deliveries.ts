import type { LogRecord } from '../../broker/broker.ts'
import { gather } from '../../runtime/concurrency/gather.ts'
import type { Database } from '../../store/database.ts'
import { defineTables, type TablesOf } from '../../store/define-tables.ts'

/** From this delivery on a record runs alone: it was under way at several deaths of a process, and may be why. */
export const ALONE_FROM = 4
/** A record that was under way at this many deaths is given up. Far above what a run of bad luck makes likely. */
export const MAX_DELIVERIES = 40

/** Remembers which records were under way when a process died, over the process's death. */
export interface Deliveries {
  /** Counts one delivery and returns how many there were, this one included. */
  begin(consumer: string, record: LogRecord): Promise<number>
  /** Forgets the records of a partition up to and with this offset. */
  finish(consumer: string, topic: string, partition: number, offset: bigint): Promise<void>
}

export const deliveriesMigration = defineTables('000-deliveries', {
  deliveries: {
    columns: { consumer: 'varchar(100)', topic: 'varchar(200)', partition: 'integer', record_offset: 'bigint', count: 'integer' },
    primaryKey: ['consumer', 'topic', 'partition', 'record_offset'],
  },
})
type DeliveryTable = TablesOf<typeof deliveriesMigration>

/** A power failure may undo what was counted: what a record may end is the process, and that keeps it. */
const DERIVED = { derived: true, single: true }

interface Finished {
  readonly consumer: string
  readonly topic: string
  readonly partition: number
  readonly offset: bigint
}

/** What is asked while a statement is under way goes into the next one, of all consumers together. */
export function databaseDeliveries(database: Database): Deliveries {
  const begin = gather(async (records: readonly Finished[]) => {
    const counted = await database.transaction<DeliveryTable, Map<string, number>>(async (trx) => {
      const rows = await trx
        .insertInto('deliveries')
        .values([...Map.groupBy(records, placeOf)].sort(byPlace).map(([, same]) => ({ ...rowOf(same[0]!), count: same.length })))
        .onConflict((c) =>
          c
            .columns(['consumer', 'topic', 'partition', 'record_offset'])
            .doUpdateSet((e) => ({ count: e('deliveries.count', '+', e.ref('excluded.count')) })),
        )
        .returningAll()
        .execute()
      return new Map(rows.map((row) => [placeOf({ ...row, offset: BigInt(row.record_offset) }), row.count]))
    }, DERIVED)
    return records.map((record) => counted.get(placeOf(record)) ?? 1)
  })
  const finish = gather(async (ends: readonly Finished[]) => {
    await database.transaction<DeliveryTable, unknown>(
      (trx) =>
        trx
          .deleteFrom('deliveries')
          .where((of) =>
            of.or(
              ends.map((end) => {
                const { record_offset, ...place } = rowOf(end)
                return of.and([of.and(place), of('record_offset', '<=', record_offset)])
              }),
            ),
          )
          .execute(),
      DERIVED,
    )
    return ends.map(() => undefined)
  })
  return {
    begin: (consumer, { topic, partition, offset }) => begin({ consumer, topic, partition, offset }),
    finish: (consumer, topic, partition, offset) => finish({ consumer, topic, partition, offset }),
  }
}

const rowOf = ({ offset, ...place }: Finished) => ({ ...place, record_offset: Number(offset) })
const placeOf = ({ consumer, topic, partition, offset }: Finished): string => `${consumer}/${topic}/${partition}/${offset}`
/** One order, so that two processes do not wait for each other's rows. */
const byPlace = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

/** Forgets all of them: for a log that began anew, whose offsets are other records'. */
export async function forgetDeliveries(database: Database): Promise<void> {
  await database.tables<DeliveryTable>().deleteFrom('deliveries').execute()
}
