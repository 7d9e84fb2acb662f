import { z } from 'zod'
import type { LogRecord } from '../../broker/broker.ts'
import { type Claims, claimsOf } from '../../claims/claims.ts'
import type { Ports } from '../../ports.ts'
import { gather } from '../../runtime/concurrency/gather.ts'
import { messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import { type Deadline, startDeadline } from '../deadline.ts'
import { joinSignals } from '../join-signals.ts'
import { backoffMs, pause } from '../retry.ts'
import { UNTIL_DONE } from './partition-work.ts'

/** A process that gives no sign for this long has died, and others take up what it had parked. */
const LEASE_MS = 15_000
/** Parked records that one process holds in memory; from then on its partitions wait. */
const MOST = 256
const ASK_AGAIN_MS = 1_000
/** Nobody reads it; what is aborted without a reason makes one, with its stack. */
const DONE = 'done'

/** A record's place in the partition that brought it. */
export interface Delivered {
  /** Aborted when the partition was lost. */
  readonly signal: AbortSignal
  /** Resolves while the partition is this member's; rejects when another process may have it. */
  confirm(): Promise<void>
  /** The record is parked: the partition may move on. */
  leave(): Promise<void>
}

/** What the work on a record has of its place. */
export interface Held {
  /** Aborted with the partition's signal until the record is parked, and then only when this process stops or another one has taken it. */
  readonly signal: AbortSignal
  /** The time until the promise settles parks nothing. */
  readonly uncounted: Deadline['uncounted']
  /** Resolves while the record is this process's to finish; rejects when another one may have done it. */
  confirm(): Promise<void>
}

/**
 * Records that take long do not hold up their partition: they are noted in the store as claims of this process, their offset is
 * committed, and they are worked on until they are done. Whoever lives takes up those of a process that died.
 */
export interface Parking {
  /** Runs the work of a record, which is parked on the way where it takes long. */
  run(record: LogRecord, delivered: Delivered, work: (held: Held) => Promise<boolean>): Promise<boolean>
  /** Whether the record is parked, here or elsewhere: who delivers it has not heard of it. Waits for the store; rejects never. */
  isParked(record: LogRecord, partition: AbortSignal): Promise<boolean>
  /** Ends what is under way, which others may take up at once. */
  stop(): Promise<void>
}

const parkedSchema = z.object({
  topic: z.string(),
  partition: z.int(),
  offset: z.string().transform(BigInt),
  key: z.string(),
  value: z.base64().transform((text) => Buffer.from(text, 'base64')),
  headers: z.record(z.string(), z.string()),
  timestamp: z.number(),
})
const noteOf = (record: LogRecord): string =>
  JSON.stringify({ ...record, offset: String(record.offset), value: Buffer.from(record.value).toString('base64') })
const keyOf = ({ topic, partition, offset }: LogRecord): string => `${topic}/${partition}/${offset}`

export interface ParkingOptions {
  readonly consumer: string
  readonly afterMs: number
  readonly ports: Pick<Ports, 'database' | 'clock'>
  readonly log: Logger
  readonly leaseMs?: number
  /** Of this process, where it is not the only one in it: in tests. */
  readonly holder?: string
  /** Works on a record that another process had parked; `taken` is how often it was begun, this time included. */
  readonly takeUp: (record: LogRecord, taken: number, held: Pick<Held, 'signal' | 'confirm'>) => Promise<boolean>
}

export function startParking(options: ParkingOptions): Parking {
  const { consumer, afterMs, ports, log, leaseMs = LEASE_MS, holder } = options
  const { database, clock } = ports
  const scope = { scope: `parked/${consumer}`, leaseMs, ...(holder ? { holder } : {}) }
  const claims: Claims = claimsOf({ database, tables: database.tables(), clock, ...scope })
  // The first records of a partition are asked for, each by itself: many at once, so that they do not fill the store's connections.
  const isKnown = gather(async (keys: readonly string[]) => {
    const known = await claims.known(keys)
    return keys.map((key) => known.has(key))
  })
  const stopping = new AbortController()
  /** What this process has parked, and how to end it. */
  const held = new Map<string, AbortController>()
  const tasks = new Set<Promise<unknown>>()

  /** Rejects, and ends the work, where another process has taken the record from this one, which gave no sign for a lease. */
  const confirmHeld = async (key: string, own: AbortController): Promise<void> => {
    const signal = AbortSignal.any([own.signal, stopping.signal])
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted()
      const mine = await claims.renew([key]).catch((error) => {
        log.warn({ consumer, key, error: messageOf(error) }, 'the store does not say whose a parked record is, trying again')
      })
      if (mine?.has(key)) return
      if (mine) lose(key, own)
      else await pause(backoffMs(UNTIL_DONE, attempt), signal)
    }
  }
  const lose = (key: string, own: AbortController) => {
    if (held.get(key) === own) held.delete(key)
    own.abort(new Error('another process has taken this record'))
  }

  /** Parks a record that is due, as soon as there is room and the store answers; false when it is done, or lost, before. */
  const park = async (
    record: LogRecord,
    { own, done, confirm }: { own: AbortController; done: AbortSignal; confirm: Delivered['confirm'] },
  ): Promise<boolean> => {
    const key = keyOf(record)
    const { signal: until, ...joined } = joinSignals(own.signal, done)
    try {
      for (; ; await pause(ASK_AGAIN_MS, until).catch(() => undefined)) {
        if (until.aborted) return false
        if (held.size >= MOST) continue
        // Of a process that was stopped for long it is overdue at once, and another one may have done it meanwhile.
        const isOurs = await confirm().then(
          () => true,
          () => false,
        )
        if (!isOurs || until.aborted) return false
        try {
          if (!(await claims.take(key, noteOf(record))).mine) continue
          held.set(key, own)
          return true
        } catch (error) {
          log.warn({ consumer, key, error: messageOf(error) }, 'a record that takes long could not be parked, its partition waits for it')
        }
      }
    } finally {
      joined.end()
    }
  }

  const settle = async (key: string, own: AbortController, finished: boolean): Promise<void> => {
    // What was lost is another one's to settle: this process's own, too, where it has taken the record up again.
    if (held.get(key) !== own) return
    held.delete(key)
    // Where this fails the lease runs out, and the record is worked on once more.
    await (finished ? claims.free(key) : claims.drop([key])).catch((error) =>
      log.warn({ consumer, key, error: messageOf(error) }, 'a parked record was not settled; it will be taken up again'),
    )
  }

  const takeUp = async (note: string | null, key: string, taken: number): Promise<void> => {
    const own = new AbortController()
    held.set(key, own)
    const record = parkedSchema.parse(JSON.parse(note ?? ''))
    const signal = AbortSignal.any([own.signal, stopping.signal])
    await settle(key, own, await options.takeUp(record, taken, { signal, confirm: () => confirmHeld(key, own) }))
  }

  const look = async () => {
    // What is parked meanwhile was not asked about.
    const asked = [...held]
    const mine = await claims.renew(asked.map(([key]) => key))
    for (const [key, own] of asked) if (!mine.has(key) && held.get(key) === own) lose(key, own)
    if (held.size >= MOST || stopping.signal.aborted) return
    for (const { key, value, taken } of await claims.takeOver(MOST - held.size)) {
      // Its lease ran out while this process stood still, and nobody was faster: the work goes on here.
      if (held.has(key)) continue
      log.info({ consumer, key, taken }, 'took up a record that was parked by a process that is gone')
      const task = takeUp(value, key, taken).catch((error) =>
        log.error({ consumer, key, error: messageOf(error) }, 'a parked record failed'),
      )
      tasks.add(task)
      task.finally(() => tasks.delete(task))
    }
  }
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error) => log.warn({ consumer, error: messageOf(error) }, 'parked records were not looked after, trying again'))
      await pause(leaseMs / 4, stopping.signal).catch(() => undefined)
    }
  })()

  const begin: Parking['run'] = async (record, { signal: partition, confirm, leave }, work) => {
    const key = keyOf(record)
    const own = new AbortController()
    const lost = () => own.abort(partition.reason)
    if (partition.aborted) lost()
    partition.addEventListener('abort', lost)
    const due = startDeadline(afterMs)
    let parked: { readonly place: Promise<boolean>; readonly done: AbortController } | undefined
    const parkAndLeave = async (done: AbortSignal) => {
      if (!(await park(record, { own, done, confirm }))) return false
      partition.removeEventListener('abort', lost)
      await leave()
      return true
    }
    // Most records are done before.
    due.signal.addEventListener('abort', () => {
      const done = new AbortController()
      parked = { place: parkAndLeave(done.signal), done }
    })
    const { signal, ...joined } = joinSignals(own.signal, stopping.signal)
    const finished = await work({
      signal,
      uncounted: due.uncounted,
      async confirm() {
        const isParked = () => held.get(key) === own
        if (!isParked())
          await confirm().catch((error) => {
            if (!isParked()) throw error
          })
        if (isParked()) await confirmHeld(key, own)
        own.signal.throwIfAborted()
      },
    })
    due.end()
    joined.end()
    parked?.done.abort(DONE)
    partition.removeEventListener('abort', lost)
    if (await parked?.place) await settle(key, own, finished)
    return finished
  }

  return {
    run(...given) {
      const task = begin(...given)
      tasks.add(task)
      return task.finally(() => tasks.delete(task))
    },
    async isParked(record, partition) {
      for (let attempt = 1; !partition.aborted; attempt++) {
        try {
          return await isKnown(keyOf(record))
        } catch (error) {
          log.warn(
            { consumer, key: keyOf(record), error: messageOf(error) },
            'the store does not say whether a record is parked, trying again',
          )
          await pause(backoffMs(UNTIL_DONE, attempt), partition).catch(() => undefined)
        }
      }
      return false
    },
    async stop() {
      stopping.abort(new Error('this process stops'))
      await looking
      await Promise.all(tasks)
    },
  }
}
