import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionTurns } from './connection-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const turnsAt = (most: number) =>
  connectionTurns({ most, stuckMs: 5_000, longestMs: 15_000, busy: (waitedMs) => new Error(`busy after ${Math.floor(waitedMs / 1000)} s`) })
const settledAs = (wait: Promise<unknown>) =>
  wait.then(
    () => 'begun',
    (error: Error) => error.message,
  )

test('who waits begins in the order of asking, as many at once as there are connections', async () => {
  const turns = turnsAt(2)
  const begun: number[] = []
  const leaves = Array.from({ length: 5 }, async (_, i) => {
    const leave = await turns.enter()
    begun.push(i)
    return leave
  })
  await vi.advanceTimersByTimeAsync(0)
  expect([begun, turns.waiting()]).toEqual([[0, 1], 3])
  const second = await leaves[1]!
  second()
  second()
  await vi.advanceTimersByTimeAsync(0)
  expect([begun, turns.waiting()]).toEqual([[0, 1, 2], 2])
})

test('where no connection becomes free, who waits is refused after 5 s', async () => {
  const turns = turnsAt(1)
  await turns.enter()
  const wait = settledAs(turns.enter())
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await wait).toBe('busy after 5 s')
  expect(turns.waiting()).toBe(0)
})

test('a queue that goes on is waited for longer, yet not for ever', async () => {
  const turns = turnsAt(1)
  let leave = await turns.enter()
  // Each second one has its turn, and thirty are in line.
  const line = Array.from({ length: 30 }, () => {
    const asked = turns.enter()
    asked.then((given) => void (leave = given)).catch(() => undefined)
    return settledAs(asked)
  })
  for (let s = 0; s < 20; s++) {
    await vi.advanceTimersByTimeAsync(1_000)
    leave()
  }
  const ends = await Promise.all(line.slice(0, 30))
  expect(ends.slice(0, 14)).toEqual(Array(14).fill('begun'))
  expect(new Set(ends.slice(15))).toEqual(new Set(['busy after 15 s']))
})

test('after a stall of the process nobody is refused whom an answer that lies there lets begin', async () => {
  const turns = turnsAt(1)
  const leave = await turns.enter()
  const wait = settledAs(turns.enter())
  // The timer is due; what frees the connection runs in the same turn of the loop, behind it.
  setTimeout(leave, 5_000)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await wait).toBe('begun')
})
