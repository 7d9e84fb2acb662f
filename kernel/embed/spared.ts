import { isAway, WorkError } from '../runtime/errors.ts'
import type { Embedder, EmbedOptions } from './embedder.ts'

/** Where the endpoint does not say how long: soon at first, and short enough that its return is seen within seconds. */
const FIRST_MS = 500
const LONGEST_MS = 5_000
/** Whoever comes while another one asks whether it is back. */
const ASKED_MS = 1_000

/** What is known of an endpoint that is away or busy. */
interface Pause {
  readonly error: WorkError
  readonly times: number
  readonly until: number
}

/**
 * An embedder of one endpoint, which is spared while it is away or busy: of the work that waits (handlers, which name `uncounted`) one call asks
 * when the pause is over, and all others fail as that one did, without a call, until one got through. Whoever waits for an answer asks in any case.
 */
export function sparedEmbedder(embedder: Embedder, now: () => number = () => performance.now()): Embedder {
  let pause: Pause | undefined
  let asking = false

  const begin = (error: WorkError, times: number) => {
    const waitMs = Math.max(error.retryAfterMs ?? Math.min(LONGEST_MS, FIRST_MS * 2 ** (times - 1)), FIRST_MS)
    pause = { error, times, until: Math.max(pause?.until ?? 0, now() + waitMs) }
  }
  const spare = ({ error, until }: Pause): never => {
    const { code, message, retryable, cause } = error
    throw new WorkError(code, message, { retryable, retryAfterMs: Math.max(until - now(), ASKED_MS), cause })
  }

  async function embed(texts: readonly string[], kind: 'passage' | 'query', options: EmbedOptions = {}): Promise<Float32Array[]> {
    const before = pause
    const waits = options.uncounted !== undefined
    if (before && waits && (asking || now() < before.until)) spare(before)
    const asks = before !== undefined && waits
    asking ||= asks
    try {
      const vectors = await embedder.embed(texts, kind, options)
      pause = undefined
      return vectors
    } catch (error) {
      // An answer, however bad, is one.
      if (!options.signal?.aborted) {
        if (!isAway(error) || !(error instanceof WorkError)) pause = undefined
        else if (pause === before) begin(error, (before?.times ?? 0) + 1)
      }
      throw error
    } finally {
      if (asks) asking = false
    }
  }
  return { ...embedder, embed }
}
