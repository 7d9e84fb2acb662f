import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../tests/support/databases.ts'
import type { Database } from '../store/database.ts'
import { type Claims, claimsMigration, claimsOf } from './claims.ts'

const LEASE_MS = 1000

describe.each(databaseKinds)('claims on $kind', ({ kind, create }) => {
  let store: TestDatabase
  let database: Database
  let now: number
  beforeEach(async () => {
    store = await create()
    database = await store.open()
    await database.migrate([claimsMigration])
    now = 10_000
    opened.clear()
  })
  afterEach(() => store.dispose())
  const clock = { now: () => now }
  const opened = new Map<string, Claims>()
  const claims = (holder: string): Claims => {
    const known = opened.get(holder)
    const made = known ?? claimsOf({ database, tables: database.tables(), clock, scope: 'test', leaseMs: LEASE_MS, holder })
    opened.set(holder, made)
    return made
  }

  test('of many at once one gets the key, and the others see what is known of it', async () => {
    const taken = await Promise.all(Array.from({ length: 10 }, (_, i) => claims('a').take('key', `work ${i}`)))
    expect(taken.filter((t) => t.mine)).toHaveLength(1)
    expect(taken.find((t) => !t.mine)).toMatchObject({ kept: false, value: expect.stringMatching(/^work \d$/) })
  })

  test('what is kept is given until its time is over, then the key is free', async () => {
    await claims('a').take('key')
    expect(await claims('a').keep('key', 'outcome', 5000)).toBe(true)
    expect(await claims('b').take('key')).toEqual({ mine: false, kept: true, value: 'outcome' })
    now += 5000
    await claims('a').sweep()
    expect(await claims('b').take('key')).toEqual({ mine: true })
  })

  test('what is freed is the next one to take it', async () => {
    await claims('a').take('key')
    await claims('a').free('key')
    expect(await claims('b').take('key')).toEqual({ mine: true })
  })

  test('a holder that gives signs keeps its key; one that gives none loses it, and can neither keep nor free it', async () => {
    await claims('a').take('lively', 'l')
    await claims('a').take('dead', 'd')
    now += LEASE_MS - 1
    expect(await claims('a').renew(['lively'])).toEqual(new Set(['lively']))
    now += 2
    expect((await claims('b').takeOver(10)).toSorted((x, y) => (x.key < y.key ? -1 : 1))).toEqual([
      { key: 'dead', value: 'd', taken: 2 },
      ...(kind === 'SQLite' ? [{ key: 'lively', value: 'l', taken: 2 }] : []),
    ])
    expect(await claims('a').keep('dead', 'mine', 1000)).toBe(false)
    await claims('a').free('dead')
    expect(await claims('a').renew(['dead'])).toEqual(new Set())
    expect(await claims('c').take('dead')).toMatchObject({ mine: kind === 'SQLite' })
  })

  test('what a process before held in the embedded store is free at once, and not elsewhere', async () => {
    await claims('before').take('key', 'work')
    expect((await claims('after').takeOver(10)).length).toBe(kind === 'SQLite' ? 1 : 0)
  })

  test("a dead holder's keys are taken over by one", async () => {
    for (let i = 0; i < 20; i++) await claims('a').take(`k${i}`)
    now += LEASE_MS
    const databases = kind === 'PostgreSQL' ? await Promise.all([1, 2, 3].map(() => store.open())) : [database]
    const over = await Promise.all(
      databases.map((d, i) =>
        claimsOf({ database: d, tables: d.tables(), clock, scope: 'test', leaseMs: LEASE_MS, holder: `b${i}` }).takeOver(20),
      ),
    )
    expect(
      over
        .flat()
        .map((c) => c.key)
        .sort(),
    ).toEqual(Array.from({ length: 20 }, (_, i) => `k${i}`).sort())
  })
})
