import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFetchRest } from './fetch-rest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Rests that were waited for, in ms, each as a fetch of some partitions that bring so many new records. */
function rests() {
  let ended = 0
  const rest = createFetchRest(() => void ended++)
  const after = async (...fresh: number[]) => {
    rest.fetched()
    const from = performance.now()
    const all = Promise.all(fresh.map((some) => rest.brought(some))).then(() => performance.now() - from)
    await vi.runAllTimersAsync()
    return Math.round(await all)
  }
  return { rest, after, ended: () => ended }
}

test('fetches that bring nothing new rest longer and longer, once for all their partitions; what is new ends that', async () => {
  const { after, ended } = rests()
  expect([await after(0), await after(0, 0), await after(0), await after(0), await after(0)]).toEqual([10, 20, 40, 80, 100])
  expect(ended()).toBe(5)
  expect(await after(3)).toBe(0)
  expect([await after(0), await after(0)], 'from the first rest on').toEqual([10, 20])
})

test('a fetch of which one partition has something new does not rest, in whichever order they are told', async () => {
  const { after } = rests()
  expect([await after(0, 2), await after(2, 0)]).toEqual([0, 0])
})

test('after a silence the first rest is the shortest', async () => {
  const { after } = rests()
  expect([await after(0), await after(0), await after(0)]).toEqual([10, 20, 40])
  await vi.advanceTimersByTimeAsync(1100)
  expect(await after(0)).toBe(10)
})

test('a stop ends the rest', async () => {
  const { rest } = rests()
  rest.fetched()
  const over = rest.brought(0)
  rest.end()
  await over
})
