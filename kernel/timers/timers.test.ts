import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { indexCleared } from '../../schemas/index-admin.ts'
import { databaseKinds, type TestDatabase } from '../../tests/support/databases.ts'
import { type OutboxTables, outboxMigration } from '../outbox/outbox.ts'
import { systemClock } from '../runtime/clock.ts'
import type { Database } from '../store/database.ts'
import { runTimers } from './run-timers.ts'
import { announceTimers, cancelTimer, fireTimers, setTimer, type TimerTables, timersMigration } from './timers.ts'

const log = pino({ level: 'silent' })
const origin = { source: 'test', cause: { requestId: 'r' }, now: 0 }
const event = (index: string) => indexCleared.make({ index, deleted: 0, at: '2026-01-01T00:00:00.000Z' })

describe.each(databaseKinds)('timers on $kind', ({ kind, create }) => {
  let store: TestDatabase
  let database: Database
  let running: { stop(): Promise<void> }[]
  beforeEach(async () => {
    store = await create()
    database = await store.open()
    await database.migrate([outboxMigration, timersMigration])
    running = []
  })
  afterEach(async () => {
    await Promise.all(running.map((r) => r.stop()))
    await store.dispose()
  })
  const set = (key: string, at: number, name = key) => setTimer(database.tables(), key, at, event(name), origin)
  const fired = async () =>
    (await database.tables<OutboxTables>().selectFrom('outbox').select('value').orderBy('seq').execute()).map(
      ({ value }) => indexCleared.schema.parse(JSON.parse(value)).index,
    )
  const left = async () => (await database.tables<TimerTables>().selectFrom('timers').select('key').execute()).length

  test('what is due fires in its order and once, what is not stays, and the next time is told', async () => {
    await set('late', 3000)
    await set('second', 200)
    await set('first', 100)
    expect(await fireTimers(database, { now: () => 1000 })).toBe(3000)
    expect(await fireTimers(database, { now: () => 1000 })).toBe(3000)
    expect(await fired()).toEqual(['first', 'second'])
    expect(await fireTimers(database, { now: () => 3000 })).toBeUndefined()
    expect(await fired()).toEqual(['first', 'second', 'late'])
  })

  test('a look at what is not due is no transaction', async () => {
    const transaction = vi.spyOn(database, 'transaction')
    expect(await fireTimers(database, { now: () => 1000 })).toBeUndefined()
    await set('late', 3000)
    expect(await fireTimers(database, { now: () => 1000 })).toBe(3000)
    expect(transaction).not.toHaveBeenCalled()
  })

  test('a timer is moved by setting it again, and cancelled', async () => {
    await set('a', 100, 'before')
    await set('a', 200, 'after')
    await set('b', 100)
    await cancelTimer(database.tables(), 'b')
    expect(await fireTimers(database, { now: () => 150 })).toBe(200)
    expect(await fireTimers(database, { now: () => 200 })).toBeUndefined()
    expect(await fired()).toEqual(['after'])
  })

  test('of many processes at once one fires each', async () => {
    const others = kind === 'PostgreSQL' ? await Promise.all([1, 2, 3].map(() => store.open())) : [database, database]
    for (let i = 0; i < 250; i++) await set(`t${i}`, i)
    await Promise.all(
      [database, ...others].map(async (d) => {
        while ((await fireTimers(d, { now: () => 1000 })) === 0);
      }),
    )
    await vi.waitFor(async () => {
      await fireTimers(database, { now: () => 1000 })
      expect(await left()).toBe(0)
    })
    const names = await fired()
    expect([names.length, new Set(names).size]).toEqual([250, 250])
  })

  test('a running process is woken by a new timer, and is not a second late', async () => {
    running.push(runTimers({ database, clock: systemClock, log }))
    const due = Date.now() + 400
    await set('a', due)
    await announceTimers(database)
    await vi.waitFor(async () => expect(await fired()).toEqual(['a']), { interval: 10 })
    expect(Date.now()).toBeGreaterThanOrEqual(due)
    expect(Date.now() - due).toBeLessThan(1000)
  })

  test('what was due while nobody lived fires at the next start', async () => {
    await set('a', Date.now() - 60_000)
    running.push(runTimers({ database, clock: systemClock, log }))
    await vi.waitFor(async () => expect(await fired()).toEqual(['a']))
  })
})
