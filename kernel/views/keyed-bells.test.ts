import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../tests/support/databases.ts'
import type { Database } from '../store/database.ts'
import { keyChanged } from './keyed-bells.ts'

describe.each(databaseKinds)('waiting for a key on $kind', ({ kind, create }) => {
  let store: TestDatabase
  let waiting: Database
  let announcing: Database
  beforeEach(async () => {
    store = await create()
    waiting = await store.open()
    announcing = kind === 'PostgreSQL' ? await store.open() : waiting
  })
  afterEach(() => store.dispose())

  /** Who of them was woken, in this order. */
  const waiters = (keys: readonly string[], signal?: AbortSignal) => {
    const woken: string[] = []
    for (const key of keys) void keyChanged(waiting, 'changes', key, 60_000, signal).then(() => woken.push(key))
    return woken
  }

  test('a change wakes who waits for its key, and nobody else', async () => {
    // A listener in another process may take a moment to be there.
    const there = waiters(['there'])
    await vi.waitFor(async () => {
      await announcing.announce('changes', ['there'])
      expect(there).toEqual(['there'])
    })
    const end = new AbortController()
    const woken = waiters(['a', 'b', 'c'], end.signal)
    for (const key of ['b', 'c']) {
      await announcing.announce('changes', [key])
      await vi.waitFor(() => expect(woken).toContain(key))
    }
    expect(woken).toEqual(['b', 'c'])
    end.abort()
    await vi.waitFor(() => expect(woken).toContain('a'))
  })

  test('without keys, and with more than a notification takes, anyone may be meant', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => `key-${i}`)
    for (const keys of [undefined, [...many, 'a']]) {
      const woken = waiters(['a'])
      await vi.waitFor(async () => {
        await announcing.announce('changes', keys)
        expect(woken).toEqual(['a'])
      })
    }
  })

  test('a wait ends by itself', () => keyChanged(waiting, 'changes', 'never', 10))
})
