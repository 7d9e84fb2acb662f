import type { BatchControl, LogRecord } from '../broker/broker.ts'
import { messageOf } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { Deliveries } from './deliveries.ts'
import { backoffMs, pause } from './retry.ts'

/** Records of one partition that may be under way at the same time, each of another key. A full window pauses the partition. */
export const WINDOW = 16
/** Kafka expects to hear of a client every few seconds. */
const HEARTBEAT_MS = 2000
/** Waits of what never gives up: publishing a finished record's outputs, committing it. */
export const UNTIL_DONE = { attempts: Number.POSITIVE_INFINITY, baseMs: 200, capMs: 10_000 }

/** The records of one partition that are under way: one key after the other, commits without a gap. */
export class PartitionWork {
  readonly signal: AbortSignal
  readonly #consumer: string
  readonly #place: { readonly topic: string; readonly partition: number }
  /** Of the newest batch: it may commit whatever was delivered up to now. */
  #control: BatchControl
  readonly #log: Logger
  readonly #deliveries: Deliveries | undefined
  readonly #window: { offset: bigint; done: boolean }[] = []
  readonly #byKey = new Map<string, Promise<void>>()
  /** Only the first records after an assignment can have been under way when a process died. */
  #toCount = WINDOW
  #lastCounted: bigint | undefined
  /** End of the longest finished run of records. */
  #finished: bigint | undefined
  #freed: () => void = () => undefined

  constructor(
    consumer: string,
    place: { topic: string; partition: number },
    control: BatchControl,
    log: Logger,
    deliveries: Deliveries | undefined,
  ) {
    this.#consumer = consumer
    this.#place = { topic: place.topic, partition: place.partition }
    this.#control = control
    this.#log = log
    this.#deliveries = deliveries
    this.signal = control.signal
  }

  /** The batch that is delivered now. */
  follow(control: BatchControl): void {
    this.#control = control
  }

  /** Resolves when one more record may begin; heartbeats while it waits. */
  room(): Promise<void> {
    return this.#until(() => this.#window.length < WINDOW)
  }

  /** Resolves when nothing is under way; heartbeats while it waits. */
  idle(): Promise<void> {
    return this.#until(() => this.#window.length === 0)
  }

  async #until(condition: () => boolean): Promise<void> {
    while (!condition() && !this.signal.aborted) {
      await Promise.race([new Promise<void>((resolve) => (this.#freed = resolve)), pause(HEARTBEAT_MS, this.signal).catch(() => undefined)])
      if (!this.signal.aborted) await this.#control.heartbeat()
    }
  }

  /** How often this record was begun, this time included; 1 for those that cannot have been under way at a process's death. */
  async countDelivery(record: LogRecord): Promise<number> {
    if (!this.#deliveries || this.#toCount === 0) return 1
    this.#toCount--
    this.#lastCounted = record.offset
    return this.#deliveries.begin(this.#consumer, record)
  }

  /** Begins after the record of the same key before it; commits the longest finished run of records. Rejects never. */
  run(record: LogRecord, process: () => Promise<boolean>): Promise<void> {
    const slot = { offset: record.offset, done: false }
    this.#window.push(slot)
    const before = this.#byKey.get(record.key) ?? Promise.resolve()
    const task = before.then(async () => {
      if (this.signal.aborted || !(await process())) return
      slot.done = true
      await this.#commitFinished()
    })
    this.#byKey.set(record.key, task)
    return task.finally(() => {
      if (this.#byKey.get(record.key) === task) this.#byKey.delete(record.key)
      this.#freed()
    })
  }

  async #commitFinished(): Promise<void> {
    if (!this.#window[0]?.done) return
    while (this.#window[0]?.done) this.#finished = this.#window.shift()?.offset
    for (let attempt = 1; this.#finished !== undefined && !this.signal.aborted; attempt++) {
      // Not what it was at the first try: commits only go forward, and a later record may have been faster.
      const last = this.#finished
      try {
        await this.#control.commit(last)
        return await this.#forgetDeliveries(last)
      } catch (error) {
        this.#log.warn(
          { ...this.#place, attempt, offset: String(last), error: messageOf(error) },
          'the offset was not committed, trying again',
        )
        await pause(backoffMs(UNTIL_DONE, attempt), this.signal).catch(() => undefined)
      }
    }
  }

  async #forgetDeliveries(committed: bigint): Promise<void> {
    if (this.#lastCounted === undefined || !this.#deliveries) return
    await this.#deliveries.finish(this.#consumer, this.#place.topic, this.#place.partition, committed)
    if (this.#toCount === 0 && committed >= this.#lastCounted) this.#lastCounted = undefined
  }
}
