import { expect, test } from 'vitest'
import { freshStackForEach, sendNotices, stack } from '../log.fixture.ts'
import { readersMove } from './readers-move.ts'

freshStackForEach()

test('what waits for a group for a minute, whoever should run it, is told; a late look alone is no standing still', async () => {
  let now = Date.now()
  const { broker } = stack.ports
  const readers = readersMove({ broker, clock: { now: () => now } }, [{ name: 'absent', topics: ['document.stored'] }])
  const told = async () =>
    readers.check(AbortSignal.timeout(60_000)).then(
      () => 'moves',
      (error: Error) => error.message,
    )
  expect([await told(), readers.detail?.(true)]).toEqual(['moves', 'what waits is taken'])
  now += 3_600_000
  await sendNotices(10)
  expect(await told()).toBe('moves')
  now += 61_000
  expect(await told()).toBe('records wait, and none was taken for a minute: 10 for absent')
  expect(readers.detail?.(false)).toContain('10 for absent')
  const ends = (await broker.partitions('document.stored')).map(({ partition, latest }) => [partition, latest] as const)
  await broker.reset('absent', 'document.stored', new Map(ends))
  // Not asked again at once.
  expect(await told()).toContain('10 for absent')
  now += 10_000
  expect(await told()).toBe('moves')
})

test('a look that fails says that nothing is known, and the next one looks again', async () => {
  let away = true
  const { broker } = stack.ports
  const looked = { ...broker, partitions: async (topic: string) => (away ? Promise.reject(new Error('away')) : broker.partitions(topic)) }
  const readers = readersMove({ broker: looked, clock: Date }, [{ name: 'absent', topics: ['document.stored'] }])
  for (const _ of [1, 2]) {
    await expect(readers.check(AbortSignal.timeout(60_000))).rejects.toThrow('away')
    expect(readers.detail?.(false)).toBe('not known')
  }
  away = false
  await readers.check(AbortSignal.timeout(60_000))
})
