export interface JoinedSignals {
  readonly signal: AbortSignal
  /** Listens no longer: nothing of it is left behind at signals that last. */
  end(): void
}

/**
 * Aborted with the first of these, with its reason, until `end`. What `AbortSignal.any` leaves at a signal that outlasts it (one that stops
 * a process, say) stays there until a full collection of garbage.
 */
export function joinSignals(...signals: readonly AbortSignal[]): JoinedSignals {
  const controller = new AbortController()
  const listening: (() => void)[] = []
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason)
    if (signal.aborted) {
      abort()
      break
    }
    signal.addEventListener('abort', abort, { once: true })
    listening.push(() => signal.removeEventListener('abort', abort))
  }
  return {
    signal: controller.signal,
    end() {
      for (const stop of listening.splice(0)) stop()
    },
  }
}
