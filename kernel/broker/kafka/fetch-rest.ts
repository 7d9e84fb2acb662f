/** First rest after a fetch that brought nothing new; each further one doubles it. */
const LEAST_MS = 10
/** Longest rest: what other processes put on the log comes so much later at most. */
const MOST_MS = 100
/** After a silence of this long it begins anew with the first. */
const QUIET_MS = 1000

export interface FetchRest {
  /** A fetch has ended; what it brought is told next, partition by partition. */
  fetched(): void
  /** So many of a partition's records were new. Resolves when the next fetch may begin: at once where any were. */
  brought(fresh: number): Promise<void>
  /** Ends the rest. */
  end(): void
}

/**
 * When a group's next fetch begins. Where fetches bring only what was handed over in this process, they rest, so that the records of some
 * time cost one fetch instead of one each; what only a fetch can bring lets the next one begin at once. `beforeNext` is called after a rest.
 */
export function createFetchRest(beforeNext: () => void): FetchRest {
  let restMs = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let isFresh = false
  let resting: { readonly over: Promise<void>; readonly end: () => void } | undefined

  function begin(): NonNullable<typeof resting> {
    const now = performance.now()
    restMs = now - lastAt > QUIET_MS + restMs ? LEAST_MS : Math.min(restMs * 2, MOST_MS)
    lastAt = now
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, restMs)
    const over = promise.then(beforeNext)
    return {
      over,
      end() {
        clearTimeout(timer)
        resolve()
      },
    }
  }

  return {
    fetched() {
      resting = undefined
      isFresh = false
    },
    async brought(fresh) {
      if (fresh > 0) {
        isFresh = true
        lastAt = Number.NEGATIVE_INFINITY
        resting?.end()
      }
      if (isFresh) return
      resting ??= begin()
      await resting.over
    },
    end: () => resting?.end(),
  }
}
