import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startDeadline } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('aborts when the time is up, and not after its end', () => {
  const [one, other] = [startDeadline(1000), startDeadline(1000)]
  other.end()
  vi.advanceTimersByTime(999)
  expect(one.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect([one.signal.aborted, other.signal.aborted]).toEqual([true, false])
  expect(one.signal.reason).toMatchObject({ name: 'TimeoutError' })
})

test('stands still during waits, also during several at once', async () => {
  const deadline = startDeadline(1000)
  vi.advanceTimersByTime(600)
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  const given = [deadline.uncounted(first.promise), deadline.uncounted(second.promise)]
  vi.advanceTimersByTime(5000)
  first.resolve('a place')
  expect(await given[0]).toBe('a place')
  vi.advanceTimersByTime(5000)
  second.reject(new Error('none'))
  await expect(given[1]).rejects.toThrow('none')
  vi.advanceTimersByTime(399)
  expect(deadline.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(deadline.signal.aborted).toBe(true)
})

test('ends with an outer signal, for its reason, until its own end', () => {
  const [outer, later] = [new AbortController(), new AbortController()]
  const deadline = startDeadline(1000, outer.signal)
  const ended = startDeadline(1000, later.signal)
  ended.end()
  outer.abort('left')
  later.abort('left')
  expect([deadline.signal.reason, ended.signal.aborted]).toEqual(['left', false])
  expect(startDeadline(1000, outer.signal).signal.reason).toBe('left')
})
