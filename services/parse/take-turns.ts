export interface Turns {
  /** Runs the work when fewer than `most` are under way, first come, first served; rejects with the signal's reason when it aborts before. */
  take<T>(most: () => number, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

/** Work of which a bounded number is under way at once. */
export function createTurns(): Turns {
  let open = 0
  const waiting = new Set<() => void>()
  const wakeNext = () => {
    const [next] = waiting
    next?.()
  }
  const wait = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      // Who leaves must not stay in the queue: the turn that falls to it would be lost to the others.
      const leave = () => {
        waiting.delete(leave)
        signal.removeEventListener('abort', leave)
        resolve()
      }
      waiting.add(leave)
      signal.addEventListener('abort', leave, { once: true })
    })
  return {
    async take(most, signal, work) {
      signal.throwIfAborted()
      while (open >= most()) {
        await wait(signal)
        if (!signal.aborted) continue
        if (open < most()) wakeNext()
        throw signal.reason
      }
      open++
      try {
        return await work()
      } finally {
        open--
        wakeNext()
      }
    },
  }
}
