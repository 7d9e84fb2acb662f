import type { Database } from '../store/database.ts'
import { keyChanged } from './keyed-bells.ts'

/** A change of another process may be announced in vain; this often a waiting one looks by itself. */
const LOOK_EVERY_MS = 5_000

/** What wakes who waits. */
export interface Awaited {
  readonly database: Database
  readonly channel: string
  readonly key: string
  readonly signal?: AbortSignal | undefined
}

/** What `look` gives as soon as it is what is waited for: looked at again at each change of the key. What it is then, at the time limit. */
export async function untilSeen<T>(
  { database, channel, key, signal }: Awaited,
  look: () => Promise<T>,
  isEnough: (seen: T) => boolean,
  timeoutMs: number,
): Promise<T> {
  for (const end = Date.now() + timeoutMs; ; ) {
    const left = end - Date.now()
    // Listening starts before the look, so that no change falls between the two.
    const change = keyChanged(database, channel, key, Math.max(1, Math.min(LOOK_EVERY_MS, left)), signal)
    const seen = await look()
    if (isEnough(seen) || left <= 0 || signal?.aborted) return seen
    await change
  }
}
