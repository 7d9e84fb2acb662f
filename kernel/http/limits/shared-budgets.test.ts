import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../../tests/support/databases.ts'
import { testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'
import { openSse, useStreamSlots } from '../sse/sse.ts'
import type { RateCounter } from './limits.ts'
import { budgetsMigration, createSharedCounter } from './shared-budgets.ts'
import { sharedSlots } from './shared-slots.ts'
import { MAX_STREAMS_PER_CALLER, MAX_STREAMS_PER_KEY } from './stream-slots.ts'

function logSink() {
  let text = ''
  const sink = new Writable({
    write(piece, _encoding, done) {
      text += piece
      done()
    },
  })
  return { sink, logged: () => text }
}

describe.each(databaseKinds)('two edges on one $kind database', ({ create }) => {
  let store: TestDatabase
  const apps: App[] = []
  const clock = { ms: 1_900_000_000_000, now: () => clock.ms }

  beforeEach(async () => {
    store = await create()
    const first = await store.open()
    await first.migrate([budgetsMigration])
  })
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()))
    await store.dispose()
  })

  async function edge(perMinute: number) {
    const database = await store.open()
    const { sink, logged } = logSink()
    const log = pino(sink)
    const made = await testApp(
      { RATE_LIMIT_PER_MINUTE: String(perMinute), SUBSCRIPTION_KEYS: 'a:key-a,b:key-b' },
      { shareCounter: (fallback) => createSharedCounter({ database, clock, perMinute, fallback, log }) },
    )
    const { app } = made
    const slots = sharedSlots({ database, clock, log })
    useStreamSlots(app.server, slots)
    app.addHook('onClose', () => slots.close())
    app.get('/x', { config: { access: 'key' } }, async () => 'ok')
    app.get('/events', { config: { access: 'key', unlimited: true } }, async (request, reply) => void (await openSse(request, reply)))
    apps.push(app)
    return { app, logged, database, slots }
  }
  const get = async (app: App, key = 'key-a') => {
    const reply = await app.inject({ url: '/x', headers: { 'ocp-apim-subscription-key': key } })
    return { status: reply.statusCode, left: reply.headers['ratelimit-remaining'], wait: Number(reply.headers['retry-after'] ?? 0) }
  }

  it('have one budget for a key, and give it back when the window ends', async () => {
    const [one, two] = [await edge(4), await edge(4)]
    const lefts = []
    for (const { app } of [one, two, one, two]) lefts.push((await get(app)).left)
    expect(lefts).toEqual(['3', '2', '1', '0'])
    clock.ms += 20_000
    for (const { app } of [one, two, one]) expect(await get(app)).toEqual({ status: 429, left: '0', wait: 40 })
    expect((await get(two.app, 'key-b')).status).toBe(200)
    clock.ms += 40_000
    expect(await get(two.app)).toEqual({ status: 200, left: '3', wait: 0 })
    expect((await get(one.app)).left).toBe('2')
  })

  it('count each subject of a key by itself, and the key as a whole', async () => {
    const counters: RateCounter[] = []
    for (let i = 0; i < 2; i++) {
      const fallback = { count: () => Promise.reject(new Error('the store does not answer')) }
      counters.push(createSharedCounter({ database: await store.open(), clock, perMinute: 5, fallback, log: pino(logSink().sink) }))
    }
    const count = (i: number, subject: string) => counters[i % 2]!.count({ own: `key:a sub:${subject}`, shared: 'all of key:a' })
    for (let i = 0; i < 5; i++) expect((await count(i, 'greedy')).exceeded).toBe(false)
    for (let i = 0; i < 50; i++) expect((await count(i, 'greedy')).exceeded).toBe(true)
    // what was refused counts against the key once in each process
    expect(await count(0, 'other')).toMatchObject({ limit: 5, remaining: 4, exceeded: false })
    for (let i = 0; i < 42; i++) expect((await count(i, `many-${i}`)).exceeded).toBe(false)
    expect(await count(0, 'last')).toMatchObject({ limit: 50, remaining: 0, exceeded: true })
  })

  it('let through as many of a rush as the limit says, not one more', async () => {
    const edges = [await edge(25), await edge(25)]
    const seen = await Promise.all(Array.from({ length: 60 }, (_, i) => get(edges[i % 2]!.app)))
    expect(seen.filter((r) => r.status === 200)).toHaveLength(25)
    expect(seen.filter((r) => r.status === 429)).toHaveLength(35)
  })

  it('count by themselves while the store does not answer', async () => {
    const { app, database, logged } = await edge(3)
    await database.tables<Record<string, object>>().schema.dropTable('rate_budgets').execute()
    const seen = []
    for (let i = 0; i < 5; i++) seen.push((await get(app)).status)
    expect(seen).toEqual([200, 200, 200, 429, 429])
    expect(logged()).toContain('counts by itself')
  })

  it('share the places for event streams, and free those of an edge that died', async () => {
    const [one, two] = [await edge(0), await edge(0)]
    const releases = []
    for (let i = 0; i < MAX_STREAMS_PER_CALLER; i++) releases.push(await (i % 2 ? one : two).slots.take({ own: 'key:a' }))
    await expect(one.slots.take({ own: 'key:a' })).rejects.toMatchObject({ code: 'rate_limited' })
    const refused = await two.app.inject({ url: '/events', headers: { 'ocp-apim-subscription-key': 'key-a' } })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5'])
    const other = await two.slots.take({ own: 'key:b' })
    other()
    releases.pop()?.()
    const taken = () =>
      one.slots.take({ own: 'key:a' }).then(
        () => true,
        () => false,
      )
    await expect.poll(taken).toBe(true)
    expect(await taken()).toBe(false)
    // nothing is heard of either for a minute: both are dead to a third
    clock.ms += 60_000
    const three = await edge(0)
    const after = await three.slots.take({ own: 'key:a' })
    after()
  })

  it('give the streams of one subject no place of another one, and bound those of the key', async () => {
    const { slots } = await edge(0)
    const take = (subject: string) => slots.take({ own: `key:a sub:${subject}`, shared: 'all of key:a' })
    for (let i = 0; i < MAX_STREAMS_PER_CALLER; i++) await take('greedy')
    await expect(take('greedy')).rejects.toMatchObject({ code: 'rate_limited' })
    for (let i = MAX_STREAMS_PER_CALLER; i < MAX_STREAMS_PER_KEY; i++) await take(`many-${i}`)
    await expect(take('last')).rejects.toMatchObject({ code: 'rate_limited', message: expect.stringContaining('500 event streams') })
  })

  it('leave nothing behind of streams that end together', async () => {
    const { slots, database } = await edge(0)
    const rows = () => database.tables<{ open_streams: { caller: string } }>().selectFrom('open_streams').select('caller').execute()
    const releases = await Promise.all(Array.from({ length: MAX_STREAMS_PER_CALLER }, () => slots.take({ own: 'key:a' })))
    expect(await rows()).toEqual([{ caller: 'key:a' }])
    for (const release of releases) release()
    await expect.poll(rows).toEqual([])
  })

  it('take their numbers back when they stop', async () => {
    const [one, two] = [await edge(0), await edge(0)]
    for (let i = 0; i < MAX_STREAMS_PER_CALLER; i++) await one.slots.take({ own: 'key:a' })
    await expect(two.slots.take({ own: 'key:a' })).rejects.toMatchObject({ code: 'rate_limited' })
    await one.slots.close()
    const free = await two.slots.take({ own: 'key:a' })
    free()
  })
})
