import type { SubscribeOptions } from '../broker.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Partition } from './log-file.ts'
import type { LogStore } from './log-store.ts'
import type { PartitionSource } from './partition-loop.ts'
import type { WakeUps } from './wake-ups.ts'

/** A batch ends early once its values reach this size, so that a slow handler does not hold much memory. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024

export interface LogParts {
  readonly store: LogStore
  readonly commits: GroupCommit
  readonly wakeUps: WakeUps
}

/** A partition of the embedded log as a group reads it. */
export function logSource({ store, commits, wakeUps }: LogParts, partition: Partition, { group, from }: SubscribeOptions): PartitionSource {
  const commit = (next: number) => commits.writeOffsets(1, () => store.commit(group, partition, next))
  return {
    topic: partition.topic,
    partition: partition.partition,
    async start() {
      const end = partition.next
      const committed = store.committed(group, partition)
      if (committed !== undefined) return { position: Math.max(committed, partition.earliest), end }
      if (from === 'beginning') return { position: partition.earliest, end }
      // Kept at once: what arrives before the group's first commit must not be skipped by its next owner.
      await commit(end)
      return { position: end, end }
    },
    async read(position, limit, signal) {
      while (!signal.aborted) {
        const records = store.read(partition, { from: position, limit, maxBytes: MAX_BATCH_BYTES })
        if (records.length > 0) return records
        await wakeUps.next(partition, signal)
      }
      return []
    },
    commit,
    // Members live in this process: nobody else could take over.
    heartbeat: async () => {},
  }
}
