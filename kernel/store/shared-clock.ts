import { sql } from 'kysely'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { Database } from './database.ts'

const ASK_EVERY_MS = 10_000
/** Of an answer that took longer it is not known well enough when it was given. */
const MOST_MS = 1_000
/** A machine whose clock is off by more is told of. */
export const TOLD_MS = 10_000

/** The database's clock, and how much of the time until now its answer took; ms. */
export async function askTime(database: Database): Promise<{ at: number; tookMs: number }> {
  const began = performance.now()
  const ms =
    database.kind === 'postgres' ? sql<string>`extract(epoch from clock_timestamp()) * 1000` : sql<number>`unixepoch('subsec') * 1000`
  const { rows } = await sql<{ at: string | number }>`select ${ms} as at`.execute(database.tables())
  const tookMs = performance.now() - began
  return { at: Number(rows[0]?.at) + tookMs / 2, tookMs }
}

export const offWords = (aheadMs: number): string =>
  `the clock of this machine is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's: set both by NTP`

export interface SharedClock extends Clock {
  stop(): void
}

/**
 * The database's time, which all processes share, counted on by this process's monotonic clock: a machine whose clock is set wrong while
 * it runs neither fires a timer early nor ends what is others'. Such a machine is told of by `aheadMs`, and in the log.
 */
export async function followSharedClock(database: Database, log: Logger, system: Clock): Promise<SharedClock> {
  let known = await anchored(database)
  let told = false
  const now = () => Math.round(known.at + performance.now() - known.since)
  const aheadMs = () => system.now() - now()
  const look = async () => {
    known = await anchored(database, known)
    const isOff = Math.abs(aheadMs()) > TOLD_MS
    if (isOff && !told) log.warn(offWords(aheadMs()))
    told = isOff
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.debug({ error: messageOf(error) }, 'the database does not tell its time now'))
  }, ASK_EVERY_MS).unref()
  return { now, aheadMs, stop: () => clearInterval(timer) }
}

interface Anchor {
  readonly at: number
  readonly since: number
}

async function anchored(database: Database, before?: Anchor): Promise<Anchor> {
  const { at, tookMs } = await askTime(database)
  return before && tookMs > MOST_MS ? before : { at, since: performance.now() }
}
