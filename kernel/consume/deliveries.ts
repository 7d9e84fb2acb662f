import type { LogRecord } from '../broker/broker.ts'
import type { Database } from '../store/database.ts'
import { defineTables, type TablesOf } from '../store/define-tables.ts'

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

export function databaseDeliveries(database: Database): Deliveries {
  const table = () => database.tables<DeliveryTable>()
  return {
    async begin(consumer, { topic, partition, offset }) {
      const row = await table()
        .insertInto('deliveries')
        .values({ consumer, topic, partition, record_offset: Number(offset), count: 1 })
        .onConflict((c) =>
          c.columns(['consumer', 'topic', 'partition', 'record_offset']).doUpdateSet((e) => ({ count: e('deliveries.count', '+', 1) })),
        )
        .returning('count')
        .executeTakeFirstOrThrow()
      return row.count
    },
    async finish(consumer, topic, partition, offset) {
      await table()
        .deleteFrom('deliveries')
        .where('consumer', '=', consumer)
        .where('topic', '=', topic)
        .where('partition', '=', partition)
        .where('record_offset', '<=', Number(offset))
        .execute()
    },
  }
}

/** Forgets all of them: for a log that began anew, whose offsets are other records'. */
export async function forgetDeliveries(database: Database): Promise<void> {
  await database.tables<DeliveryTable>().deleteFrom('deliveries').execute()
}
