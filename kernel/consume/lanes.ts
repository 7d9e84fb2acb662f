import { createTurns } from '../runtime/concurrency/take-turns.ts'

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
  const turns = createTurns()
  const most = () => concurrency
  return { name, concurrency, busy: turns.busy, take: (signal) => turns.enter({ most, signal }) }
}
