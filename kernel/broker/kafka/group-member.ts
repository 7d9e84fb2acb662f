import type { Consumer } from 'kafkajs'
import { gather } from '../../runtime/concurrency/gather.ts'
import { messageOf } from '../../runtime/errors.ts'
import { partitionKey, type TopicPartition } from '../embedded/assign-partitions.ts'
import { pause } from '../embedded/redelivery.ts'

const COMMIT_RETRY_MS = 200
/** Between two requests that commit: a death brings back what was done within it, too, and under load a commit is of many records. */
const COMMIT_REST_MS = 50

/** The member, as its partitions see it. */
export interface MemberState {
  /** In its group, as far as is known. */
  running: boolean
  /** The client joins no more by itself. */
  givenUp: boolean
  /** The group is being shared anew: what it holds may be another's by now. */
  rejoining: boolean
  /** Set once a stop was asked for. */
  stopping: boolean
  /** Since the last join. */
  crashes: number
  /** The coordinator's name for it; a member that was put out of the group comes back under another one. */
  id: string | undefined
  /** When the coordinator last knew it, in ms of the monotonic clock. */
  heardAt: number
}

/** A partition that the member holds, until it is lost. */
interface Held extends TopicPartition {
  readonly lost: boolean
}

export type Commit = (holding: Held, next: number) => Promise<void>

/**
 * Commits offsets of a member's partitions. The broker takes a member's requests one after the other, fetches too: what is asked while a
 * commit is under way shares the next one, so that no queue of commits keeps records from coming in.
 */
export function createCommits(consumer: Consumer, member: MemberState): Commit {
  const commitTogether = gather(
    async (asked: readonly { holding: Held; next: number }[]) => {
      const latest = new Map<Held, number>()
      for (const { holding, next } of asked) if (!holding.lost) latest.set(holding, Math.max(next, latest.get(holding) ?? 0))
      const offsets = [...latest].map(([{ topic, partition }, next]) => ({ topic, partition, offset: String(next) }))
      if (offsets.length > 0) await consumer.commitOffsets(offsets)
      return asked.map(({ holding }) => latest.has(holding))
    },
    { restMs: COMMIT_REST_MS },
  )
  return async (holding, next) => {
    for (;;) {
      // Kafka takes an offset from any member, whoever holds the partition: a late one would put its next owner back.
      if (holding.lost) throw new Error(`${partitionKey(holding)} was lost`)
      try {
        // Offsets are only taken while the consumer runs: kafkajs drops them without a word otherwise.
        if (!member.running) throw new Error('the consumer is not in its group')
        if ((await commitTogether({ holding, next })) && member.running) return
      } catch (error) {
        // A partition that stays here through a rebalance is committed under the new generation.
        if (holding.lost) throw new Error(`${partitionKey(holding)} was lost: ${messageOf(error)}`, { cause: error })
      }
      await pause(COMMIT_RETRY_MS, new AbortController().signal)
    }
  }
}

/** A member of which the coordinator has not heard for a session may have been put out without knowing it: it begins nothing then. */
export async function untilHeard(member: MemberState, silentMs: number, holding: Held, signal?: AbortSignal): Promise<void> {
  while (performance.now() - member.heardAt > silentMs && !holding.lost && !member.stopping && !signal?.aborted)
    await pause(COMMIT_RETRY_MS, signal ?? new AbortController().signal)
}
