import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../tests/support/databases.ts'
import type { Database } from '../store/database.ts'
import type { TablesOf } from '../store/define-tables.ts'
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
  /** PostgreSQL has a clock of its own: there the claims grow older. */
  const pass = async (ms: number) => {
    now += ms
    const rows = database.tables<TablesOf<typeof claimsMigration>>().updateTable('claims')
    if (kind === 'PostgreSQL') await rows.set((e) => ({ until: e('until', '-', ms) })).execute()
  }
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
    await pass(5000)
    await claims('a').sweep()
    expect(await claims('b').take('key')).toMatchObject({ mine: true })
  })

  test('what is freed is the next one to take it', async () => {
    await claims('a').take('key')
    await claims('a').free('key')
    expect(await claims('b').take('key')).toMatchObject({ mine: true })
  })

  test('a holder that gives signs keeps its key; one that gives none loses it, and can neither keep nor free it', async () => {
    await claims('a').take('lively', 'l')
    await claims('a').take('dead', 'd')
    await pass(LEASE_MS - 500)
    expect(await claims('a').renew(['lively'])).toEqual(new Set(['lively']))
    await pass(600)
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
    await pass(LEASE_MS)
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

  test('who takes over a key learns what the dead one knew of the work', async () => {
    await claims('a').take('key', 'half')
    await claims('a').note('key', 'nearly')
    await pass(LEASE_MS)
    expect(await claims('b').take('key', 'anew')).toEqual({ mine: true, value: 'nearly' })
    await claims('b').keep('key', 'outcome', 10)
    await pass(10)
    expect(await claims('c').take('key', 'anew')).toEqual({ mine: true, value: 'anew' })
  })

  test('holders of one process live by their leases alone', async () => {
    const of = (holder: string) =>
      claimsOf({ database, tables: database.tables(), clock, scope: 'requests', leaseMs: LEASE_MS, holder, severalHolders: true })
    await of('one').take('key')
    expect(await of('two').take('key')).toMatchObject({ mine: false })
    await pass(LEASE_MS)
    expect(await of('two').take('key')).toMatchObject({ mine: true })
  })

  test('what happens once is marked by one, for ever', async () => {
    const marked = await Promise.all([claims('a').mark(['x', 'y']), claims('b').mark(['y', 'z']), claims('c').mark([])])
    expect(marked.flatMap((keys) => [...keys]).sort()).toEqual(['x', 'y', 'z'])
    await pass(10 * 365 * 24 * 3_600_000)
    await claims('a').sweep()
    expect(await claims('a').mark(['x'])).toEqual(new Set())
  })

  test('work that nobody goes on with is forgotten where it is said, and kept for whoever takes it over elsewhere', async () => {
    await claims('a').take('key', 'work')
    await pass(LEASE_MS + 1000)
    await claims('b').sweep()
    await claims('b').sweep(2000)
    expect(await claims('b').look('key')).toBeDefined()
    await claims('b').sweep(500)
    expect(await claims('b').look('key')).toBeUndefined()
  })
})
