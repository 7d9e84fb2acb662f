import type { Broker } from '../broker/broker.ts'
import { messageOf } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { RunningConsumer } from './run-consumer.ts'

const SAMPLE_EVERY_MS = 5_000
/** Lag above zero with neither a commit nor a handler at work for this long is a stall. */
const STALLED_AFTER_MS = 60_000
/** A stall that lasts this long ends the process: its supervisor starts a fresh one. */
const HOPELESS_AFTER_MS = 120_000

export interface LagWatch {
  /** Names of the consumers that have stopped moving; readiness turns unhealthy while there are any. */
  stalled(): readonly string[]
  /** Rejects when a consumer has not moved for so long that a restart is the only mend left. */
  readonly hopeless: Promise<never>
  stop(): void
}

/** Samples every group's lag, for the metrics and to tell a stall from silence and from long work. */
export function watchLag({
  broker,
  consumers,
  metrics,
  log,
  now = Date.now,
}: {
  broker: Broker
  consumers: readonly RunningConsumer[]
  metrics: Metrics
  log: Logger
  now?: () => number
}): LagWatch {
  const moved = new Map(consumers.map((c) => [c.name, { committed: '', at: now() }]))
  const stalled = new Set<string>()
  let giveUp: (error: Error) => void = () => undefined
  const hopeless = new Promise<never>((_, reject) => (giveUp = reject))
  hopeless.catch(() => undefined)

  const sample = async (consumer: RunningConsumer) => {
    const { lag, committed } = await lagOf(broker, consumer, metrics)
    const last = moved.get(consumer.name)
    if (!last || lag === 0n || committed !== last.committed || consumer.busy() > 0) moved.set(consumer.name, { committed, at: now() })
    const still = now() - (moved.get(consumer.name)?.at ?? now())
    if (still < STALLED_AFTER_MS) return stalled.delete(consumer.name)
    if (!stalled.has(consumer.name)) log.error({ consumer: consumer.name, lag: String(lag), stillMs: still }, 'a consumer does not move')
    stalled.add(consumer.name)
    if (still >= HOPELESS_AFTER_MS)
      giveUp(new Error(`${consumer.name} has not moved for ${Math.round(still / 1000)} s with ${lag} records to do`))
    return undefined
  }
  const timer = setInterval(() => {
    for (const consumer of consumers)
      sample(consumer).catch((error) => log.warn({ consumer: consumer.name, error: messageOf(error) }, 'the lag could not be read'))
  }, SAMPLE_EVERY_MS)
  timer.unref()
  return { stalled: () => [...stalled], hopeless, stop: () => clearInterval(timer) }
}

async function lagOf(broker: Broker, consumer: RunningConsumer, metrics: Metrics): Promise<{ lag: bigint; committed: string }> {
  let total = 0n
  const seen: string[] = []
  for (const topic of consumer.topics) {
    const [committed, partitions] = await Promise.all([broker.committed(consumer.name, topic), broker.partitions(topic)])
    for (const { partition, earliest, latest } of partitions) {
      const next = committed.get(partition) ?? earliest
      const lag = latest > next ? latest - next : 0n
      metrics.consumerLag.set({ consumer: consumer.name, topic, partition: String(partition) }, Number(lag))
      total += lag
      seen.push(`${topic}/${partition}=${next}`)
    }
  }
  return { lag: total, committed: seen.join() }
}
