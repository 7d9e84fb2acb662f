import { messageOf } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { Database } from '../store/database.ts'

/** How long a process may go without noticing a change whose announcement it missed. */
const LOOK_EVERY_MS = 750

export interface Following {
  readonly database: Pick<Database, 'changed'>
  readonly channel: string
  /** Brings what is followed up to the database. */
  readonly refresh: () => Promise<void>
  /** What is followed, for the log. */
  readonly what: string
  readonly log: Logger
}

/** Calls `refresh` at every announcement on the channel, and from time to time, until `stop`. Resolves after the first time. */
export async function followChanges({ database, channel, refresh, what, log }: Following): Promise<{ stop(): void }> {
  let stopped = false
  let failing = false
  await refresh()
  const follow = async () => {
    while (!stopped) {
      try {
        await database.changed(channel, LOOK_EVERY_MS)
        if (stopped) return
        await refresh()
        failing = false
      } catch (error) {
        if (!failing && !stopped) log.warn({ error: messageOf(error) }, `${what} cannot be read; the last known ones hold`)
        failing = true
      }
    }
  }
  void follow()
  return {
    stop() {
      stopped = true
    },
  }
}
