import type { Broker, Position } from '../broker/broker.ts'
import type { Watched } from '../consume/watch-lag.ts'
import { gather } from '../runtime/concurrency/gather.ts'
import { isAway, messageOf } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { Database } from '../store/database.ts'
import { alignProjector, followShorterLog } from './align-projector.ts'
import type { View } from './define-view.ts'
import { foldTogether } from './fold-together.ts'
import { keyChanged } from './keyed-bells.ts'
import {
  foldBatches,
  PROJECTED,
  PROJECTOR_GROUP,
  positionKey,
  projectBatch,
  projectedPositions,
  projectedPositionsOf,
  projectedTopics,
} from './project.ts'
import { traceBatch } from './trace-batch.ts'

export interface RunningProjector extends Watched {
  stop(): Promise<void>
  readonly crashed: Promise<never>
}

/** Follows the topics of all views. */
export async function runProjector({
  broker,
  database,
  views,
  log,
}: {
  broker: Broker
  database: Database
  views: readonly View[]
  log: Logger
}): Promise<RunningProjector> {
  await alignProjector(broker, database, views, log)
  const topics = projectedTopics(views)
  const atWork = new Set<string>()
  /** Since when a partition's batch waits for a database that is away. */
  const waiting = new Map<string, number>()
  let held: readonly { topic: string; partition: number }[] = []
  const fold = foldTogether(
    (batches) => foldBatches(database, views, batches, log),
    (batch) => projectBatch(database, views, batch, log),
  )
  const subscription = await broker.subscribe({
    group: PROJECTOR_GROUP,
    topics,
    from: 'beginning',
    maxBatch: 200,
    onAssigned: (given) => {
      held = given
      waiting.clear()
    },
    onTaken: (topic) => followShorterLog(broker, database, topic, log),
    handle: async (batch, control) => {
      const place = `${batch.topic}/${batch.partition}`
      atWork.add(place)
      try {
        await traceBatch(batch, () => fold(batch))
        const last = batch.records.at(-1)
        // Nobody waits for it: the views' own positions say what is folded, and what comes again is left out.
        if (last) control.commit(last.offset).catch((error) => log.debug({ place, error: messageOf(error) }, 'a fold was not committed'))
        waiting.delete(place)
      } catch (error) {
        // It is delivered again; what is away is no stall that a fresh process would mend.
        if (isAway(error)) waiting.set(place, waiting.get(place) ?? Date.now())
        else waiting.delete(place)
        throw error
      } finally {
        atWork.delete(place)
      }
    },
  })
  return {
    name: PROJECTOR_GROUP,
    topics,
    held: () => held.map((one) => ({ ...one, busy: [atWork, waiting].some((some) => some.has(`${one.topic}/${one.partition}`)) })),
    waitingSince: () => (waiting.size > 0 ? Math.min(...waiting.values()) : undefined),
    stop: () => subscription.stop(),
    crashed: subscription.crashed,
  }
}

/** A change of another process may be announced in vain; this often a waiting one looks by itself. */
const LOOK_EVERY_MS = 250

/** Resolves true once everything up to and with these positions is folded, false after the timeout. */
export async function waitProjected(database: Database, positions: readonly Position[], timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs
  const over = new AbortController()
  try {
    for (let awaited = positions[0]; awaited; ) {
      const left = end - Date.now()
      // Listening starts before the look, so that no change falls between the two.
      const change = keyChanged(database, PROJECTED, positionKey(awaited), Math.max(1, Math.min(LOOK_EVERY_MS, left)), over.signal)
      const missing = await firstNotFolded(database, positions)
      if (missing === awaited && left > 0) await change
      else if (missing && left <= 0) return false
      awaited = missing
    }
    return true
  } finally {
    over.abort('done')
  }
}

/** Resolves true once the views show all that the topics hold now, false after the timeout. */
export async function waitCurrent(broker: Broker, database: Database, topics: readonly string[], timeoutMs: number): Promise<boolean> {
  return waitProjected(database, await endsOf(broker, topics), timeoutMs)
}

/** The last record of each partition of these topics; empty partitions are left out. */
export async function endsOf(broker: Broker, topics: readonly string[]): Promise<Position[]> {
  const ends = topics.map(async (topic): Promise<Position[]> => {
    const partitions = (await broker.partitions(topic)).filter(({ earliest, latest }) => latest > earliest)
    return partitions.map(({ partition, latest }) => ({ topic, partition, offset: latest - 1n }))
  })
  return (await Promise.all(ends)).flat()
}

/** How many records up to and with these positions are not folded yet. What the log does not hold any more counts as folded. */
export async function recordsBehind(broker: Broker, database: Database, positions: readonly Position[]): Promise<number> {
  let records = 0n
  for (const topic of new Set(positions.map((p) => p.topic))) {
    const folded = await projectedPositions(database, topic)
    const missing = positions.filter((p) => p.topic === topic && (folded.get(p.partition) ?? 0n) <= p.offset)
    if (missing.length === 0) continue
    const earliest = new Map((await broker.partitions(topic)).map((p) => [p.partition, p.earliest]))
    for (const { partition, offset } of missing) {
      const next = [folded.get(partition) ?? 0n, earliest.get(partition) ?? 0n].reduce((a, b) => (a > b ? a : b))
      if (next <= offset) records += offset + 1n - next
    }
  }
  return Number(records)
}

async function firstNotFolded(database: Database, positions: readonly Position[]): Promise<Position | undefined> {
  const ask = positionsAsked(database)
  for (const topic of new Set(positions.map((p) => p.topic))) {
    const folded = await ask(topic)
    const missing = positions.find((p) => p.topic === topic && (folded.get(p.partition) ?? 0n) <= p.offset)
    if (missing) return missing
  }
  return undefined
}

const asked = new WeakMap<Database, (topic: string) => Promise<ReadonlyMap<number, bigint>>>()

/** Of many requests that wait at the same time one statement asks. */
function positionsAsked(database: Database) {
  const ask = asked.get(database) ?? gather((topics) => projectedPositionsOf(database, topics))
  asked.set(database, ask)
  return ask
}
