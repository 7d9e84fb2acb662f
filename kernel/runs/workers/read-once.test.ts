import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readOnce } from './read-once.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an input is read once for all items that ask, and let go when none has asked for a while', async () => {
  const read: string[] = []
  const input = readOnce(async (id) => {
    read.push(id)
    return { id, length: 10 }
  })
  await Promise.all([input('a'), input('a'), input('b')])
  for (let i = 0; i < 8; i++) {
    await vi.advanceTimersByTimeAsync(2_000)
    await input('a')
  }
  expect(read).toEqual(['a', 'b'])
  await input('b')
  expect(read).toEqual(['a', 'b', 'b'])
  await vi.advanceTimersByTimeAsync(11_000)
  expect(vi.getTimerCount()).toBe(0)
  await input('a')
  expect(read).toEqual(['a', 'b', 'b', 'a'])
})

test('long ones give way to the newest, and what could not be read is read again', async () => {
  const read: string[] = []
  const input = readOnce(async (id) => {
    read.push(id)
    if (id === 'away' && read.length < 2) throw new Error('away')
    return { length: 20_000_000 }
  })
  await expect(input('away')).rejects.toThrow('away')
  await input('away')
  await input('b')
  await input('b')
  await input('away')
  expect(read).toEqual(['away', 'away', 'b', 'away'])
})
