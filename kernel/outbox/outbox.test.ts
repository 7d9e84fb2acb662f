import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { promptChanged } from '../../schemas/prompt.ts'
import { databaseKinds, type TestDatabase } from '../../tests/support/databases.ts'
import type { Broker, OutgoingRecord } from '../broker/broker.ts'
import { ApiError } from '../runtime/errors.ts'
import type { Database } from '../store/database.ts'
import { changeAndTell, type OutboxTables, outboxMigration } from './outbox.ts'
import { type RunningOutbox, runOutbox } from './run-outbox.ts'
import { tellBy } from './tell-by.ts'

const log = pino({ level: 'silent' })
const origin = { source: 'test', cause: { requestId: 'r' }, now: 0 }
const draft = (name: string, more: { id?: string; notes?: string } = {}) => ({
  ...promptChanged.make({
    prompt_type: 'system',
    prompt_id: 'p',
    name,
    change: 'saved',
    current_id: null,
    manifest_version: 1,
    actor: more.notes ?? 'ada',
    at: '2026-01-01T00:00:00.000Z',
  }),
  ...(more.id ? { id: more.id } : {}),
})
const nameOf = (record: OutgoingRecord) => promptChanged.schema.parse(JSON.parse(Buffer.from(record.value).toString())).name

/** A log that keeps what it is given, and fails as `failing` says. */
function recorder(failing: (records: readonly OutgoingRecord[]) => Error | undefined = () => undefined) {
  const records: OutgoingRecord[] = []
  const broker = {
    async publish(given: readonly OutgoingRecord[]) {
      const error = failing(given)
      if (error) throw error
      records.push(...given)
      return []
    },
  } as unknown as Broker
  return { broker, records, names: () => records.map(nameOf) }
}

describe.each(databaseKinds)('the outbox on $kind', ({ kind, create }) => {
  let store: TestDatabase
  let database: Database
  let running: RunningOutbox[]
  beforeEach(async () => {
    store = await create()
    database = await store.open()
    await database.migrate([outboxMigration])
    running = []
  })
  afterEach(async () => {
    await Promise.all(running.map((r) => r.stop()))
    await store.dispose()
  })
  const run = (broker: Broker, on = database) => running.push(runOutbox({ database: on, broker, log }))
  const tell = (...names: string[]) => changeAndTell(database, origin, async (_trx, told) => told(...names.map((name) => draft(name))))
  const rows = () => database.tables<OutboxTables>().selectFrom('outbox').selectAll().orderBy('seq').execute()
  const emptied = () => vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 20_000 })

  test('what a transaction tells is published in its order, and nothing is left', async () => {
    const { broker, names } = recorder()
    run(broker)
    const expected = Array.from({ length: 250 }, (_, i) => `n${i}`)
    for (let i = 0; i < expected.length; i += 50) await tell(...expected.slice(i, i + 50))
    await emptied()
    expect(names()).toEqual(expected)
  })

  test('a transaction that fails tells nothing', async () => {
    const { broker, names } = recorder()
    run(broker)
    const failing = changeAndTell(database, origin, async (_trx, told) => {
      told(draft('never'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await tell('after')
    await emptied()
    expect(names()).toEqual(['after'])
  })

  test('a publisher that sleeps is woken at once', async () => {
    const { broker, names } = recorder()
    run(broker)
    await tell('first')
    await emptied()
    const from = performance.now()
    await tell('second')
    await vi.waitFor(() => expect(names()).toEqual(['first', 'second']), { interval: 5 })
    expect(performance.now() - from).toBeLessThan(1000)
  })

  test('what comes right behind a batch rests as long as that one took, and goes together', async () => {
    const batches: string[][] = []
    const slow = {
      async publish(given: readonly OutgoingRecord[]) {
        batches.push(given.map(nameOf))
        await new Promise((go) => setTimeout(go, 2_000))
        return []
      },
    } as unknown as Broker
    running.push(runOutbox({ database, broker: slow, log, mostRestMs: 3_000 }))
    await tell('first')
    await vi.waitFor(() => expect(batches).toHaveLength(1), { timeout: 20_000 })
    await vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 20_000, interval: 1 })
    // each of them would wake it by itself
    await Promise.all([
      tell('second'),
      Promise.resolve().then(() => tell('third')),
      new Promise((go) => setTimeout(go, 5)).then(() => tell('fourth')),
    ])
    await emptied()
    expect(batches).toEqual([['first'], ['second', 'third', 'fourth']])
  })

  test('while the log is silent everybody else has the connections of the store, be it one', async () => {
    const silent = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const broker = {
      async publish() {
        asked.resolve()
        await silent.promise
        return []
      },
    } as unknown as Broker
    const one = await store.open({ pool: 1 })
    run(broker, one)
    await changeAndTell(one, origin, async (_trx, told) => told(draft('first')))
    await asked.promise
    try {
      expect(await one.tables<OutboxTables>().selectFrom('outbox').select('id').execute()).toHaveLength(1)
    } finally {
      silent.resolve()
    }
    await emptied()
  })

  test('while the log does not answer everything stays, and comes in its order with the same ids', async () => {
    let down = true
    const { broker, names, records } = recorder(() => (down ? new ApiError('unavailable', 'down') : undefined))
    run(broker)
    await tell('a', 'b')
    await tell('c')
    const ids = (await rows()).map((r) => r.id)
    expect(ids).toHaveLength(3)
    down = false
    await emptied()
    expect(names()).toEqual(['a', 'b', 'c'])
    expect(records.map((r) => r.headers.ce_id)).toEqual(ids)
  })

  test('a record that the log will never take stays with its reason, and holds up none', async () => {
    const bad = (r: OutgoingRecord) => nameOf(r) === 'bad'
    const { broker, names } = recorder((given) => (given.some(bad) ? new ApiError('validation_failed', 'no such schema') : undefined))
    run(broker)
    await tell('a', 'bad', 'b')
    await vi.waitFor(async () => expect((await rows()).map((r) => r.refused)).toEqual(['no such schema']))
    expect(names()).toEqual(['a', 'b'])
  })

  test('an event that is there already stays one, and one that no log takes fails the transaction', async () => {
    await changeAndTell(database, origin, async (_trx, told) => told(draft('a', { id: 'same' }), draft('a', { id: 'same' })))
    expect(await rows()).toHaveLength(1)
    const large = changeAndTell(database, origin, async (_trx, told) => told(draft('a', { notes: 'x'.repeat(300_000) })))
    await expect(large).rejects.toMatchObject({ code: 'payload_too_large' })
  })

  test('what died after publishing is published again with its id', async () => {
    const first = recorder()
    await tell('a')
    const dying = runOutbox({ database, broker: first.broker, log, onPublished: () => Promise.reject(new Error('dead')) })
    await vi.waitFor(() => expect(first.names()).toContain('a'))
    await dying.stop()
    const second = recorder()
    run(second.broker)
    await emptied()
    expect(second.records.map((r) => r.headers.ce_id)).toEqual([first.records[0]?.headers.ce_id])
  })

  if (kind === 'PostgreSQL')
    test('of several processes one publishes at a time: records of one key leave in their order, once', async () => {
      const { broker, names } = recorder()
      for (let i = 0; i < 3; i++) run(broker, await store.open())
      const expected = Array.from({ length: 300 }, (_, i) => `n${i}`)
      for (let i = 0; i < expected.length; i += 10) await tell(...expected.slice(i, i + 10))
      await emptied()
      expect(names()).toEqual(expected)
    })

  test('what many tell at a time is in the store by few statements, and one that no log takes fails alone', async () => {
    const transaction = vi.fn(database.transaction)
    const counting = { ...database, transaction: transaction as typeof database.transaction }
    const say = tellBy({ database: counting, clock: { now: () => 0 } }, 'test', () => Promise.reject(new Error('the log was asked')))
    const names = Array.from({ length: 50 }, (_, i) => `n${i}`)
    const told = names.map((name) => say([draft(name)], { requestId: name }))
    await expect(say([draft('x'.repeat(300_000))], { requestId: 'r' })).rejects.toMatchObject({ code: 'payload_too_large' })
    await Promise.all(told)
    expect(transaction).toHaveBeenCalledTimes(2)
    const { broker, names: published } = recorder()
    run(broker)
    await emptied()
    expect(published()).toEqual(names)
  })

  test('events are told of through the log where the store does not answer', async () => {
    const told: string[] = []
    const away = { ...database, transaction: () => Promise.reject(new Error('no connection')) }
    const publish = async (drafts: readonly { type: string }[]) => {
      told.push(...drafts.map((d) => d.type))
      return []
    }
    await tellBy({ database: away, clock: { now: () => 0 } }, 'test', publish)([draft('a')], { requestId: 'r' })
    expect(told).toEqual(['prompt.changed'])
  })
})
