import type { Partition } from './log-file.ts'

export interface WakeUps {
  readonly wake: (partitions: Iterable<Partition>) => void
  /** Resolves at the next append to the partition, or when the signal is aborted. */
  readonly next: (partition: Partition, signal: AbortSignal) => Promise<void>
}

/** Tells waiting readers that a partition has grown, so that nobody polls. */
export function createWakeUps(): WakeUps {
  const waiting = new Map<Partition, Set<() => void>>()
  return {
    wake(partitions) {
      for (const partition of partitions) {
        const readers = waiting.get(partition)
        waiting.delete(partition)
        for (const resume of readers ?? []) resume()
      }
    },
    next(partition, signal) {
      if (signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const resume = () => {
          signal.removeEventListener('abort', resume)
          waiting.get(partition)?.delete(resume)
          resolve()
        }
        const readers = waiting.get(partition) ?? new Set()
        waiting.set(partition, readers.add(resume))
        signal.addEventListener('abort', resume)
      })
    },
  }
}
