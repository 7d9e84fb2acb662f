import type { BatchControl, LogRecord, RecordBatch } from '../broker/broker.ts'
import { ApiError, messageOf, WorkError } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { Ports } from '../ports.ts'
import type { Consumer } from './define-consumer.ts'
import { type Boundary, giveUpRecords, handleRecord, type Outcome } from './handle-record.ts'
import { backoffMs, pause } from './retry.ts'

/** Records of one partition that may be under way at the same time, each of another key. A full window pauses the partition. */
const WINDOW = 16
/** Kafka's clients are expected to be heard of every few seconds. */
const HEARTBEAT_MS = 2000
/** Waits of what never gives up: publishing a finished record's outputs, committing it. */
const STUBBORN = { attempts: Number.POSITIVE_INFINITY, baseMs: 200, capMs: 10_000 }

export interface RunningConsumer {
  readonly name: string
  /** Lets what is under way finish (at most `drainMs`), commits it, leaves the group. */
  stop(drainMs: number): Promise<void>
  readonly crashed: Promise<never>
}

export interface ConsumerObserver {
  handled(event: { consumer: string; type: string; result: Outcome['result']; retries: number; seconds: number }): void
}

export interface RunOptions {
  readonly consumer: Consumer
  readonly ports: Ports
  readonly log: Logger
  readonly observer?: ConsumerObserver
  readonly onBoundary?: (boundary: Boundary, record: LogRecord) => Promise<void> | void
}

/** Runs a consumer definition on the broker: decode, handle, publish, await the acks, commit; in order per key. */
export async function runConsumer(options: RunOptions): Promise<RunningConsumer> {
  const { consumer, ports, log } = options
  const running = new Set<Promise<void>>()
  const partitions = new Map<string, PartitionWork>()
  let draining = false
  const subscription = await ports.broker.subscribe({
    group: consumer.name,
    topics: [...new Set(consumer.on.map((e) => e.name))],
    from: 'beginning',
    maxBatch: WINDOW,
    handle: async (batch, control) => {
      // What is not begun is not committed either: the next owner of the partition gets it.
      if (draining) return
      const work = partitionWork(partitions, batch, control, log)
      for (const record of batch.records) {
        await work.room(control)
        if (draining || control.signal.aborted) return
        const task = work.run(record, () => processRecord(options, record, control.signal))
        running.add(task)
        task.finally(() => running.delete(task))
      }
    },
  })
  return {
    name: consumer.name,
    crashed: subscription.crashed,
    async stop(drainMs) {
      draining = true
      const expired = new AbortController()
      await Promise.race([Promise.allSettled(running), pause(drainMs, expired.signal).catch(() => undefined)])
      expired.abort()
      await subscription.stop(0)
    },
  }
}

function partitionWork(partitions: Map<string, PartitionWork>, batch: RecordBatch, control: BatchControl, log: Logger): PartitionWork {
  const id = `${batch.topic}/${batch.partition}`
  const known = partitions.get(id)
  if (known && known.signal === control.signal) return known
  const fresh = new PartitionWork(control, log)
  partitions.set(id, fresh)
  return fresh
}

/** The records of one partition that are under way: one key after the other, commits without a gap. */
class PartitionWork {
  readonly signal: AbortSignal
  readonly #control: BatchControl
  readonly #window: { offset: bigint; done: boolean }[] = []
  readonly #byKey = new Map<string, Promise<void>>()
  #freed: () => void = () => undefined

  readonly #log: Logger

  constructor(control: BatchControl, log: Logger) {
    this.#control = control
    this.#log = log
    this.signal = control.signal
  }

  /** Resolves when one more record may begin; heartbeats while it waits. */
  async room(control: BatchControl): Promise<void> {
    while (this.#window.length >= WINDOW && !this.signal.aborted) {
      await Promise.race([new Promise<void>((resolve) => (this.#freed = resolve)), pause(HEARTBEAT_MS, this.signal).catch(() => undefined)])
      await control.heartbeat()
    }
  }

  /** Begins after the record of the same key before it; commits the longest finished run of records. Rejects never. */
  run(record: LogRecord, process: () => Promise<boolean>): Promise<void> {
    const slot = { offset: record.offset, done: false }
    this.#window.push(slot)
    const before = this.#byKey.get(record.key) ?? Promise.resolve()
    const task = before.then(async () => {
      if (this.signal.aborted || !(await process())) return
      slot.done = true
      await this.#commit()
    })
    this.#byKey.set(record.key, task)
    return task.finally(() => {
      if (this.#byKey.get(record.key) === task) this.#byKey.delete(record.key)
      this.#freed()
    })
  }

  async #commit(): Promise<void> {
    let last: bigint | undefined
    while (this.#window[0]?.done) last = this.#window.shift()?.offset
    for (let attempt = 1; last !== undefined && !this.signal.aborted; attempt++) {
      try {
        return await this.#control.commit(last)
      } catch (error) {
        this.#log.warn({ attempt, offset: String(last), error: messageOf(error) }, 'the offset was not committed, trying again')
        await pause(backoffMs(STUBBORN, attempt), this.signal).catch(() => undefined)
      }
    }
  }
}

/** True when the record is finished and may be committed; false when the partition was taken away and the record will come again. */
async function processRecord(options: RunOptions, record: LogRecord, signal: AbortSignal): Promise<boolean> {
  const { consumer, log, observer, onBoundary } = options
  const started = performance.now()
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      const outcome = await handleRecord(options, record, signal)
      const published = await publishOutputs(options, record, outcome, signal)
      await onBoundary?.('after-publish', record)
      observer?.handled({ consumer: consumer.name, ...published, seconds: (performance.now() - started) / 1000 })
      return true
    } catch (error) {
      if (signal.aborted) break
      // Not the handler's failure, which has its own retries: the log or the runner itself. Nothing may be skipped.
      log.error(
        { consumer: consumer.name, topic: record.topic, offset: String(record.offset), attempt, error: messageOf(error) },
        'record not finished, trying again',
      )
      await pause(backoffMs(STUBBORN, attempt), signal).catch(() => undefined)
    }
  }
  return false
}

/** Publishes what a record led to. Outputs that the log will never take (too large) make the record a dead letter instead. */
async function publishOutputs(options: RunOptions, record: LogRecord, outcome: Outcome, signal: AbortSignal): Promise<Outcome> {
  if (outcome.outputs.length === 0) return outcome
  for (let attempt = 1; ; attempt++) {
    try {
      await options.ports.broker.publish(outcome.outputs)
      return outcome
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ApiError && error.status < 500 && outcome.result !== 'dead-lettered') {
        const failure = { error: new WorkError('internal', error.message), attempts: 1, kind: 'terminal' as const }
        return publishOutputs(
          options,
          record,
          { ...outcome, result: 'dead-lettered', outputs: giveUpRecords(options, record, outcome.decoded, failure) },
          signal,
        )
      }
      options.log.warn({ attempt, error: messageOf(error) }, 'outputs were not published, trying again')
      await pause(backoffMs(STUBBORN, attempt), signal)
    }
  }
}
