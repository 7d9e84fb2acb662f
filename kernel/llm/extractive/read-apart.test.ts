import { expect, test } from 'vitest'
import type { Passage } from '../llm.ts'
import { unknownWords } from './question/unknown-words.ts'
import { readApart, unknownWordsApart } from './read-apart.ts'
import { NOT_SURE, readPassages } from './reading.ts'

const rows = (from: number) => Array.from({ length: 10 }, (_, i) => `| Mill ${from + i} | ${(from + i) * 7} | barley | ${from + i}.5 |`)
/** Parts of one table: so many take a thread. */
const tableOf = (parts: number): Passage[] =>
  Array.from({ length: parts }, (_, p) => ({
    ...{ id: `t${p}`, title: 'mills.csv', document: 'mills', order: p },
    text: ['| Site | Sacks | Grain | Hours |', '| --- | --- | --- | --- |', ...rows(10 * p)].join('\n'),
  }))
const LARGE = tableOf(300)
const [HIGHEST, WORDS] = [
  'Which site has the most sacks in the table of the mills?',
  'Which mill on the weir has the barlex and how many sax?',
]
const asked = { caller: 'key:a' }

test.each([5, 300])('of a table of %i parts it reads what it is asked', async (parts) => {
  const reading = await readApart(HIGHEST, tableOf(parts), 2, asked)
  expect(reading).toEqual(readPassages(HIGHEST, tableOf(parts), 2))
  expect([reading.kind, reading.texts[0]]).toEqual(['answer', expect.stringContaining(`Mill ${10 * parts - 1}`)])
  expect(await unknownWordsApart(WORDS, tableOf(parts), asked)).toEqual(unknownWords(WORDS, tableOf(parts)))
})

test('what cannot be read in time is how the passages begin, said to be unsure', async () => {
  const reading = await readApart(HIGHEST, LARGE, 2, { ...asked, patienceMs: 0 })
  expect(reading).toMatchObject({ kind: 'passages', unread: expect.any(String) })
  expect(reading.texts).toHaveLength(2)
  expect(reading.texts[0]).toMatch(new RegExp(`^${NOT_SURE} Site Sacks Grain Hours Mill 0 0 barley 0\\.5 .+ … \\[1\\] .+ \\[3\\]$`))
  expect(await unknownWordsApart(WORDS, LARGE, { ...asked, patienceMs: 0 })).toEqual([])
  expect((await readApart(HIGHEST, LARGE, 1, asked)).kind).toBe('answer')
})

test('whoever leaves ends it', async () => {
  const leaving = new AbortController()
  const reading = [1, 2, 3].map(() => readApart(HIGHEST, LARGE, 1, { signal: leaving.signal }))
  leaving.abort(new Error('gone'))
  expect((await Promise.allSettled(reading)).map((end) => end.status === 'rejected' && end.reason.message)).toEqual(Array(3).fill('gone'))
  await expect(unknownWordsApart(WORDS, LARGE, { signal: leaving.signal })).rejects.toThrow('gone')
})
