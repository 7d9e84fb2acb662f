import { afterEach, expect, it, vi } from 'vitest'
import type { ParserProcess } from './parser-process.ts'
import { createSeats } from './seats.ts'

let living: number
const start = (): ParserProcess => {
  let alive = true
  living++
  return {
    pid: living,
    alive: () => alive,
    run: () => Promise.reject(new Error('not called here')),
    async stop() {
      if (alive) living--
      alive = false
    },
  }
}
let seats: ReturnType<typeof createSeats>
const open = (steady: number, most: number) => {
  living = 0
  vi.useFakeTimers()
  seats = createSeats({ steady, most, patienceMs: 100, idleMs: 1000, start })
}
afterEach(async () => {
  await seats.close()
  vi.useRealTimers()
})

it('starts a process when there is work, and one more when the next one has waited long enough', async () => {
  open(1, 2)
  expect(living).toBe(0)
  await seats.take()
  let served = 0
  const count = () => served++
  for (let i = 0; i < 2; i++) void seats.take().then(count, () => undefined)
  await vi.advanceTimersByTimeAsync(99)
  expect([living, served]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(1)
  expect([living, served]).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([living, served, seats.waiting()]).toEqual([2, 1, 1])
})

it('gives the seat to the first in the queue, a fresh one in the place of a spent one', async () => {
  open(1, 1)
  const first = await seats.take()
  const [second, third] = [seats.take(), seats.take()]
  seats.give(first, false)
  expect(await second).toBe(first)
  seats.give(first, true)
  expect(await third).not.toBe(first)
  expect(living).toBe(1)
})

it('ends what has nothing to do, the last process later', async () => {
  open(2, 2)
  const both = [await seats.take(), await seats.take()]
  for (const seat of both) seats.give(seat, false)
  await vi.advanceTimersByTimeAsync(900)
  expect(living).toBe(2)
  await vi.advanceTimersByTimeAsync(1100)
  expect(living).toBe(1)
  await vi.advanceTimersByTimeAsync(9000)
  expect(living).toBe(1)
  await vi.advanceTimersByTimeAsync(3000)
  expect(living).toBe(0)
  expect((await seats.take()).process.alive()).toBe(true)
})
