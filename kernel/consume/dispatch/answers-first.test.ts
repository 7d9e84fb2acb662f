import { expect, test } from 'vitest'
import { answersFirst } from './answers-first.ts'

const never = 2 ** 31 - 1
const waysOf = (change: object = {}) => answersFirst({ places: 2, heldMs: never, countedMs: never, behindMs: 0, ...change })

test('work begins at once while nobody waits for an answer', () => {
  const first = waysOf()
  const entered = Array.from({ length: 10 }, () => first.enter())
  expect(entered.every((leave) => typeof leave === 'function')).toBe(true)
})

test('while someone waits for an answer two works run at a time, in the order in which they came, and all of them once it is there', async () => {
  const first = waysOf()
  const answered = first.answering()
  const leave = first.enter()
  first.enter()
  const begun: number[] = []
  for (let i = 0; i < 4; i++) void Promise.resolve(first.enter()).then(() => begun.push(i))
  await new Promise(setImmediate)
  expect(begun).toEqual([])
  if (typeof leave === 'function') {
    leave()
    // A second call is no second place.
    leave()
  }
  await new Promise(setImmediate)
  expect(begun).toEqual([0])
  answered()
  await new Promise(setImmediate)
  expect(begun).toEqual([0, 1, 2, 3])
})

test('what is next goes before the line', async () => {
  const first = waysOf({ places: 1 })
  first.answering()
  const leave = first.enter()
  const begun: string[] = []
  void Promise.resolve(first.enter()).then(() => begun.push('line'))
  void Promise.resolve(first.enter('next')).then(() => begun.push('next'))
  if (typeof leave === 'function') leave()
  await new Promise(setImmediate)
  expect(begun).toEqual(['next'])
})

test('neither a work that never ends nor a request that is never answered holds up the line', async () => {
  const slow = waysOf({ heldMs: 1 })
  slow.answering()
  for (let i = 0; i < 2; i++) slow.enter()
  expect(await slow.enter()).toBeTypeOf('function')
  const silent = waysOf({ places: 0, countedMs: 1 })
  silent.answering()
  expect(await silent.enter()).toBeTypeOf('function')
})
