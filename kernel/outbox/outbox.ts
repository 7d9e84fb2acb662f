import type { Kysely } from 'kysely'
import type { EventDraft } from '../../schemas/event.ts'
import type { OutgoingRecord } from '../broker/broker.ts'
import { checkRecordSizes } from '../broker/record-limit.ts'
import { type EventOrigin, recordOf } from '../broker/record-of.ts'
import { newId } from '../runtime/ids.ts'
import type { AnyTables, Database, TransactionOptions } from '../store/database.ts'
import { defineTables, type TablesOf } from '../store/define-tables.ts'

/** Channel on which new rows of the outbox are announced. */
export const OUTBOX = 'outbox'

export const outboxMigration = defineTables('001-outbox', {
  /** Records that a transaction decided on and that are not known to be on the log, in the order of `seq`. */
  outbox: {
    columns: {
      seq: 'serial',
      id: 'varchar(100)',
      topic: 'varchar(200)',
      key: 'text',
      value: 'text',
      /** JSON. */
      headers: 'text',
      /** Why the log will never take it: it stays for a person to see, and holds up none behind it. */
      refused: 'text?',
    },
    unique: 'id',
  },
})
export type OutboxTables = TablesOf<typeof outboxMigration>

/** Rows of one statement: SQLite binds at most 32,766 values. */
export const ROWS_AT_ONCE = 500

/**
 * Puts records into the outbox, inside of the transaction whose facts they tell; one that is there already stays one. Announce OUTBOX
 * after the commit, or use `changeAndTell`. ApiError payload_too_large for a record that no log takes.
 */
export async function addToOutbox(trx: AnyTables, records: readonly OutgoingRecord[]): Promise<void> {
  checkRecordSizes(records)
  const rows = records.map(({ topic, key, value, headers }) => ({
    id: headers.ce_id ?? newId(),
    topic,
    key,
    value: Buffer.from(value).toString('utf8'),
    headers: JSON.stringify(headers),
    refused: null,
  }))
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
    await trx
      .insertInto('outbox')
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      .onConflict((c) => c.column('id').doNothing())
      .execute()
}

/**
 * A change of state and its events in one transaction: both hold, or neither. What `work` tells goes into the outbox as the last thing
 * before the commit, when it holds the rows that it changes, so that the events of one thing stand in the order of its changes. They
 * are on the log soon afterwards, published by whichever process lives; at least once, each with one id.
 */
export async function changeAndTell<Tables, Result>(
  database: Database,
  origin: EventOrigin,
  work: (trx: Kysely<Tables>, tell: (...drafts: readonly EventDraft[]) => void) => Promise<Result>,
  options?: TransactionOptions,
): Promise<Result> {
  let told = 0
  const result = await database.transaction<Tables, Result>(async (trx) => {
    const drafts: EventDraft[] = []
    const done = await work(trx, (...more) => void drafts.push(...more))
    told = drafts.length
    await addToOutbox(
      trx,
      drafts.map((draft) => recordOf(draft, origin)),
    )
    return done
  }, options)
  // Nobody who changes something waits for those who hear of it.
  if (told > 0) void announceOutbox(database)
  return result
}

/** The change holds already: a publisher that is not woken looks by itself soon. */
export const announceOutbox = (database: Database): Promise<void> => database.announce(OUTBOX).catch(() => undefined)
