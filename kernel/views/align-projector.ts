import { setTimeout as delay } from 'node:timers/promises'
import type { Broker } from '../broker/broker.ts'
import { ApiError } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { Database } from '../store/database.ts'
import type { View } from './define-view.ts'
import { type PositionTable, PROJECTOR_GROUP, projectedPositions, projectedTopics } from './project.ts'

/**
 * Sets the group to where the views really are: a lost or cleared store is folded again, a restored one goes on. Where several
 * projectors start at once, one of them does it and the others see that it is done.
 */
export async function alignProjector(broker: Broker, database: Database, views: readonly View[], log: Logger): Promise<void> {
  for (const topic of projectedTopics(views)) {
    await followShorterLog(broker, database, topic, log)
    await alignTopic(broker, database, topic)
  }
}

/**
 * A log that lost its newest records, was put back from a backup, or whose topic was made anew, gives their offsets again: it is folded
 * from its beginning, because what has come meanwhile is not told from what was folded, and folds are idempotent. Rows that tell of what is
 * gone stay.
 */
export async function followShorterLog(broker: Broker, database: Database, topic: string, log: Logger): Promise<void> {
  // The positions first: they only ever follow the log.
  const folded = await projectedPositions(database, topic)
  for (const { partition, earliest, latest } of await broker.partitions(topic)) {
    const position = folded.get(partition) ?? 0n
    if (position <= latest) continue
    log.error(
      { topic, partition, folded: String(position), end: String(latest) },
      'the log ends before what the views have folded: it lost records or was made anew, and is folded from its beginning',
    )
    await database
      .tables<PositionTable>()
      .updateTable('projected_positions')
      .set({ next_offset: Number(earliest) })
      .where('topic', '=', topic)
      .where('partition', '=', partition)
      .where('next_offset', '=', Number(position))
      .execute()
  }
}

/** A killed projector counts as a member until its session ends; a living one must be stopped by whoever clears the views. */
const MEMBERS_LEAVE_WITHIN_MS = 30_000
const ASK_AGAIN_MS = 1_000

async function alignTopic(broker: Broker, database: Database, topic: string): Promise<void> {
  for (const end = Date.now() + MEMBERS_LEAVE_WITHIN_MS; ; await delay(ASK_AGAIN_MS)) {
    const offsets = await offsetsToGoBackTo(broker, database, topic)
    if (!offsets) return
    try {
      return await broker.reset(PROJECTOR_GROUP, topic, offsets)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict' || Date.now() > end) throw error
    }
  }
}

/** Undefined where the group has not read further than the views have folded. */
async function offsetsToGoBackTo(broker: Broker, database: Database, topic: string): Promise<Map<number, bigint> | undefined> {
  // The group first: it only ever follows the views, which may move on meanwhile.
  const committed = await broker.committed(PROJECTOR_GROUP, topic)
  const [folded, partitions] = await Promise.all([projectedPositions(database, topic), broker.partitions(topic)])
  const wanted = new Map(partitions.map((p) => [p.partition, folded.get(p.partition) ?? p.earliest]))
  return [...committed].some(([partition, offset]) => offset > (wanted.get(partition) ?? offset)) ? wanted : undefined
}
