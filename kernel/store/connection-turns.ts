import { callOnce } from '../runtime/concurrency/take-turns.ts'

interface Waiter {
  readonly since: number
  readonly begin: () => void
  timer?: NodeJS.Timeout
}

export interface ConnectionTurns {
  /** Resolves when a connection is free for whoever asks, with the function that gives it back; rejects with `busy()`. */
  enter(): Promise<() => void>
  /** How many wait. */
  waiting(): number
}

/**
 * Turns at `most` connections, first come first served. Whoever waits is refused where none has become free for `stuckMs`, which is a fault,
 * and after `longestMs` where they do become free, which is a queue.
 */
export function connectionTurns({
  most,
  stuckMs,
  longestMs,
  busy,
}: {
  readonly most: number
  readonly stuckMs: number
  readonly longestMs: number
  readonly busy: (waitedMs: number) => Error
}): ConnectionTurns {
  const line = new Set<Waiter>()
  let open = 0
  let freedAt = 0
  const beginNext = () => {
    for (const waiter of line) {
      if (open >= most) return
      line.delete(waiter)
      clearTimeout(waiter.timer)
      open++
      waiter.begin()
    }
  }
  const leave = () => {
    open--
    freedAt = performance.now()
    beginNext()
  }
  const isDue = ({ since }: Waiter, at: number) => at - Math.max(since, freedAt) >= stuckMs || at - since >= longestMs
  const refuseWhenDue = (waiter: Waiter, refuse: (error: Error) => void): void => {
    const look = () => {
      const at = performance.now()
      if (!line.has(waiter)) return
      if (!isDue(waiter, at)) return refuseWhenDue(waiter, refuse)
      line.delete(waiter)
      refuse(busy(at - waiter.since))
    }
    const due = Math.min(Math.max(waiter.since, freedAt) + stuckMs, waiter.since + longestMs)
    // After a stall of this process timers come first: what the server has answered meanwhile counts.
    waiter.timer = setTimeout(() => setImmediate(look), Math.max(1, due - performance.now()))
  }
  return {
    waiting: () => line.size,
    enter: () =>
      new Promise((resolve, reject) => {
        const waiter: Waiter = { since: performance.now(), begin: () => resolve(callOnce(leave)) }
        line.add(waiter)
        beginNext()
        if (line.has(waiter)) refuseWhenDue(waiter, reject)
      }),
  }
}
