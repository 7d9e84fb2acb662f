import { messageOf, WorkError } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { Database } from '../store/database.ts'

/** Channel on which it is announced that something was cancelled; what that was, each arbiter tells those who ask it. */
const CANCELLED = 'cancelled'
/** How long a process may go without noticing a cancellation whose announcement it missed. */
const LOOK_EVERY_MS = 750

/** Tells every process that something was cancelled, once its arbiter says so. Never rejects: whoever misses it looks by himself. */
export const announceCancellation = (database: Pick<Database, 'announce'>): Promise<void> =>
  database.announce(CANCELLED).catch(() => undefined)

export interface CancellationWatch {
  /** Aborted with WorkError `cancelled` within a second of the cancellation, in whichever process it was accepted. */
  readonly signal: AbortSignal
  end(): void
}

/** Asks at each announcement, and every 750 ms, whether the work was cancelled. An arbiter that is away is asked again. */
export function watchCancellation(
  database: Pick<Database, 'onAnnounced'>,
  isCancelled: () => Promise<boolean>,
  log: () => Logger,
): CancellationWatch {
  const controller = new AbortController()
  let looking = false
  let again = false
  const ask = async () => {
    try {
      if (await isCancelled()) controller.abort(new WorkError('cancelled', 'cancelled while it was under way'))
    } catch (error) {
      log().debug({ error: messageOf(error) }, 'whether this was cancelled could not be asked')
    }
  }
  const look = async () => {
    // What was announced while an answer was under way may not be in it.
    again = looking
    if (looking) return
    looking = true
    do {
      again = false
      await ask()
    } while (again && !controller.signal.aborted)
    looking = false
  }
  const stopListening = database.onAnnounced(CANCELLED, look)
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return {
    signal: controller.signal,
    end() {
      stopListening()
      clearInterval(timer)
    },
  }
}
