import type { GroupCommit } from './group-commit.ts'
import type { Partition, Topic } from './log-file.ts'
import type { LogStore } from './log-store.ts'

/** Rows removed in one transaction: publishers wait no longer than one of these. */
const ROWS = 100

export interface SweepResult {
  /** Records older than their topic's retention. */
  readonly expired: number
  /** Records of compacted topics whose key has a later record. */
  readonly compacted: number
}

async function expire(store: LogStore, commits: GroupCommit, partition: Partition, before: number): Promise<number> {
  const below = store.offsetAt(partition, before)
  let removed = 0
  while (partition.earliest < below) {
    await commits.write(ROWS, () => {
      removed += store.truncate(partition, below, ROWS)
    })
  }
  return removed
}

async function compact(store: LogStore, commits: GroupCommit, partition: Partition): Promise<number> {
  let removed = 0
  for (;;) {
    const offsets = store.superseded(partition, ROWS * 10)
    if (offsets.length === 0) return removed
    for (let at = 0; at < offsets.length; at += ROWS) {
      const some = offsets.slice(at, at + ROWS)
      await commits.write(ROWS, () => store.remove(partition, some))
      removed += some.length
    }
  }
}

/**
 * Removes what retention and compaction no longer keep. `compactedTo` remembers between sweeps how far a partition was
 * compacted, so that one without new records costs nothing.
 */
export async function sweepLog(
  store: LogStore,
  commits: GroupCommit,
  now: number,
  compactedTo: Map<Partition, number>,
): Promise<SweepResult> {
  let expired = 0
  let compacted = 0
  const topics: Topic[] = [...store.topics.values()]
  for (const { spec, partitions } of topics) {
    for (const partition of partitions) {
      if (spec.cleanup === 'delete' && spec.retention_ms >= 0) expired += await expire(store, commits, partition, now - spec.retention_ms)
      if (spec.cleanup === 'compact' && compactedTo.get(partition) !== partition.next) {
        const end = partition.next
        compacted += await compact(store, commits, partition)
        compactedTo.set(partition, end)
      }
    }
  }
  return { expired, compacted }
}
