import { expect, test } from 'vitest'

interface Modules {
  findWords(words: readonly { text: string }[], text: string): Set<number>
}
const { findWords }: Modules = await import(new URL('../../web/parts/page-picture/find-words.js', import.meta.url).href)

const wordsOf = (text: string) => text.split(' ').map((word) => ({ text: word }))
const page = wordsOf(
  'Mill rules Stop the stones slowly. Hotels are booked in ad- vance by the 12 March office. 12 14 Page 3 of 9 Mill rules',
)
const found = (text: string) => [...findWords(page, text)].map((i) => page[i]?.text)

test('a passage is found over spaces, case and hyphens at line ends', () => {
  expect(found('hotels are  booked\nin advance')).toEqual(['Hotels', 'are', 'booked', 'in', 'ad-', 'vance'])
})

test('of a passage that goes on elsewhere the part on this page is found, and what is far from it is not', () => {
  const far = wordsOf(`Mill rules and remarks ${'x '.repeat(400)}the stones grind the grain slowly and finely all day long`)
  const text = 'the stones grind the grain slowly and finely all day long on another page, and then come Mill rules and remarks as said'
  expect([...findWords(far, text)].map((i) => far[i]?.text).slice(0, 5)).toEqual(['the', 'stones', 'grind', 'the', 'grain'])
  expect([...findWords(far, text)]).not.toContain(0)
})

test('cells of a table count beside what was found, not by themselves', () => {
  expect(found('| 12 | 14 |')).toEqual([])
  expect(found('by the 12 March office.\n| 12 | 14 |')).toEqual(['by', 'the', '12', 'March', 'office.', '12', '14'])
})

test('nothing is found of what does not stand there', () => {
  expect(found('An entirely different sentence stands in this place.')).toEqual([])
  expect(found('')).toEqual([])
})
