export interface Deadline {
  /** Aborted when the time is up. */
  readonly signal: AbortSignal
  /** The same promise; the time until it settles does not count. */
  uncounted<T>(wait: Promise<T>): Promise<T>
  /** Nothing is aborted any more. */
  end(): void
}

/** A deadline that stands still while its work waits for a place that others hold; `outer` ends the work as well, with its own reason. */
export function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  const follow = () => controller.abort(outer?.reason)
  if (outer?.aborted) follow()
  else outer?.addEventListener('abort', follow, { once: true })
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
      outer?.removeEventListener('abort', follow)
    },
  }
}
