import type { EventDraft } from '../../schemas/event.ts'
import type { Cause } from '../broker/record-of.ts'
import type { Ports } from '../ports.ts'
import { ApiError } from '../runtime/errors.ts'
import { changeAndTell } from './outbox.ts'

/**
 * Leaves events in the store, for whoever lives to publish them; where the store does not answer, the log gets them at once. Not flushed
 * by itself: the embedded store keeps them over the process's death, and loses the last ones to a power failure.
 */
export const tellBy =
  (
    { database, clock }: Pick<Ports, 'database' | 'clock'>,
    source: string,
    publish: (drafts: readonly EventDraft[], cause: Cause) => Promise<unknown>,
  ) =>
  async (drafts: readonly EventDraft[], cause: Cause): Promise<void> => {
    try {
      await changeAndTell(database, { source, cause, now: clock.now() }, async (_trx, tell) => tell(...drafts), {
        derived: true,
        single: drafts.length === 1,
      })
    } catch (error) {
      if (error instanceof ApiError) throw error
      await publish(drafts, cause)
    }
  }
