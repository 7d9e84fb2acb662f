export interface TimeLimit {
  /** Aborted with a TimeoutError once the time is over. */
  readonly signal: AbortSignal
  /** Nothing is left behind: the timer of `AbortSignal.timeout` lasts as long as its time, and holds what listens to it. */
  end(): void
}

/** A limit of `ms` for work that mostly ends long before. */
export function timeLimit(ms: number): TimeLimit {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException(`took longer than ${ms} ms`, 'TimeoutError')), ms).unref()
  return { signal: controller.signal, end: () => clearTimeout(timer) }
}
