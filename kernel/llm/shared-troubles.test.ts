import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../tests/support/databases.ts'
import { databaseTroubles, modelTroublesMigration } from './shared-troubles.ts'

const log = pino({ level: 'silent' })

describe.each(databaseKinds)('troubles of models on $kind', ({ create }) => {
  let store: TestDatabase
  beforeEach(async () => {
    store = await create()
  })
  afterEach(() => store.dispose())

  test('are told to all, once in a while, and are over for all', async () => {
    let now = 1_000_000
    const clock = { now: () => now }
    const database = await store.open()
    await database.migrate([modelTroublesMigration])
    const [worker, edge] = [database, await store.open()].map((database) => databaseTroubles({ database, clock, log }))
    const heard = () => edge!.look('m')
    expect(await heard()).toBeUndefined()
    worker!.tell('m', 'no key')
    await expect.poll(heard).toEqual({ message: 'no key', ageMs: 0 })
    now += 4_000
    worker!.tell('m', 'no key any more')
    now += 1_000
    worker!.tell('m', 'still no key')
    await expect.poll(heard).toEqual({ message: 'still no key', ageMs: 0 })
    edge!.over('m')
    await expect.poll(heard).toBeUndefined()
  })
})

test('a failure that is told slowly does not overtake the success after it', async () => {
  const slow = Promise.withResolvers<void>()
  const order: string[] = []
  const insert = { values: () => insert, onConflict: () => ({ execute: () => slow.promise.then(() => order.push('failed')) }) }
  const remove = { where: () => ({ execute: async () => order.push('over') }) }
  const database = { tables: () => ({ insertInto: () => insert, deleteFrom: () => remove }) }
  const troubles = databaseTroubles({ database, clock: { now: () => 0 }, log } as never)
  troubles.tell('m', 'no key')
  troubles.over('m')
  await new Promise(setImmediate)
  slow.resolve()
  await expect.poll(() => order).toEqual(['failed', 'over'])
})
