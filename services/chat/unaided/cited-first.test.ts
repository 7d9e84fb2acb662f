import { expect, test } from 'vitest'
import { citedFirst } from './cited-first.ts'

const hits = ['a', 'b', 'c', 'd'].map((id) => ({ id, index: 'documents', document_id: id, score: 1, fields: {} }))
const shown = (text: string, top: number) => {
  const { retrieval, reading } = citedFirst({ hits: [], issues: [] }, hits, { kind: 'answer', texts: [text] }, top)
  return { text: reading.texts[0], ids: retrieval.hits.map(({ id }) => id) }
}

test('sources are numbered in the order in which they are cited first', () => {
  expect(shown('One. [3] Two. [2] Three. [3]', 4)).toEqual({ text: 'One. [1] Two. [2] Three. [1]', ids: ['c', 'b', 'a', 'd'] })
})

test('of more sources than may be shown the first cited stay', () => {
  expect(shown('One. [4] Two. [2]', 1)).toEqual({ text: 'One. [1] Two. ', ids: ['d'] })
  expect(shown('One.', 2)).toEqual({ text: 'One.', ids: ['a', 'b'] })
})
