import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { ownDatabase } from '../../tests/support/own-database.ts'
import { budgetSchema } from '../config/models-config.ts'
import { startDeadline } from '../consume/deadline.ts'
import type { Database } from '../store/database.ts'
import { connectPostgres } from '../store/postgres.ts'
import { openSqliteDatabase } from '../store/sqlite.ts'
import { type CallTables, modelCallsMigration } from './call-table.ts'
import { type Ask, openPlaces, type Place, type Places } from './places.ts'

const log = pino({ level: 'silent' })
const budget = (limits: object) => budgetSchema.parse(limits)
const ask = (more: Partial<Ask> = {}): Ask => ({ tokens: 1, signal: new AbortController().signal, ...more })

interface Stores {
  /** One for each process. */
  readonly of: readonly [Database, Database]
  close(): Promise<void>
}

async function embedded(): Promise<Stores> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-places-'))
  const database = await openSqliteDatabase({ dir })
  return {
    of: [database, database],
    async close() {
      await database.close()
      await rm(dir, { recursive: true })
    },
  }
}

async function shared(url: string): Promise<Stores> {
  const own = await ownDatabase(url)
  const of = [await connectPostgres({ url: own, log, pool: 2 }), await connectPostgres({ url: own, log, pool: 2 })] as const
  return { of, close: async () => void (await Promise.all(of.map((database) => database.close()))) }
}

const url = inject('databaseUrl')
if (!url) console.log(`skipped: places over two processes on PostgreSQL (${inject('skipped')})`)
const kinds: [string, () => Promise<Stores>][] = [['embedded', embedded]]
if (url) kinds.push(['over two processes on PostgreSQL', () => shared(url)])

describe.each(kinds)('places, %s', (_, open) => {
  let stores: Stores
  let opened: Places[]
  let now: number
  /** Two of them, as two processes have them. */
  let one: Places
  let two: Places
  const openAll = () => {
    opened = stores.of.map((database) => openPlaces({ database, clock: { now: () => now }, log }))
    one = opened[0]!
    two = opened[1]!
  }
  beforeEach(async () => {
    now = Date.now()
    stores = await open()
    await stores.of[0].migrate([modelCallsMigration])
    openAll()
  })
  afterEach(async () => {
    await Promise.all(opened.map((places) => places.close()))
    await stores.close()
  })

  /** How many of the calls have a place by now; waits until that many have, and looks that no further one comes. */
  const begun = async (calls: readonly Promise<Place>[], count: number): Promise<Place[]> => {
    const places: Place[] = []
    for (const call of calls) call.then((place) => places.push(place)).catch(() => undefined)
    await expect.poll(() => places.length, { timeout: 15_000 }).toBe(count)
    await stores.of[0].tables<CallTables>().selectFrom('model_calls').select('id').execute()
    expect(places).toHaveLength(count)
    return places
  }

  test('as many calls as the budget has places run at once, over all processes', { timeout: 60_000 }, async () => {
    const limits = budget({ concurrency: 2 })
    const calls = [one, two, one, two, one].map((places) => places.take('a', limits, ask()))
    const ended = new Set<Place>()
    for (let count = 2; count <= 5; count++) {
      const [first] = (await begun(calls, count)).filter((place) => !ended.has(place))
      first?.release()
      if (first) ended.add(first)
    }
    expect(await two.take('another', limits, ask())).toBeDefined()
  })

  test('requests and tokens of a minute are bounded, and told tokens stand in for the expected ones', { timeout: 60_000 }, async () => {
    const requests = budget({ requests_per_minute: 2, wait_ms: 600_000 })
    const calls = [one, two, one].map((places) => places.take('r', requests, ask()))
    for (const place of await begun(calls, 2)) place.release()
    now += 60_001
    await begun(calls, 3)
    const tokens = budget({ tokens_per_minute: 100, wait_ms: 600_000 })
    const first = await one.take('t', tokens, ask({ tokens: 90 }))
    const more = [two.take('t', tokens, ask({ tokens: 90 }))]
    await begun(more, 0)
    first.release(5)
    await begun(more, 1)
  })

  test('when the provider asks for patience, nobody goes out before', { timeout: 60_000 }, async () => {
    const limits = budget({ concurrency: 5, wait_ms: 600_000 })
    const place = await one.take('a', limits, ask())
    place.busy(7_000)
    place.release()
    await expect
      .poll(() => stores.of[0].tables<CallTables>().selectFrom('model_pauses').select('until').where('until', '>', 0).execute())
      .toHaveLength(1)
    const calls = [one, two].map((places) => places.take('a', limits, ask()))
    await begun(calls, 0)
    now += 7_001
    await begun(calls, 2)
  })

  test('a pause that is longer than a chat waits is told at once, a handler waits it out', { timeout: 60_000 }, async () => {
    const limits = budget({ concurrency: 5, wait_ms: 1000 })
    const place = await one.take('a', limits, ask())
    place.busy(120_000)
    place.release()
    await expect
      .poll(() => stores.of[0].tables<CallTables>().selectFrom('model_pauses').select('until').where('until', '>', 0).execute())
      .toHaveLength(1)
    const refused = await two.take('a', limits, ask()).catch((e) => e)
    expect(refused).toMatchObject({
      code: 'rate_limited',
      status: 429,
      headers: { 'retry-after': '120', 'ratelimit-remaining': '0', 'ratelimit-reset': '120' },
      details: { retry_after_s: 120 },
    })
    const handler = [two.take('a', limits, ask({ uncounted: (wait) => wait }))]
    await begun(handler, 0)
    now += 120_001
    await begun(handler, 1)
  })

  test('a queue that is full says so, and a wait that is too long', { timeout: 60_000 }, async () => {
    const limits = budget({ concurrency: 1, queue: 1, wait_ms: 200 })
    const patient = ask({ uncounted: (wait) => wait })
    await one.take('a', limits, ask())
    const waiting = one.take('a', limits, patient)
    waiting.catch(() => undefined)
    await expect
      .poll(() => stores.of[0].tables<CallTables>().selectFrom('model_calls').select('id').where('started_at', 'is', null).execute())
      .toHaveLength(1)
    await expect(two.take('a', limits, patient)).rejects.toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '10' } })
    const alone = budget({ concurrency: 1, wait_ms: 200 })
    await one.take('b', alone, ask())
    await expect(two.take('b', alone, ask())).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
    await expect.poll(() => two.waiting()).toBe(0)
  })

  test('the wait for a place does not count against a deadline', { timeout: 60_000 }, async () => {
    const limits = budget({ concurrency: 1 })
    const held = await one.take('a', limits, ask())
    const deadline = startDeadline(150)
    const waiting = two.take('a', limits, ask({ signal: deadline.signal, uncounted: deadline.uncounted }))
    const short = AbortSignal.timeout(300)
    await expect.poll(() => short.aborted).toBe(true)
    held.release()
    expect(await waiting).toBeDefined()
    expect(deadline.signal.aborted).toBe(false)
    deadline.end()
  })

  test('who leaves takes no place with it', { timeout: 60_000 }, async () => {
    const limits = budget({ concurrency: 1 })
    const held = await one.take('a', limits, ask())
    const leaving = new AbortController()
    const gone = two.take('a', limits, ask({ signal: leaving.signal }))
    await expect.poll(() => two.waiting()).toBe(1)
    leaving.abort(new Error('the caller left'))
    await expect(gone).rejects.toThrow('the caller left')
    held.release()
    held.release()
    expect(await one.take('a', limits, ask())).toBeDefined()
  })

  test('the places of a process that died are free again', { timeout: 60_000 }, async () => {
    const limits = budget({ concurrency: 1 })
    await one.take('a', limits, ask())
    const waiting = [two.take('a', limits, ask({ uncounted: (wait) => wait }))]
    await begun(waiting, 0)
    // Nothing of the first process is seen for longer than its beat: the second one's row is fresh.
    now += 31_000
    await stores.of[1].tables<CallTables>().updateTable('model_calls').set({ seen_at: now }).where('started_at', 'is', null).execute()
    await begun(waiting, 1)
  })

  test('callers take turns', { timeout: 60_000 }, async () => {
    const limits = budget({ concurrency: 1 })
    const order: string[] = []
    const served = async (places: Places, caller: string) => {
      const place = await places.take('a', limits, ask({ caller }))
      order.push(caller)
      place.release()
    }
    const held = await one.take('a', limits, ask({ caller: 'key:busy' }))
    const busy = Array.from({ length: 5 }, () => served(one, 'key:busy'))
    await expect.poll(() => one.waiting()).toBe(5)
    const other = served(two, 'key:other')
    await expect.poll(() => one.waiting() + (two === one ? 0 : two.waiting())).toBeGreaterThanOrEqual(5)
    await expect
      .poll(() => stores.of[0].tables<CallTables>().selectFrom('model_calls').select('id').where('started_at', 'is', null).execute())
      .toHaveLength(6)
    held.release()
    await Promise.all([...busy, other])
    expect(order[0]).toBe('key:other')
  })
})
