import type { LogRecord } from '../broker/broker.ts'
import type { Database, Migration } from '../store/database.ts'

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

interface DeliveryTable {
  deliveries: { consumer: string; topic: string; partition: number; record_offset: number; count: number }
}

export const deliveriesMigration: Migration = {
  name: '000-deliveries',
  up: async (db) => {
    await db.schema
      .createTable('deliveries')
      .addColumn('consumer', 'varchar(100)', (c) => c.notNull())
      .addColumn('topic', 'varchar(200)', (c) => c.notNull())
      .addColumn('partition', 'integer', (c) => c.notNull())
      .addColumn('record_offset', 'bigint', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('deliveries_pk', ['consumer', 'topic', 'partition', 'record_offset'])
      .execute()
  },
}

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
