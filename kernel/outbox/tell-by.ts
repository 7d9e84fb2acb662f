import type { EventDraft } from '../../schemas/event.ts'
import type { OutgoingRecord } from '../broker/broker.ts'
import { checkRecordSizes } from '../broker/record-limit.ts'
import { type Cause, recordOf } from '../broker/record-of.ts'
import type { Ports } from '../ports.ts'
import { gather } from '../runtime/concurrency/gather.ts'
import { ApiError } from '../runtime/errors.ts'
import type { Database } from '../store/database.ts'
import { addToOutbox, announceOutbox, ROWS_AT_ONCE } from './outbox.ts'

/**
 * Leaves events in the store, for whoever lives to publish them; where the store does not answer, the log gets them at once. Not flushed
 * by itself: the embedded store keeps them over the process's death, and loses the last ones to a power failure.
 */
export function tellBy(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  source: string,
  publish: (drafts: readonly EventDraft[], cause: Cause) => Promise<unknown>,
): (drafts: readonly EventDraft[], cause: Cause) => Promise<void> {
  const put = gather(putTogether(database))
  return async (drafts, cause) => {
    const records = drafts.map((draft) => recordOf(draft, { source, cause, now: clock.now() }))
    // One that no log takes fails those alone who told it.
    checkRecordSizes(records)
    try {
      await put(records)
    } catch (error) {
      if (error instanceof ApiError) throw error
      await publish(drafts, cause)
    }
  }
}

/** What many requests tell while a statement is under way is the next one: a busy edge needs no more connections than a quiet one. */
const putTogether = (database: Database) => async (told: readonly (readonly OutgoingRecord[])[]) => {
  const records = told.flat()
  const options = { derived: true, single: records.length <= ROWS_AT_ONCE }
  if (records.length > 0) await database.transaction((trx) => addToOutbox(trx, records), options)
  // Nobody who tells something waits for those who hear of it.
  void announceOutbox(database)
  return told.map(() => undefined)
}
