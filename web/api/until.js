const EVERY_MS = 700
const LONGEST_MS = 15_000

/** No answer, too many calls, or a fault of the server: what was asked may be asked again. */
export const passes = ({ status }) => status === 0 || status === 429 || status >= 500

/**
 * Asks until something is over, and resolves with how it ended; with undefined once `signal` has aborted. What passes is waited out, longer
 * each time, at most `tries` times in a row; anything else rejects.
 * @template State
 * @param {() => Promise<State>} read
 * @param {(state: State) => boolean} isOver
 * @param {{ onState?: (state: State) => void, everyMs?: number, signal?: AbortSignal, tries?: number }} [how] `onState`: with each state
 * before the last
 * @returns {Promise<State | undefined>}
 */
export async function until(read, isOver, { onState = () => undefined, everyMs = EVERY_MS, signal, tries = 4 } = {}) {
  for (let failed = 0; !signal?.aborted; ) {
    let wait = everyMs
    try {
      const state = await read()
      if (signal?.aborted) return undefined
      if (isOver(state)) return state
      onState(state)
      failed = 0
    } catch (error) {
      if (signal?.aborted) return undefined
      failed += 1
      if (!passes(error) || failed >= tries) throw error
      wait = error.retryAfterMs ?? Math.min(LONGEST_MS, everyMs * 2 ** failed)
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  return undefined
}
