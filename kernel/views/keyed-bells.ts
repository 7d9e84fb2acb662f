import type { Database } from '../store/database.ts'

type Waiting = Map<string, Set<() => void>>
const listening = new WeakMap<Database, Map<string, Waiting>>()

function wakeAll(waiting: Waiting, keys: Iterable<string>): void {
  for (const key of keys) {
    const wakers = waiting.get(key)
    waiting.delete(key)
    for (const wake of wakers ?? []) wake()
  }
}

/** Who waits on a channel, by key. One listener a channel and process, however many wait; it stays as long as the database. */
function waitingOn(database: Database, channel: string): Waiting {
  const channels = listening.get(database) ?? new Map<string, Waiting>()
  listening.set(database, channels)
  const known = channels.get(channel)
  if (known) return known
  const waiting: Waiting = new Map()
  channels.set(channel, waiting)
  // Without keys anything may have changed.
  database.onAnnounced(channel, (keys) => wakeAll(waiting, keys ?? [...waiting.keys()]))
  return waiting
}

/**
 * Resolves when a change of this key is announced, after `timeoutMs`, or when the signal is aborted: whoever waits for another key is
 * left alone. Ask before the look at what may change, so that no change falls between the two.
 */
export function keyChanged(database: Database, channel: string, key: string, timeoutMs: number, signal?: AbortSignal): Promise<void> {
  const waiting = waitingOn(database, channel)
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      const wakers = waiting.get(key)
      wakers?.delete(wake)
      if (wakers?.size === 0) waiting.delete(key)
      resolve()
    }
    const timer = setTimeout(wake, timeoutMs)
    const wakers = waiting.get(key) ?? new Set()
    waiting.set(key, wakers.add(wake))
    signal?.addEventListener('abort', wake, { once: true })
    if (signal?.aborted) wake()
  })
}
