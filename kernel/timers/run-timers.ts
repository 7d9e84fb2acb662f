import type { Clock } from '../runtime/clock.ts'
import { whileRunning } from '../runtime/concurrency/while-running.ts'
import { messageOf } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { Database } from '../store/database.ts'
import { fireTimers, TIMERS } from './timers.ts'

/** A notification may be lost, and clocks are set: no wait is longer. */
const LONGEST_WAIT_MS = 10_000
/** Another process has just taken what is due. */
const SHORTEST_WAIT_MS = 20
const RETRY_MS = 1_000

/** Fires timers at their time, in every process that lives; each fires once. */
export function runTimers({ database, clock, log }: { database: Database; clock: Clock; log: Logger }): { stop(): Promise<void> } {
  return whileRunning(
    (ring) => database.onAnnounced(TIMERS, ring),
    async (bell) => {
      let wait = LONGEST_WAIT_MS
      try {
        const next = await fireTimers(database, clock)
        if (next !== undefined) wait = Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, next - clock.now()))
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'timers were not fired, trying again')
        wait = RETRY_MS
      }
      await bell.next(wait)
    },
  )
}
