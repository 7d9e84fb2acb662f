import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../../tests/support/databases.ts'
import { claimsMigration } from '../../claims/claims.ts'
import type { Clock } from '../../runtime/clock.ts'
import { ApiError } from '../../runtime/errors.ts'
import type { Database } from '../../store/database.ts'
import type { TablesOf } from '../../store/define-tables.ts'
import { type Command, idempotent, SILENT_MS, type StoredReply } from './idempotency.ts'

const HOUR = 3_600_000
/** The parts of a request that the key's scope is made of. */
const requestOf = (key?: string, caller: { keyName?: string; subject?: string } = {}, url = '/api/v2/upload') =>
  ({
    headers: key === undefined ? {} : { 'idempotency-key': key },
    caller,
    method: 'POST',
    routeOptions: { url },
  }) as unknown as FastifyRequest

describe.each(databaseKinds)('idempotency keys on $kind', ({ create }) => {
  let store: TestDatabase
  let database: Database
  let time: number
  let calls: number
  const clock: Clock = { now: () => time }
  beforeEach(async () => {
    store = await create()
    database = await store.open()
    await database.migrate([claimsMigration])
    time = Date.now()
    calls = 0
  })
  afterEach(() => store.dispose())

  const tables = () => database.tables<TablesOf<typeof claimsMigration>>()
  /** PostgreSQL has a clock of its own: there the claims grow older. */
  const pass = async (ms: number) => {
    time += ms
    if (database.kind === 'postgres')
      await tables()
        .updateTable('claims')
        .set((e) => ({ until: e('until', '-', ms) }))
        .execute()
  }

  const work = async (): Promise<StoredReply> => ({ status: 202, headers: { location: '/there' }, body: { call: ++calls } })
  const ask = (key?: string, content = 'content', request = requestOf(key), on = database) =>
    idempotent({ database: on, clock }, request, content, work)

  test('the same key and content give the first reply again, without the work', async () => {
    const first = await ask('k')
    expect(first).toEqual({ status: 202, headers: { location: '/there' }, body: { call: 1 } })
    expect(await ask('k')).toEqual(first)
    expect(calls).toBe(1)
  })

  test('without a key every request is its own', async () => {
    await ask()
    await ask()
    expect(calls).toBe(2)
  })

  test('other content under the same key is a conflict, and so it stays', async () => {
    await ask('k')
    await expect(ask('k', 'other')).rejects.toMatchObject({ code: 'conflict', status: 409 })
    expect((await ask('k')).body).toEqual({ call: 1 })
  })

  test.each(['', 'x'.repeat(256)])('a key of a wrong length is refused before any work', async (key) => {
    await expect(ask(key)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(calls).toBe(0)
  })

  test('a key is the caller’s own and the route’s own', async () => {
    await ask('k')
    await ask('k', 'content', requestOf('k', { keyName: 'someone else' }))
    await ask('k', 'content', requestOf('k', { subject: 'a person' }))
    await ask('k', 'content', requestOf('k', {}, '/api/v2/other'))
    expect(calls).toBe(4)
  })

  test('work that takes long keeps its key as long as it gives signs; who waits too long is told when to come again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const first = idempotent({ database, clock }, requestOf('k'), 'content', () => {
      begun.resolve()
      return gate.promise.then(work)
    })
    const untils = async () => (await tables().selectFrom('claims').select('until').execute()).map(({ until }) => until)
    await begun.promise
    const second = ask('k')
    const refused = expect(second).rejects.toMatchObject({ code: 'conflict', headers: { 'retry-after': '5' } })
    for (let signs = 1; signs <= 8; signs++) {
      await pass(SILENT_MS / 2)
      const [before = 0] = await untils()
      vi.advanceTimersByTime(1000)
      await vi.waitFor(async () => expect((await untils())[0]).toBeGreaterThan(before + SILENT_MS / 3))
    }
    vi.useRealTimers()
    await refused
    gate.resolve()
    expect([(await first).body, (await ask('k')).body]).toEqual([{ call: 1 }, { call: 1 }])
  })

  test('two edges at once on one database: one does the work, both answer the same', async () => {
    const other = await store.open()
    const gate = Promise.withResolvers<void>()
    const slow = async () => {
      await gate.promise
      return work()
    }
    const both = [database, other].map((database) => idempotent({ database, clock }, requestOf('k'), 'content', slow))
    gate.resolve()
    expect((await Promise.all(both)).map((r) => r.body)).toEqual([{ call: 1 }, { call: 1 }])
    expect(calls).toBe(1)
  })

  test('a reply is kept over a restart', async () => {
    await ask('k')
    expect((await ask('k', 'content', requestOf('k'), await store.open())).body).toEqual({ call: 1 })
    expect(calls).toBe(1)
  })

  test('a failure frees the key: the next try does the work', async () => {
    const failing = idempotent({ database, clock }, requestOf('k'), 'content', async () => {
      throw new Error('the disk is full')
    })
    await expect(failing).rejects.toThrow('the disk is full')
    expect((await ask('k', 'other content')).body).toEqual({ call: 1 })
  })

  test('after 24 hours, and not before, a key means nothing any more', async () => {
    await ask('k')
    await pass(24 * HOUR - 60_000)
    expect((await ask('k')).body).toEqual({ call: 1 })
    await pass(60_000)
    expect((await ask('k', 'other content')).body).toEqual({ call: 2 })
  })

  test('what a request began that died with its edge is gone on with under the same id, once it has given no sign for 3 s', async () => {
    const begun: Command[] = []
    const carryOut = (database: Database, reply: Promise<StoredReply>) =>
      idempotent({ database, clock }, requestOf('k'), 'content', (command) => {
        begun.push(command)
        return reply
      })
    // A request whose process died gives no sign and never ends.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    carryOut(database, new Promise<StoredReply>(() => undefined)).catch(() => undefined)
    await vi.waitFor(() => expect(begun).toHaveLength(1))
    vi.useRealTimers()
    const gate = Promise.withResolvers<StoredReply>()
    const both = [1, 2].map(() => carryOut(database, gate.promise))
    await expect.poll(() => pass(500).then(() => begun.length)).toBe(2)
    gate.resolve(await work())
    expect((await Promise.all(both)).map((r) => r.body)).toEqual([{ call: 1 }, { call: 1 }])
    expect(begun.map(({ resumed }) => resumed)).toEqual([false, true])
    expect(begun[1]?.id).toBe(begun[0]?.id)
  })

  test('a request that was to finish another one and fails leaves that to the next; one that began anew frees the key', async () => {
    const begun: Command[] = []
    const unknown = new ApiError('unavailable', 'no answer', { details: { outcome: 'unknown' } })
    const fails = (error: Error, before = async (_command: Command) => {}) =>
      expect(
        idempotent({ database, clock }, requestOf('k'), 'content', async (command) => {
          begun.push(command)
          await before(command)
          throw error
        }),
      ).rejects.toThrow(error.message)
    await fails(unknown)
    await fails(new ApiError('unavailable', 'the views are behind'))
    await fails(new ApiError('unavailable', 'the views are behind'))
    expect(begun.map(({ resumed }) => resumed)).toEqual([false, true, true])
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
    await fails(new Error('the disk is full'), (command) => command.restart('anew'))
    expect((await ask('k', 'other content')).body).toEqual({ call: 1 })
  })

  test('a reply that cannot be kept is given, a failure that cannot be noted is told, and the command is the next request’s to finish', async () => {
    const begun: Command[] = []
    const away = new ApiError('unavailable', 'the database does not answer')
    const gone: object = new Proxy({}, { get: (_, part) => (/^execute/.test(String(part)) ? () => Promise.reject(away) : () => gone) })
    /** Goes away once the key is taken: those tables come first. */
    const losing = () => {
      let asked = 0
      return { ...database, tables: () => (++asked === 1 ? database.tables() : gone) } as unknown as Database
    }
    const carryOut = (on: Database, end = work) =>
      idempotent({ database: on, clock }, requestOf('k'), 'content', (command) => {
        begun.push(command)
        return end()
      })
    await expect(carryOut(losing())).resolves.toMatchObject({ body: { call: 1 } })
    await pass(SILENT_MS)
    const failed = new ApiError('unavailable', 'nobody knows', { details: { outcome: 'unknown' } })
    await expect(carryOut(losing(), () => Promise.reject(failed))).rejects.toBe(failed)
    await pass(SILENT_MS)
    await carryOut(database)
    expect(begun.map(({ resumed }) => resumed)).toEqual([false, true, true])
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
  })
})
