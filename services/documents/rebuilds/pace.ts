import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../kernel/store/database.ts'
import { findRebuild } from './rebuild-row.ts'

/** A change of the pace holds this soon. */
const LOOK_EVERY_MS = 500
const MINUTE = 60_000

interface Pace {
  /** Resolves when the next document may be worked on. Rejects with the signal's reason. */
  pass(signal: AbortSignal): Promise<void>
  paused(): boolean
}

/** Lets documents through one after the other: as fast as they come, at a rate, or not at all while the rebuild is paused. */
export function createPace(database: Database, id: string, now: () => number = () => performance.now()): Pace {
  let known: { paused: boolean; rate: number | null } = { paused: false, rate: null }
  let lookAgainAt = 0
  let nextAt = 0
  const look = async () => {
    if (now() < lookAgainAt) return
    lookAgainAt = now() + LOOK_EVERY_MS
    const row = await findRebuild(database, id)
    if (row) known = { paused: row.paused, rate: row.rate }
  }
  return {
    paused: () => known.paused,
    async pass(signal) {
      for (;;) {
        signal.throwIfAborted()
        await look()
        const wait = known.paused ? LOOK_EVERY_MS : known.rate === null ? 0 : nextAt - now()
        if (wait <= 0) break
        await pause(Math.min(wait, LOOK_EVERY_MS), undefined, { signal })
      }
      if (known.rate !== null) nextAt = Math.max(nextAt, now()) + MINUTE / known.rate
    },
  }
}
