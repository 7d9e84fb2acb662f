import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LogRecord } from '../../broker/broker.ts'
import { claimsMigration } from '../../claims/claims.ts'
import { systemClock } from '../../runtime/clock.ts'
import type { Database } from '../../store/database.ts'
import { openSqliteDatabase } from '../../store/sqlite.ts'
import { type Parking, startParking } from './parking.ts'

const WAIT = { timeout: 30_000, interval: 10 }
const recordAt = (offset: bigint): LogRecord => ({
  ...{ topic: 't', partition: 0, offset, key: String(offset), value: Buffer.from('{}'), headers: {}, timestamp: 0 },
})
let dir: string
let database: Database
let parking: Parking
/** The store's answers to changes of claims, which renewals of leases are, wait for this. */
let answered: () => Promise<void>
let takeUp: () => Promise<boolean>
function answeringLate<Query extends object>(query: Query): Query {
  return new Proxy(query, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const made = value.apply(target, given)
        if (name === 'execute') return made.then((rows: unknown) => answered().then(() => rows))
        return typeof made === 'object' ? answeringLate(made) : made
      }
    },
  })
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-parking-'))
  database = await openSqliteDatabase({ dir })
  await database.migrate([claimsMigration])
  const log = pino({ level: 'silent' })
  answered = async () => undefined
  takeUp = async () => true
  const tables = () => {
    const plain = database.tables<object>()
    const updateTable = (name: never) => answeringLate(plain.updateTable(name))
    return new Proxy(plain, {
      get: (target, name) => (name === 'updateTable' ? updateTable : Reflect.get(target, name).bind(target)),
    })
  }
  const ports = { database: { ...database, tables } as Database, clock: systemClock }
  parking = startParking({ consumer: 'c', afterMs: 20, ports, log, leaseMs: 200, takeUp: () => takeUp() })
})
afterEach(async () => {
  await parking.stop()
  await database.close()
  rmSync(dir, { recursive: true })
})

const parked = async () =>
  (await database.tables<{ claims: { key: string } }>().selectFrom('claims').select('key').execute()).map(({ key }) => key)

test('what is parked while leases are renewed keeps its place', async () => {
  const gate = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  let renewed = 0
  let left = 0
  const aborted: unknown[] = []
  const place = { signal: new AbortController().signal, confirm: async () => undefined, leave: async () => void left++ }
  const work = async ({ signal }: { signal: AbortSignal }) => {
    signal.addEventListener('abort', () => aborted.push(signal.reason))
    await done.promise
    return true
  }
  const first = parking.run(recordAt(7n), place, work)
  await vi.waitFor(() => expect(left).toBe(1), WAIT)
  answered = () => {
    renewed++
    return gate.promise
  }
  await vi.waitFor(() => expect(renewed).toBe(1), WAIT)
  const second = parking.run(recordAt(8n), place, work)
  await vi.waitFor(() => expect(left).toBe(2), WAIT)
  gate.resolve()
  await vi.waitFor(() => expect(renewed).toBeGreaterThan(3), WAIT)
  expect(aborted).toEqual([])
  done.resolve()
  expect([await first, await second, await parked()]).toEqual([true, true, []])
})

test('what was lost and taken up again is worked on once, whenever the work that lost it ends', async () => {
  const ending = Promise.withResolvers<void>()
  const done = Promise.withResolvers<boolean>()
  let [left, ended, taken, asked] = [0, 0, 0, 0]
  takeUp = () => {
    taken++
    return done.promise
  }
  const place = { signal: new AbortController().signal, confirm: async () => undefined, leave: async () => void left++ }
  const first = parking.run(recordAt(7n), place, async ({ signal }) => {
    signal.addEventListener('abort', () => ended++)
    await ending.promise
    return false
  })
  await vi.waitFor(() => expect(left).toBe(1), WAIT)
  const claim = () => database.tables<{ claims: { kept: number; holder: string } }>().updateTable('claims')
  await claim().set({ kept: 1 }).execute()
  await vi.waitFor(() => expect(ended).toBe(1), WAIT)
  await claim().set({ kept: 0, holder: 'one that is gone' }).execute()
  await vi.waitFor(() => expect(taken).toBe(1), WAIT)
  ending.resolve()
  expect(await first).toBe(false)
  answered = async () => void asked++
  await vi.waitFor(() => expect(asked).toBeGreaterThan(6), WAIT)
  expect(taken).toBe(1)
  done.resolve(true)
  await vi.waitFor(async () => expect(await parked()).toEqual([]), WAIT)
})
