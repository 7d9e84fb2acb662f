/** Work of one kind that a process does a bounded number of at a time, whichever consumers and partitions it comes from. */
export interface Lane {
  readonly name: string
  /** Places in each process. */
  readonly concurrency: number
  /** Waits for a place, first come first served; gives the function that leaves it. Rejects when the signal is aborted. */
  take(signal: AbortSignal): Promise<() => void>
  /** Places that are taken. */
  busy(): number
}

/** A lane is shared by being the same value. */
export function defineLane(name: string, concurrency: number): Lane {
  const waiting: (() => void)[] = []
  let taken = 0
  /** Leaves the place once, to the next in line. */
  const place = () => {
    let left = false
    return () => {
      if (left) return
      left = true
      const next = waiting.shift()
      if (next) next()
      else taken--
    }
  }
  return {
    name,
    concurrency,
    busy: () => taken,
    take(signal) {
      if (signal.aborted) return Promise.reject(signal.reason)
      if (taken < concurrency) {
        taken++
        return Promise.resolve(place())
      }
      return new Promise((resolve, reject) => {
        const give = () => {
          signal.removeEventListener('abort', leave)
          resolve(place())
        }
        const leave = () => {
          const at = waiting.indexOf(give)
          if (at >= 0) waiting.splice(at, 1)
          reject(signal.reason)
        }
        waiting.push(give)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
