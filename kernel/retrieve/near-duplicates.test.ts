import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distinctHits, likeness, printOf } from './near-duplicates.ts'

const TEXT =
  'The mill grinds flour for the bakers of the town. Its wheel turns with the river, and in a dry summer the miller waits for rain. ' +
  'Carts bring the grain from the farms on the hill, and every cart pays a toll at the bridge before the gate.'
const hit = (id: string, text?: string) => ({ id, index: 'documents', score: 1, fields: { text: text ?? null, document_id: `d-${id}` } })
const ids = (texts: readonly (string | undefined)[]) => distinctHits(texts.map((text, i) => hit(String(i), text))).map((h) => h.id)

test('the same words with other spaces, case and punctuation are the same, and the first remembers the others', () => {
  const found = distinctHits([hit('a', TEXT), hit('b', 'Another text about trees.'), hit('c', TEXT.toUpperCase().replaceAll('. ', ' –\n'))])
  expect(found.map((h) => [h.id, h.copies?.map((c) => c.id)])).toEqual([
    ['a', ['c']],
    ['b', undefined],
  ])
})

test('a heading in front of a long text leaves it the same', () => {
  const long = `${TEXT} Once a year the stone is dressed, and the old one is laid into the wall of the yard for everyone to see.`
  expect(ids([long, `Yearbook ${long}`])).toEqual(['0'])
})

test.each([
  ['a number', TEXT.replace('every cart', 'all 20 carts'), TEXT.replace('every cart', 'all 30 carts')],
  ['a sentence more', TEXT, `${TEXT} In winter the ice is broken by hand, and nobody may cross the weir without a rope.`],
  ['rows of a table', '| Ada | 3 days |', '| Ada | 4 days |'],
  ['short texts', 'The gate is open.', 'The gate is shut.'],
  ['nothing alike', TEXT, 'Something else entirely.'],
])('different: %s', (_, a, b) => {
  expect(ids([a, b])).toEqual(['0', '1'])
})

test('hits without a text stay', () => {
  expect(ids([undefined, undefined, '', ' ', '…', '!'])).toEqual(['0', '1', '2', '3', '4'])
})

test('likeness is symmetric, 1 for itself, and what counting sets by hand gives', () => {
  const words = fc.array(fc.constantFrom('mill', 'river', 'stone', 'grain', 'toll'), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(words, words, (a, b) => {
      const [x, y] = [printOf(a.join(' ')), printOf(b.join(' '))]
      const runs = (of: string[]) => new Set(of.length < 3 ? [of.join(' ')] : of.slice(2).map((_, i) => of.slice(i, i + 3).join(' ')))
      const [p, q] = [runs(a), runs(b)]
      const common = [...p].filter((run) => q.has(run)).length
      expect(likeness(x, x)).toBe(1)
      expect(likeness(x, y)).toBeCloseTo(likeness(y, x), 12)
      expect(likeness(x, y)).toBeCloseTo(common / (p.size + q.size - common), 12)
    }),
  )
})

test('a hundred chunks are told apart in little time', () => {
  const texts = Array.from({ length: 100 }, (_, i) =>
    Array.from({ length: 300 }, (__, w) => `w${(i * 7919 + w * 104729) % 5000}`).join(' '),
  )
  const start = performance.now()
  expect(distinctHits(texts.map((text, i) => hit(String(i), text)))).toHaveLength(100)
  expect(performance.now() - start).toBeLessThan(500)
})
