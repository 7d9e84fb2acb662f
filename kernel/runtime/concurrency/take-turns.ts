import { createFairQueue } from './fair-queue.ts'

/** Who wants a turn. */
export interface TurnRequest {
  readonly caller?: string | undefined
  /** How many may be under way at once, now. */
  readonly most: () => number
  readonly signal: AbortSignal
}

export interface Turns {
  /** Resolves when it is the caller's turn, with the function that ends it; rejects with the signal's reason when it aborts before. */
  enter(request: TurnRequest): Promise<() => void>
  /** Runs the work within a turn. */
  take<T>(request: TurnRequest, work: () => Promise<T>): Promise<T>
  /** How many are under way. */
  busy(): number
}

interface Waiter {
  readonly most: () => number
  readonly begin: () => void
}

/** Calls `end` the first time that it is called, and does nothing after that. */
export function callOnce(end: () => void): () => void {
  let ended = false
  return () => {
    if (ended) return
    ended = true
    end()
  }
}

/** Work of which a bounded number is under way at once, by fair turns of the callers. */
export function createTurns(): Turns {
  let open = 0
  const waiting = createFairQueue<Waiter>()
  const beginNext = () => {
    for (let next = waiting.take(({ most }) => open < most()); next; next = waiting.take(({ most }) => open < most())) {
      open++
      next.begin()
    }
  }
  const leave = () => {
    open--
    beginNext()
  }

  const enter: Turns['enter'] = ({ caller, most, signal }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const abort = () => {
        if (waiting.remove(waiter)) reject(signal.reason)
      }
      const waiter: Waiter = {
        most,
        begin() {
          signal.removeEventListener('abort', abort)
          resolve(callOnce(leave))
        },
      }
      signal.addEventListener('abort', abort, { once: true })
      waiting.add(caller, waiter)
      beginNext()
    })

  return {
    enter,
    busy: () => open,
    async take(request, work) {
      const end = await enter(request)
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
