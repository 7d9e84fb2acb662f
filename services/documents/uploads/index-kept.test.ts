import { expect, test } from 'vitest'
import { indexKept } from './index-kept.ts'

const signal = AbortSignal.timeout(60_000)

test('while the database is away nobody says that an index was lost', async () => {
  const database = new Proxy(
    {},
    {
      get: () => () => {
        throw new Error('away')
      },
    },
  )
  const kept = indexKept({ database, search: {}, clock: Date } as never)
  await expect(kept.check(signal)).rejects.toThrow('away')
  expect([kept.detail?.(false), kept.detail?.(true)]).toEqual(['not known', 'what is complete is found'])
})
