import { expect, test } from 'vitest'
import { gather } from './gather.ts'

test('what is asked while an answer is under way is asked together, and each gets its own answer', async () => {
  const gate = Promise.withResolvers<void>()
  const asked: number[][] = []
  const double = gather<number, number>(async (questions) => {
    asked.push([...questions])
    if (asked.length === 1) await gate.promise
    if (questions.includes(13)) throw new Error('13')
    return questions.map((n) => n * 2)
  })
  const first = double(1)
  const later = [2, 3].map(double)
  gate.resolve()
  expect(await Promise.all([first, ...later])).toEqual([2, 4, 6])
  expect(asked).toEqual([[1], [2, 3]])
  await expect(double(13)).rejects.toThrow('13')
  expect(await double(4)).toBe(8)
})

test('what is asked within the rest behind an answer is asked together, too', async () => {
  const asked: number[][] = []
  const same = gather<number, number>(
    async (questions) => {
      asked.push([...questions])
      return questions
    },
    { restMs: 5 },
  )
  expect(await same(1)).toBe(1)
  expect(await Promise.all([same(2), same(3)])).toEqual([2, 3])
  expect(asked).toEqual([[1], [2, 3]])
})
