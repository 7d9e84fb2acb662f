import { expect, test } from 'vitest'
import { defineLane } from './lanes.ts'

const never = new AbortController().signal

test('a lane has its places and no more, and gives them in the order in which they were asked for', async () => {
  const lane = defineLane('model', 2)
  const order: number[] = []
  const leaves = await Promise.all([lane.take(never), lane.take(never)])
  const waiting = [1, 2, 3].map(async (n) => {
    const leave = await lane.take(never)
    order.push(n)
    return leave
  })
  expect([lane.busy(), order]).toEqual([2, []])
  leaves[0]?.()
  leaves[0]?.()
  await waiting[0]
  expect([lane.busy(), order]).toEqual([2, [1]])
  leaves[1]?.()
  ;(await waiting[0])?.()
  const rest = await Promise.all(waiting.slice(1))
  for (const leave of rest) leave?.()
  expect([lane.busy(), order]).toEqual([0, [1, 2, 3]])
})

test('who is aborted while waiting leaves the line', async () => {
  const lane = defineLane('model', 1)
  const leave = await lane.take(never)
  const gone = new AbortController()
  const waiting = lane.take(gone.signal)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  leave()
  expect(lane.busy()).toBe(0)
  ;(await lane.take(never))()
})
