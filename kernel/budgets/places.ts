import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { budgetSchema } from '../config/models-config.ts'
import type { Clock } from '../runtime/clock.ts'
import { orAborted } from '../runtime/concurrency/or-aborted.ts'
import { ApiError, messageOf, rateLimited } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Database } from '../store/database.ts'
import { type CallTables, type Turn, takeTurn } from './call-table.ts'

export type Budget = z.output<typeof budgetSchema>

const CHANNEL = 'model-calls'
const BEAT_MS = 10_000
/** A waiting process looks at least this often: a process that died frees its places without a word. */
const LOOK_MS = 1_000
/** However long a provider asks everybody to wait. */
const LONGEST_PAUSE_MS = 3_600_000

export interface Ask {
  /** Whose turn it takes (callerName); everybody without a name shares one. */
  readonly caller?: string | undefined
  /** That the call is expected to use. */
  readonly tokens: number
  readonly signal: AbortSignal
  /** Of a handler: its deadline stands still, and it waits as long as it takes. Without it the wait ends after `wait_ms`. */
  readonly uncounted?: (<T>(wait: Promise<T>) => Promise<T>) | undefined
}

/** A call that may go out. */
export interface Place {
  /** The provider asked for patience: nobody's call goes out before. */
  busy(retryAfterMs: number): void
  /** The call is over; `tokens` as told, in place of those that were expected. */
  release(tokens?: number): void
}

export interface Places {
  /**
   * Resolves when the call may go out. ApiError `rate_limited` (429, Retry-After) when too many wait, or for longer than `wait_ms`;
   * `unavailable` when the database does not answer; the reason of the signal.
   */
  take(name: string, budget: Budget, ask: Ask): Promise<Place>
  /** Calls of this process that wait. */
  waiting(): number
  close(): Promise<void>
}

interface Waiter {
  readonly row: CallTables['model_calls']
  readonly budget: Budget
  /** Its row was written. */
  entered: boolean
  begun: boolean
  readonly begin: () => void
}

/**
 * Places for calls to a model within its budget, counted in the database over all processes: by turns of the callers, and by the clock of
 * this machine. Who has no budget is not asked for one.
 */
export function openPlaces(parts: {
  database: Database
  clock: Clock
  log: Logger
  metrics?: Pick<Metrics, 'modelWait'> | undefined
}): Places {
  const { database, clock, log, metrics } = parts
  const waiters = new Map<string, Waiter>()
  const running = new Set<string>()
  const timers = new Map<string, NodeJS.Timeout>()
  const turning = new Map<string, Promise<Turn>>()
  const table = () => database.tables<CallTables>()
  const failed = (error: unknown) => log.warn({ error: messageOf(error) }, 'the budget of a model could not be kept')

  /** One turn of a budget after the other. */
  const turn = (name: string, budget: Budget): Promise<Turn> => {
    const next = Promise.allSettled([turning.get(name)]).then(() => turnNow(name, budget))
    turning.set(name, next)
    const done = () => void (turning.get(name) === next && turning.delete(name))
    next.then(done, done)
    return next
  }
  const turnNow = async (name: string, budget: Budget): Promise<Turn> => {
    const now = clock.now()
    const found = await database.transaction((trx: Parameters<typeof takeTurn>[0]) => takeTurn(trx, name, budget, now), { derived: true })
    for (const id of found.begun) begin(id)
    if (found.begun.some((id) => !waiters.has(id))) await database.announce(CHANNEL)
    lookLater(name, found.nextAt)
    return found
  }
  const begin = (id: string): void => {
    const waiter = waiters.get(id)
    if (!waiter) return
    waiter.begun = true
    waiter.begin()
  }
  const lookLater = (name: string, nextAt = Infinity): void => {
    clearTimeout(timers.get(name))
    const waiter = [...waiters.values()].find((w) => w.row.name === name)
    if (!waiter) return void timers.delete(name)
    const wait = Math.max(1, Math.min(LOOK_MS, nextAt - clock.now()))
    timers.set(name, setTimeout(() => look(waiter), wait).unref())
  }
  /** Another process may have let ours begin, or taken it for dead while this one stood still. */
  const look = ({ row: { name }, budget }: Waiter): void => {
    const mine = [...waiters.values()].filter(({ row, entered }) => row.name === name && entered).map(({ row }) => row)
    if (mine.length > 0)
      lookAt(mine)
        .then(() => turn(name, budget))
        .catch((error) => {
          failed(error)
          lookLater(name)
        })
  }
  const lookAt = async (mine: readonly CallTables['model_calls'][]): Promise<void> => {
    const ids = mine.map((row) => row.id)
    const seen_at = clock.now()
    await table().updateTable('model_calls').set({ seen_at }).where('id', 'in', ids).execute()
    const rows = await table().selectFrom('model_calls').select(['id', 'started_at']).where('id', 'in', ids).execute()
    for (const { id, started_at } of rows) if (started_at !== null) begin(id)
    const lost = mine.filter((row) => !rows.some(({ id }) => id === row.id) && waiters.has(row.id))
    if (lost.length > 0) await insert(lost.map((row) => ({ ...row, seen_at })))
  }
  const insert = (rows: readonly CallTables['model_calls'][]) =>
    table()
      .insertInto('model_calls')
      .values(rows)
      .onConflict((c) => c.column('id').doNothing())
      .execute()
  const lookAtAll = () => {
    for (const waiter of new Map([...waiters.values()].map((w) => [w.row.name, w])).values()) look(waiter)
  }
  const forget = (id: string, name: string, budget: Budget): void => {
    table()
      .deleteFrom('model_calls')
      .where('id', '=', id)
      .execute()
      .then(() => turn(name, budget))
      .catch(failed)
  }
  const showLife = (): void => {
    const mine = [...waiters.keys(), ...running]
    if (mine.length === 0) return
    table().updateTable('model_calls').set({ seen_at: clock.now() }).where('id', 'in', mine).execute().catch(failed)
  }
  const stopListening = database.onAnnounced(CHANNEL, lookAtAll)
  const beat = setInterval(showLife, BEAT_MS).unref()

  const enter = async (waiter: Waiter, patient: boolean): Promise<void> => {
    const { row, budget } = waiter
    await insert([row])
    waiter.entered = true
    const { waiting, nextAt = 0 } = await turn(row.name, budget)
    // Another process may have let it begin.
    if (waiter.begun || !waiting.includes(row.id)) return
    if (waiting.length > budget.queue) throw full(row.name, budget, 'too many calls wait for it')
    const wait = nextAt - clock.now()
    if (!patient && wait > budget.wait_ms) throw full(row.name, budget, 'no place becomes free in time', wait)
  }
  const placeOf = (id: string, name: string, budget: Budget): Place => ({
    busy: (retryAfterMs) => {
      pause(database, name, clock.now() + Math.min(retryAfterMs, LONGEST_PAUSE_MS)).catch(failed)
    },
    release: (tokens) => {
      if (!running.delete(id)) return
      table()
        .updateTable('model_calls')
        .set({ ended: 1, ...(tokens === undefined ? {} : { tokens: Math.ceil(tokens) }) })
        .where('id', '=', id)
        .execute()
        .then(() => turn(name, budget))
        .catch(failed)
    },
  })

  return {
    waiting: () => waiters.size,
    async take(name, budget, ask) {
      ask.signal.throwIfAborted()
      const started = performance.now()
      const now = clock.now()
      const { caller = '', tokens, uncounted } = ask
      const id = randomUUID()
      const row = { id, name, caller, tokens: Math.ceil(tokens), asked_at: now, started_at: null, ended: 0, seen_at: now }
      const begun = Promise.withResolvers<void>()
      const waiter: Waiter = { row, budget, entered: false, begun: false, begin: begun.resolve }
      waiters.set(id, waiter)
      const entered = enter(waiter, uncounted !== undefined)
      const wait = waitFor(entered, begun.promise, waiter, uncounted ? undefined : budget.wait_ms, ask.signal)
      try {
        await (uncounted ? uncounted(wait) : wait)
      } catch (error) {
        waiters.delete(id)
        // Behind its entry, or the row would stay.
        Promise.allSettled([entered]).then(() => forget(id, name, budget))
        ask.signal.throwIfAborted()
        if (error instanceof ApiError) throw error
        failed(error)
        throw new ApiError('unavailable', 'The database that counts calls to the model does not answer.', {
          headers: { 'retry-after': '5' },
        })
      }
      waiters.delete(id)
      running.add(id)
      metrics?.modelWait.observe({ alias: name }, (performance.now() - started) / 1000)
      return placeOf(id, name, budget)
    },
    async close() {
      clearInterval(beat)
      stopListening()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.allSettled(turning.values())
      const mine = [...waiters.keys(), ...running]
      if (mine.length > 0) await table().updateTable('model_calls').set({ ended: 1 }).where('id', 'in', mine).execute().catch(failed)
    },
  }
}

/**
 * Resolves once the call has begun; rejects where it may not enter, at the end of its patience, and when the caller leaves. Patience begins
 * with the entry: what the store takes to write it down is no wait for a place.
 */
async function waitFor(
  entered: Promise<void>,
  begun: Promise<void>,
  { row: { name }, budget }: Pick<Waiter, 'row' | 'budget'>,
  waitMs: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController()
  const late = async (): Promise<never> => {
    await entered
    await sleep(waitMs, undefined, { signal: over.signal })
    throw full(name, budget, `no place became free within ${(waitMs ?? 0) / 1000} s`)
  }
  try {
    const begins = Promise.all([entered, begun])
    await orAborted(waitMs === undefined ? begins : Promise.race([begins, late()]), signal)
  } finally {
    over.abort()
  }
}

const RETRY_AFTER_MS = 10_000
function full(name: string, { requests_per_minute, concurrency, queue }: Budget, why: string, retryAfterMs = RETRY_AFTER_MS): ApiError {
  const retry_after_s = Math.ceil(retryAfterMs / 1000)
  return rateLimited(`The budget of ${name} is used up: ${why}. Try again in ${retry_after_s} s.`, {
    limit: requests_per_minute ?? concurrency ?? queue,
    seconds: retry_after_s,
    details: { alias: name, retry_after_s },
  })
}

const pause = (database: Database, name: string, until: number) =>
  database
    .tables<CallTables>()
    .insertInto('model_pauses')
    .values({ name, until })
    .onConflict((c) =>
      c.column('name').doUpdateSet((e) => ({
        until: e.case().when('model_pauses.until', '<', until).then(until).else(e.ref('model_pauses.until')).end(),
      })),
    )
    .execute()
