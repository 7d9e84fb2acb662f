import type { Broker } from '../broker/broker.ts'
import { inFull } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { RunningConsumer } from './run-consumer.ts'

const SAMPLE_EVERY_MS = 5_000
/** A partition that this process holds, with lag and neither a commit nor a record at work for this long, is a stall. */
const STALLED_AFTER_MS = 60_000
/** A stall that lasts this long ends the process: its supervisor starts a fresh one. */
const HOPELESS_AFTER_MS = 120_000

/** A consumer group's member whose lag is measured and whose stalls are seen: a consumer, the projector. */
export type Watched = Pick<RunningConsumer, 'name' | 'topics' | 'held' | 'waitingSince'>

export interface LagWatch {
  /** Names of the consumers that have stopped moving; readiness turns unhealthy while there are any. */
  stalled(): readonly string[]
  /** Rejects when a consumer has not moved for so long that a restart is the only mend left. */
  readonly hopeless: Promise<never>
  stop(): void
}

/** One partition between two samples. */
interface Standing {
  readonly committed: bigint
  /** How long it has stood, as far as it was watched: neither a process that was stopped nor a broker that was away is a stall. */
  readonly stillMs: number
}

/**
 * Samples every group's lag, for the metrics and to tell a stall from silence and from long work. What others hold is theirs to move; who
 * waits for something that is away is not ready, and no restart would mend it.
 */
export function watchLag({
  broker,
  consumers,
  metrics,
  log,
  now = Date.now,
}: {
  broker: Broker
  consumers: readonly Watched[]
  metrics: Metrics
  log: Logger
  now?: () => number
}): LagWatch {
  const standing = new Map<string, ReadonlyMap<string, Standing>>()
  const stalled = new Set<string>()
  let giveUp: (error: Error) => void = () => undefined
  const hopeless = new Promise<never>((_, reject) => (giveUp = reject))
  hopeless.catch(() => undefined)

  const sample = async (consumer: Watched, endsOf: Broker['partitions']) => {
    const lags = await lagsOf({ committed: broker.committed, partitions: endsOf }, consumer, metrics)
    const before = standing.get(consumer.name)
    const present = new Map(
      consumer.held().map(({ topic, partition, busy }) => {
        const { lag = 0n, committed = 0n } = lags.get(placeOf(topic, partition)) ?? {}
        const last = before?.get(placeOf(topic, partition))
        const still = last !== undefined && !busy && lag > 0n && committed === last.committed
        return [placeOf(topic, partition), { committed, stillMs: still ? last.stillMs + SAMPLE_EVERY_MS : 0 }]
      }),
    )
    standing.set(consumer.name, present)
    const [place, longest] = [...present].reduce((a, b) => (b[1].stillMs > a[1].stillMs ? b : a), ['', { stillMs: 0 }])
    const waitsMs = now() - (consumer.waitingSince() ?? now())
    if (Math.max(longest.stillMs, waitsMs) < STALLED_AFTER_MS) return stalled.delete(consumer.name)
    if (!stalled.has(consumer.name))
      log.error({ consumer: consumer.name, place, stillMs: longest.stillMs, waitsMs }, 'a consumer does not move')
    stalled.add(consumer.name)
    if (longest.stillMs >= HOPELESS_AFTER_MS)
      giveUp(new Error(`${consumer.name} has not moved ${place} for ${Math.round(longest.stillMs / 1000)} s, with records to do`))
    return undefined
  }
  const timer = setInterval(() => {
    // Several groups read one topic.
    const asked = new Map<string, ReturnType<Broker['partitions']>>()
    const endsOf = (topic: string) => asked.get(topic) ?? asked.set(topic, broker.partitions(topic)).get(topic)!
    for (const consumer of consumers)
      sample(consumer, endsOf).catch((error) => {
        standing.delete(consumer.name)
        log.warn({ consumer: consumer.name, error: inFull(error) }, 'the lag could not be read')
      })
  }, SAMPLE_EVERY_MS)
  timer.unref()
  return { stalled: () => [...stalled], hopeless, stop: () => clearInterval(timer) }
}

const placeOf = (topic: string, partition: number): string => `${topic}/${partition}`

async function lagsOf(
  broker: Pick<Broker, 'committed' | 'partitions'>,
  consumer: Pick<Watched, 'name' | 'topics'>,
  metrics: Metrics,
): Promise<Map<string, { lag: bigint; committed: bigint }>> {
  const lags = new Map<string, { lag: bigint; committed: bigint }>()
  for (const topic of consumer.topics) {
    const [committed, partitions] = await Promise.all([broker.committed(consumer.name, topic), broker.partitions(topic)])
    for (const { partition, earliest, latest } of partitions) {
      const next = committed.get(partition) ?? earliest
      const lag = latest > next ? latest - next : 0n
      metrics.consumerLag.set({ consumer: consumer.name, topic, partition: String(partition) }, Number(lag))
      lags.set(placeOf(topic, partition), { lag, committed: next })
    }
  }
  return lags
}
