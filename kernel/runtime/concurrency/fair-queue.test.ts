import { describe, expect, test } from 'vitest'
import { createFairQueue, type FairQueue } from './fair-queue.ts'

const drain = (queue: FairQueue<string>): string[] => {
  const taken: string[] = []
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next)
  return taken
}
const filled = (...entries: [caller: string | undefined, items: string][]): FairQueue<string> => {
  const queue = createFairQueue<string>()
  for (const [caller, items] of entries) for (const item of items.split(' ')) queue.add(caller, item)
  return queue
}

describe('turns by caller', () => {
  test('one caller’s things come in their order, and who came with fewer is not behind them', () => {
    expect(drain(filled(['key:a', 'a1 a2 a3 a4'], ['key:b', 'b1 b2'], [undefined, 'c1']))).toEqual([
      'a1',
      'b1',
      'c1',
      'a2',
      'b2',
      'a3',
      'a4',
    ])
  })

  test('many subjects of one key have the turns of one key', () => {
    const queue = filled(['key:a sub:1', 'x1 x2'], ['key:a sub:2', 'y1 y2'], ['key:b sub:1', 'b1 b2 b3'])
    expect(drain(queue)).toEqual(['x1', 'b1', 'y1', 'b2', 'x2', 'b3', 'y2'])
  })

  test('subjects without a key have a turn each', () => {
    expect(drain(filled(['sub:1', 'x1 x2'], ['sub:2', 'y1'], ['sub:3', 'z1']))).toEqual(['x1', 'y1', 'z1', 'x2'])
  })

  test('what a turn cost counts', () => {
    const queue = filled(['key:a', 'a1 a2 a3'], ['key:b', 'b1 b2 b3 b4 b5'])
    expect(queue.take()).toBe('a1')
    queue.charge('key:a', 2.5)
    expect(drain(queue)).toEqual(['b1', 'b2', 'b3', 'b4', 'a2', 'b5', 'a3'])
  })

  test('who comes late is next, and has not saved up turns', () => {
    const queue = filled(['key:a', 'a1 a2 a3 a4 a5 a6'])
    for (let i = 0; i < 3; i++) queue.take()
    for (const item of ['b1', 'b2', 'b3']) queue.add('key:b', item)
    expect(drain(queue)).toEqual(['b1', 'a4', 'b2', 'a5', 'b3', 'a6'])
  })

  test('who left is charged all the same when it comes back', () => {
    const queue = filled(['key:a', 'a1'], ['key:b', 'b1 b2 b3'])
    queue.take()
    queue.charge('key:a', 2)
    queue.add('key:a', 'a2')
    expect(drain(queue)).toEqual(['b1', 'b2', 'b3', 'a2'])
  })

  test('a lower rank goes first within its subject, and takes no turn from another', () => {
    const queue = filled(['key:a', 'a1'])
    queue.add('key:b', 'later', '2026-03-02')
    queue.add('key:b', 'latest', '2026-03-03')
    queue.add('key:b', 'first', '2026-03-01')
    queue.add('key:b', 'later too', '2026-03-02')
    queue.add('key:a', 'a2')
    expect(drain(queue)).toEqual(['a1', 'first', 'a2', 'later', 'later too', 'latest'])
  })

  test('what may not begin yet is passed over, and what was removed does not come', () => {
    const queue = filled(['key:a', 'a1 a2'], ['key:b', 'b1'])
    expect(queue.take((item) => item !== 'a1')).toBe('a2')
    expect(queue.remove('a1')).toBe(true)
    expect(queue.remove('a1')).toBe(false)
    expect([queue.size(), queue.take(() => false)]).toEqual([1, undefined])
    expect(drain(queue)).toEqual(['b1'])
  })

  test('callers of whom nothing waits are forgotten beyond a thousand', () => {
    const queue = createFairQueue<number>()
    for (let i = 0; i < 5000; i++) {
      queue.add(`sub:${i}`, i)
      expect(queue.take()).toBe(i)
    }
    expect(queue.size()).toBe(0)
  })
})
