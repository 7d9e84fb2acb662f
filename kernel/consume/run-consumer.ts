import type { BatchControl, LogRecord, RecordBatch } from '../broker/broker.ts'
import type { Ports } from '../ports.ts'
import { ApiError, messageOf, WorkError } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Consumer } from './define-consumer.ts'
import { type Deliveries, MAX_DELIVERIES } from './dispatch/deliveries.ts'
import { type Held, type Parking, startParking } from './dispatch/parking.ts'
import { PartitionWork, type PartitionWorkOptions, type Place, UNTIL_DONE, WINDOW } from './dispatch/partition-work.ts'
import { type Boundary, giveUpRecord, handleRecord, type Outcome, type Work } from './handle-record.ts'
import { namedPorts } from './named-ports.ts'
import { backoffMs, pause } from './retry.ts'

export interface RunningConsumer {
  readonly name: string
  readonly topics: readonly string[]
  /** The partitions that this process holds now. */
  held(): readonly HeldPartition[]
  /** Since when the longest waiting of its records waits for something that is away, in ms since the epoch. */
  waitingSince(): number | undefined
  /** Lets what is under way finish (at most `drainMs`), commits it, leaves the group. */
  stop(drainMs: number): Promise<void>
  readonly crashed: Promise<never>
}

export interface HeldPartition {
  readonly topic: string
  readonly partition: number
  /** Whether records of it are at work, or wait for something that is away. */
  readonly busy: boolean
}

export interface ConsumerObserver {
  handled(event: { consumer: string; type: string; result: Outcome['result']; retries: number; seconds: number; code?: string }): void
}

export interface RunOptions {
  readonly consumer: Consumer
  readonly ports: Ports
  readonly log: Logger
  readonly observer?: ConsumerObserver
  /** Remembers over a process's death what was under way; without it a record that kills the process is met for ever. */
  readonly deliveries?: Deliveries
  readonly onBoundary?: (boundary: Boundary, record: LogRecord) => Promise<void> | void
  /** How long a process that parked a record is taken for alive. */
  readonly parkLeaseMs?: number
  /** Of this process, where several are played in one: who parked a record. */
  readonly holder?: string
}

interface Running extends RunOptions, Work {
  /** Records that wait for something that is away, and since when, in ms since the epoch. */
  readonly waiting: Map<LogRecord, number>
}

/** Runs a consumer definition on the broker: decode, handle, publish, await the acks, commit; in order per key. */
export async function runConsumer(options: RunOptions): Promise<RunningConsumer> {
  const { consumer, ports } = options
  const running = new Set<Promise<void>>()
  const partitions = new Map<string, PartitionWork>()
  const waiting = new Map<LogRecord, number>()
  const work: Running = {
    ...options,
    handlerPorts: namedPorts(ports, consumer.needs, consumer.name),
    waiting,
    onAway: (record) => waiting.set(record, waiting.get(record) ?? ports.clock.now()),
  }
  let held: readonly { topic: string; partition: number }[] = []
  const topics = [...new Set(consumer.on.map((e) => e.name))]
  let draining = false
  const onBegun = (task: Promise<void>) => {
    running.add(task)
    void task.finally(() => running.delete(task))
  }
  const parking = parkingOf(work)
  const subscription = await ports.broker.subscribe({
    group: consumer.name,
    topics,
    from: 'beginning',
    maxBatch: WINDOW,
    onAssigned: (given) => {
      held = given
    },
    handle: async (batch, control) => {
      // What is not begun is not committed either: the next owner of the partition gets it.
      if (draining) return
      const place = partitionWork(partitions, batch, control, work, { draining: () => draining, onBegun }, parking)
      for (const record of batch.records) {
        if (place.hasTaken(record)) continue
        await place.room()
        if (draining || control.signal.aborted) return
        place.add(record)
      }
    },
  })
  return {
    name: consumer.name,
    topics,
    held: () => held.map((one) => ({ ...one, busy: partitions.get(`${one.topic}/${one.partition}`)?.busy() ?? false })),
    waitingSince: () => (waiting.size > 0 ? Math.min(...waiting.values()) : undefined),
    crashed: subscription.crashed,
    async stop(drainMs) {
      draining = true
      const expired = new AbortController()
      await Promise.race([Promise.allSettled(running), pause(drainMs, expired.signal).catch(() => undefined)])
      expired.abort()
      await Promise.all([subscription.stop(0), parking?.stop()])
    },
  }
}

function parkingOf(options: Running): Parking | undefined {
  const { consumer, ports, log, parkLeaseMs, holder } = options
  if (consumer.parkAfterMs === undefined) return undefined
  return startParking({
    consumer: consumer.name,
    afterMs: consumer.parkAfterMs,
    ports,
    log,
    ...(parkLeaseMs ? { leaseMs: parkLeaseMs } : {}),
    ...(holder ? { holder } : {}),
    takeUp: (record, taken, held) => processRecord(options, record, taken, held),
  })
}

function partitionWork(
  partitions: Map<string, PartitionWork>,
  batch: RecordBatch,
  control: BatchControl,
  options: Running,
  hooks: Pick<PartitionWorkOptions, 'draining' | 'onBegun'>,
  parking: Parking | undefined,
): PartitionWork {
  const id = `${batch.topic}/${batch.partition}`
  const known = partitions.get(id)
  if (known && known.signal === control.signal) {
    known.follow(control)
    return known
  }
  const { consumer, log, deliveries } = options
  const handle = async (record: LogRecord, count: number, signal: AbortSignal, place: Place) => {
    const confirm = () => fresh.confirm()
    if (parking && place.mayComeAgain && (await parking.isParked(record, signal))) return true
    // A process that was stopped for long begins nothing before it knows that the partition is still its own.
    const isOurs = await confirm().then(
      () => !signal.aborted,
      () => false,
    )
    if (!isOurs) return false
    if (!parking) return processRecord(options, record, count, { signal, confirm })
    return parking.run(record, { signal, confirm, leave: place.leave }, (held) =>
      processRecord(consumer.parkInLine === false ? { ...options, uncounted: held.uncounted } : options, record, count, held),
    )
  }
  const fresh: PartitionWork = new PartitionWork(batch, control, { consumer: consumer.name, log, deliveries, handle, ...hooks })
  partitions.set(id, fresh)
  return fresh
}

/** True when the record is finished and may be committed; false when it was taken away and will come again. */
async function processRecord(
  options: Running,
  record: LogRecord,
  deliveries: number,
  { signal, confirm }: Pick<Held, 'signal' | 'confirm'>,
): Promise<boolean> {
  const { consumer, log, observer, onBoundary, waiting } = options
  const started = performance.now()
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      const outcome = deliveries > MAX_DELIVERIES ? giveUpKiller(options, record, deliveries) : await handleRecord(options, record, signal)
      // A process that was stopped for long may have lost the record, and another one done the work.
      await confirm()
      const published = await publishOutputs(options, record, outcome, signal)
      await onBoundary?.('after-publish', record)
      tellFinished(options, record, published.result)
      observer?.handled({ consumer: consumer.name, ...published, seconds: (performance.now() - started) / 1000 })
      return true
    } catch (error) {
      if (signal.aborted) break
      // Not the handler's failure, which has its own retries: the log or the runner itself. Nothing may be skipped.
      log.error(
        { consumer: consumer.name, topic: record.topic, offset: String(record.offset), attempt, error: messageOf(error) },
        'record not finished, trying again',
      )
      await pause(backoffMs(UNTIL_DONE, attempt), signal).catch(() => undefined)
    } finally {
      waiting.delete(record)
    }
  }
  return false
}

/** Before it is committed: of each record that a group has read, some process wrote how it ended, whichever died since. */
function tellFinished({ consumer, log }: Running, { topic, partition, offset }: LogRecord, outcome: Outcome['result']): void {
  if (log.isLevelEnabled('debug'))
    log.debug({ consumer: consumer.name, topic, partition, offset: String(offset), outcome }, 'record finished')
}

/** The process died every time that this record was handled: it must not be met a further time. */
function giveUpKiller(options: Work, record: LogRecord, deliveries: number): Outcome {
  const error = new WorkError('internal', `the process ended ${deliveries - 1} times while this record was handled`)
  options.log.error(
    { consumer: options.consumer.name, topic: record.topic, offset: String(record.offset), deliveries },
    'gave up on a record that ends the process',
  )
  return giveUpRecord(options, record, { error, attempts: deliveries - 1, kind: 'poison' })
}

/** The log will never take a record of this size. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && error.code === 'payload_too_large'

/** Publishes what a record led to. Outputs that the log will never take (too large) make the record a dead letter instead, which it takes. */
async function publishOutputs(options: Work, record: LogRecord, outcome: Outcome, signal: AbortSignal): Promise<Outcome> {
  if (outcome.outputs.length === 0) return outcome
  for (let attempt = 1; ; attempt++) {
    try {
      await options.ports.broker.publish(outcome.outputs)
      return outcome
    } catch (error) {
      signal.throwIfAborted()
      if (isRefused(error) && outcome.result !== 'dead-lettered') {
        const failure = { error: new WorkError('output_too_large', messageOf(error)), attempts: 1, kind: 'terminal' as const }
        return publishOutputs(options, record, giveUpRecord(options, record, failure), signal)
      }
      options.log.warn({ attempt, error: messageOf(error) }, 'outputs were not published, trying again')
      await pause(backoffMs(UNTIL_DONE, attempt), signal)
    }
  }
}

/** Counts what consumers do with their records. */
export const observeConsumers = (metrics: Metrics): ConsumerObserver => ({
  handled({ consumer, type, result, retries, seconds, code = 'internal' }) {
    metrics.recordsHandled.inc({ consumer, topic: type, outcome: result })
    if (retries > 0) metrics.recordsRetried.inc({ consumer, topic: type }, retries)
    if (result === 'dead-lettered') metrics.deadLetters.inc({ consumer, topic: type, code })
    if (result !== 'skipped') metrics.stageDuration.observe({ stage: consumer }, seconds)
  },
})
