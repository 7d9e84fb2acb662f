import { expect, test } from 'vitest'
import { holdSentences } from './hold-sentences.ts'

const run = (text: string, size = 3) => {
  const out: string[] = []
  const holding = holdSentences(
    (sentence) => !sentence.includes('913'),
    (piece) => out.push(piece),
  )
  for (let i = 0; i < text.length; i += size) holding.take(text.slice(i, i + size))
  const before = out.join('')
  holding.end()
  return { before, all: out.join(''), held: holding.held }
}

test.each([1, 3, 50, 500])('sentences leave whole, one that does not pass stays (pieces of %i)', (size) => {
  const { all, held } = run('All is well. Look at row 913 first. Then mend it.\n- A list item\n- 913 again\n', size)
  expect(all).toBe('All is well. Then mend it.\n- A list item')
  expect(held).toBe(true)
})

test('a sentence leaves before the next one is whole, and its last one at the end', () => {
  expect(run('All is well. The rest comes la')).toEqual({ before: 'All is well.', all: 'All is well. The rest comes la', held: false })
})

test('a decimal point ends no sentence, and a figure is never let out in pieces', () => {
  expect(run('It is 1,091.913 in all. Good.', 1).all).toBe(' Good.')
})

test('what has no end is not waited for, and not kept', () => {
  const { before, all } = run('word '.repeat(2000))
  expect(before.length).toBeGreaterThan(5000)
  expect(all.trim()).toBe('word '.repeat(2000).trim())
})
