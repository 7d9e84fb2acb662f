export interface Deadline {
  /** Aborted when the time is up. */
  readonly signal: AbortSignal
  /** The same promise; the time until it settles does not count. */
  uncounted<T>(wait: Promise<T>): Promise<T>
  /** Nothing is aborted any more. */
  end(): void
}

/** A deadline that stands still while its work waits for a place that others hold. */
export function startDeadline(timeoutMs: number): Deadline {
  const controller = new AbortController()
  const abort = () => controller.abort(new DOMException(`not done within ${timeoutMs} ms`, 'TimeoutError'))
  let left = timeoutMs
  let since = performance.now()
  let waits = 0
  let ended = false
  let timer = setTimeout(abort, left).unref()
  return {
    signal: controller.signal,
    async uncounted(wait) {
      if (waits++ === 0) {
        clearTimeout(timer)
        left -= performance.now() - since
      }
      try {
        return await wait
      } finally {
        if (--waits === 0 && !ended) {
          since = performance.now()
          timer = setTimeout(abort, left).unref()
        }
      }
    },
    end() {
      ended = true
      clearTimeout(timer)
    },
  }
}
