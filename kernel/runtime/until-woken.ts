import { setTimeout as delay } from 'node:timers/promises'

/** A bell that is never rung in vain: a ring while nobody waits ends the next wait at once. */
export interface Bell {
  /** Resolves at a ring since the last call, at a ring to come, after `ms`, or when the signal is aborted. */
  next(ms: number, signal: AbortSignal): Promise<void>
  /** Resolves after `ms` or when the signal is aborted, however often it rings. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  close(): void
}

/** `listen` gets the function that rings and gives the one that ends the listening. */
export function untilWoken(listen: (ring: () => void) => () => void): Bell {
  let rung = false
  let wake: () => void = () => undefined
  const close = listen(() => {
    rung = true
    wake()
  })
  return {
    async next(ms, signal) {
      if (!rung && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = () => {
            clearTimeout(timer)
            signal.removeEventListener('abort', wake)
            resolve()
          }
          // Longer than a timer can run (24 days) is as good as for ever.
          const timer = ms < 2 ** 31 ? setTimeout(wake, ms) : undefined
          signal.addEventListener('abort', wake, { once: true })
        })
      rung = false
    },
    pause: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
    close,
  }
}
