import { z } from 'zod'
import type { BatchControl, LogRecord } from '../../broker/broker.ts'
import { jsonOf } from '../../broker/codec.ts'
import { createFairQueue } from '../../runtime/concurrency/fair-queue.ts'
import { messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import { backoffMs, pause } from '../retry.ts'
import { first } from './answers-first.ts'
import { ALONE_FROM, type Deliveries } from './deliveries.ts'

/** Records of one partition that may be under way at the same time, each of another key. */
export const WINDOW = 16
/** A caller of whom none is under way may begin one beyond these, up to so many: what others wait for is not its doing. */
const MOST_BEGUN = 64
/** How far turns look ahead: records that are taken and not committed. With more of them, or more bytes, the partition is paused. */
const REACH = 1000
const REACH_BYTES = 2 * 1024 * 1024
/** Kafka expects to hear of a client every few seconds. */
const HEARTBEAT_MS = 2000
/** Waits of what never gives up: publishing a finished record's outputs, committing it. */
export const UNTIL_DONE = { attempts: Number.POSITIVE_INFINITY, baseMs: 200, capMs: 10_000 }

/** A record from when it is taken until it is committed. */
interface Slot {
  readonly record: LogRecord
  readonly caller: string | undefined
  /** It may have been under way when a process died. */
  readonly counted: boolean
  done: boolean
  /** It was begun so often that it runs alone. */
  alone: boolean
  task?: Promise<void>
}

/** What a handler may do about its record's place in the partition. */
export interface Place {
  /** Whether another owner of the partition may have begun the record. */
  readonly mayComeAgain: boolean
  /** The record is durable elsewhere: the partition moves on as if it were finished, but for its key. */
  leave(): Promise<void>
}

export interface PartitionWorkOptions {
  readonly consumer: string
  readonly log: Logger
  readonly deliveries?: Deliveries | undefined
  /** Handles a record that was begun so many times; true when it is finished, false when it will come again. Rejects never. */
  readonly handle: (record: LogRecord, deliveries: number, signal: AbortSignal, place: Place) => Promise<boolean>
  /** Whether nothing is to be begun any more. */
  readonly draining?: () => boolean
  /** Gets what was begun: the record's handling and its commit. */
  readonly onBegun?: (task: Promise<void>) => void
}

/** The records of one partition that were taken: begun by fair turns of their callers, one key after the other, committed without a gap. */
export class PartitionWork {
  readonly signal: AbortSignal
  readonly #options: PartitionWorkOptions
  readonly #place: { readonly topic: string; readonly partition: number }
  /** Of the newest batch: it may commit whatever was delivered up to now. */
  #control: BatchControl
  /** What is not committed, in the order of the log. */
  readonly #window: Slot[] = []
  #bytes = 0
  readonly #turns = createFairQueue<Slot>()
  /** Of each key what is not finished, in the order of the log: only the first may be under way. */
  readonly #byKey = new Map<string, Slot[]>()
  readonly #begun = new Set<Slot>()
  readonly #tasks = new Set<Promise<void>>()
  /** Nothing begins: a record's deliveries are counted, or it runs alone. */
  #held = false
  #leftToCount = REACH
  #lastCounted: bigint | undefined
  #firstSeen: bigint | undefined
  #taken: bigint | undefined
  /** End of the longest finished run of records. */
  #finished: bigint | undefined
  #freed: () => void = () => undefined

  constructor(place: { topic: string; partition: number }, control: BatchControl, options: PartitionWorkOptions) {
    this.#options = options
    this.#place = { topic: place.topic, partition: place.partition }
    this.#control = control
    this.signal = control.signal
  }

  /** The batch that is delivered now. */
  follow(control: BatchControl): void {
    this.#control = control
  }

  /** Resolves when one more record may be taken; heartbeats while it waits. */
  async room(): Promise<void> {
    while ((this.#window.length >= REACH || this.#bytes >= REACH_BYTES) && !this.signal.aborted) {
      await Promise.race([new Promise<void>((resolve) => (this.#freed = resolve)), pause(HEARTBEAT_MS, this.signal).catch(() => undefined)])
      if (!this.signal.aborted) await this.#control.heartbeat()
    }
  }

  /** Whether records of this partition are at work: a parked one, too, which holds up those of its key. */
  busy(): boolean {
    return this.#begun.size > 0 || this.#byKey.values().some(([first]) => first?.done)
  }

  /** Whether this record was taken before: a batch that is delivered again brings what is still at work, too. */
  hasTaken({ offset }: LogRecord): boolean {
    return this.#taken !== undefined && offset <= this.#taken
  }

  /** Resolves while the partition is this member's; rejects when it was lost. */
  confirm(): Promise<void> {
    return this.#control.heartbeat()
  }

  /** Takes the next record of the partition; it begins when its caller's turn comes. */
  add(record: LogRecord): void {
    const counted = this.#options.deliveries !== undefined && this.#leftToCount-- > 0 && this.#isOfBefore(record)
    const slot: Slot = { record, caller: callerOf(record), counted, done: false, alone: false }
    this.#firstSeen ??= record.offset
    this.#window.push(slot)
    this.#taken = record.offset
    this.#bytes += record.value.byteLength
    const sameKey = this.#byKey.get(record.key)
    if (sameKey) sameKey.push(slot)
    else this.#byKey.set(record.key, [slot])
    this.#turns.add(slot.caller, slot)
    this.#beginNext()
  }

  /** Whether it may have come to an earlier owner of the partition. */
  #isOfBefore({ offset }: LogRecord): boolean {
    return offset < this.#control.takenAt
  }

  #beginNext(): void {
    while (!this.#held && !this.signal.aborted && !this.#options.draining?.()) {
      const { size } = this.#begun
      if (size >= MOST_BEGUN) return
      const busy = size < WINDOW ? undefined : new Set([...this.#begun].map((slot) => slot.caller))
      const slot = this.#turns.take(
        (waiting) => this.#byKey.get(waiting.record.key)?.[0] === waiting,
        (caller) => !busy?.has(caller),
      )
      if (!slot) return
      this.#begun.add(slot)
      const task = slot.counted ? this.#runCounted(slot) : this.#run(slot, 1)
      slot.task = task
      this.#tasks.add(task)
      void task.finally(() => this.#tasks.delete(task))
      this.#options.onBegun?.(task)
    }
  }

  async #run(slot: Slot, deliveries: number): Promise<void> {
    const mayComeAgain = slot.record.offset < (this.#firstSeen ?? 0n) + 2n * BigInt(REACH) && this.#isOfBefore(slot.record)
    const entered = first.enter()
    const leave = typeof entered === 'function' ? entered : await entered
    const finished = await this.#options.handle(slot.record, deliveries, this.signal, { mayComeAgain, leave: () => this.#pass(slot) })
    leave()
    this.#begun.delete(slot)
    if (!finished && !slot.done) return
    const [, ...later] = this.#byKey.get(slot.record.key) ?? []
    if (later.length > 0) this.#byKey.set(slot.record.key, later)
    else this.#byKey.delete(slot.record.key)
    await this.#pass(slot)
  }

  /** The partition moves on behind this record. */
  async #pass(slot: Slot): Promise<void> {
    slot.done = true
    this.#begun.delete(slot)
    if (slot.task) this.#tasks.delete(slot.task)
    const committed = this.#commitFinished()
    if (slot.alone) this.#release(slot)
    else this.#beginNext()
    this.#freed()
    await committed
  }

  /** Begins once it is known how often the record was begun. After several deaths it runs alone, so that no neighbour is blamed. */
  async #runCounted(slot: Slot): Promise<void> {
    this.#held = true
    const others = [...this.#tasks]
    const deliveries = await this.#count(slot.record)
    slot.alone = true
    if (deliveries >= ALONE_FROM) await Promise.all(others)
    else this.#release(slot)
    if (!this.signal.aborted && !this.#options.draining?.()) await this.#run(slot, deliveries)
    if (slot.alone) this.#release(slot)
  }

  #release(slot: Slot): void {
    slot.alone = false
    this.#held = false
    this.#beginNext()
  }

  /** How often this record was begun, this time included. Waits for the database where it is away. */
  async #count(record: LogRecord): Promise<number> {
    for (let attempt = 1; !this.signal.aborted; attempt++) {
      try {
        if (this.#lastCounted === undefined || record.offset > this.#lastCounted) this.#lastCounted = record.offset
        return (await this.#options.deliveries?.begin(this.#options.consumer, record)) ?? 1
      } catch (error) {
        this.#warn('the deliveries of a record were not counted, trying again', error, { attempt, offset: String(record.offset) })
        await pause(backoffMs(UNTIL_DONE, attempt), this.signal).catch(() => undefined)
      }
    }
    return 1
  }

  async #commitFinished(): Promise<void> {
    if (!this.#window[0]?.done) return
    while (this.#window[0]?.done) {
      const { record } = this.#window.shift()!
      this.#finished = record.offset
      this.#bytes -= record.value.byteLength
    }
    for (let attempt = 1; this.#finished !== undefined && !this.signal.aborted; attempt++) {
      // Not what it was at the first try: commits only go forward, and a later record may have been faster.
      const last = this.#finished
      try {
        await this.#control.commit(last)
        return await this.#forgetDeliveries(last)
      } catch (error) {
        this.#warn('the offset was not committed, trying again', error, { attempt, offset: String(last) })
        await pause(backoffMs(UNTIL_DONE, attempt), this.signal).catch(() => undefined)
      }
    }
  }

  async #forgetDeliveries(committed: bigint): Promise<void> {
    const { deliveries, consumer } = this.#options
    if (this.#lastCounted === undefined || !deliveries) return
    await deliveries.finish(consumer, this.#place.topic, this.#place.partition, committed)
    if (committed >= this.#lastCounted) this.#lastCounted = undefined
  }

  #warn(message: string, error: unknown, more: Record<string, unknown>): void {
    this.#options.log.warn({ consumer: this.#options.consumer, ...this.#place, ...more, error: messageOf(error) }, message)
  }
}

const callerSchema = z.object({ caller: z.string().optional(), file: z.object({ caller: z.string().optional() }).optional() })

/** Several consumers of one process take the same record. */
const callers = new WeakMap<LogRecord, string | undefined>()

/** Who brought the document, or started the run, that a record is about; undefined where it does not say, as records of earlier versions. */
function callerOf(record: LogRecord): string | undefined {
  if (!callers.has(record)) callers.set(record, readCaller(record))
  return callers.get(record)
}

function readCaller(record: LogRecord): string | undefined {
  try {
    const { data } = callerSchema.safeParse(jsonOf(record))
    return data?.file?.caller ?? data?.caller
  } catch {
    return undefined
  }
}
