import { setTimeout as delay } from 'node:timers/promises'

/** A bell that is never rung in vain: a ring while nobody waits ends the next wait at once. */
export interface Bell {
  /** Resolves at a ring since the last call, at a ring to come, after `ms`, or at the stop. */
  next(ms: number): Promise<void>
  /** Resolves after `ms` or at the stop, however often it rings. */
  pause(ms: number): Promise<void>
}

/** Repeats `round` until it is stopped. `listen` gets the function that rings and gives the one that ends the listening. */
export function whileRunning(
  listen: (ring: () => void) => () => void,
  round: (bell: Bell) => Promise<void>,
): { /** Resolves when the round that is under way has ended. */ stop(): Promise<void> } {
  const stopping = new AbortController()
  let rung = false
  let wake: () => void = () => undefined
  const close = listen(() => {
    rung = true
    wake()
  })
  const bell: Bell = {
    async next(ms) {
      if (!rung && !stopping.signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        // Longer than a timer can run (24 days) is as good as for ever.
        const timer = ms < 2 ** 31 ? setTimeout(resolve, ms) : undefined
        await promise
        clearTimeout(timer)
      }
      rung = false
    },
    pause: (ms) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined),
  }
  const run = async () => {
    while (!stopping.signal.aborted) await round(bell)
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      wake()
      await running
      close()
    },
  }
}
