import { expect, test } from 'vitest'
import { shownSources } from './shown-sources.ts'

const DOCUMENT = Array.from({ length: 12 }, (_, i) => `Sentence number ${i} of the mill. `).join('')
/** Chunk i of the document: 100 characters, of which 20 are those of the chunk before. */
const chunk = (i: number, over: Record<string, unknown> = {}) => {
  const [start, end] = [Math.max(0, i * 80 - 20), i * 80 + 80]
  const fields = {
    document_id: 'd',
    chunk_index: i,
    text: DOCUMENT.slice(start, end),
    char_start: start,
    char_end: end,
    page_number: i + 1,
  }
  return { id: `c${i}`, index: 'documents', score: 1, fields: { ...fields, ...(over as Record<string, string | number>) } }
}
const shown = (...hits: ReturnType<typeof chunk>[]) => shownSources(hits).map((s) => [s.marker, s.continues, s.text])

test('neighbours stand together in the order of the document, each under its own marker, and nothing twice', () => {
  const sources = shownSources([chunk(2), chunk(5), chunk(1), chunk(3)])
  expect(sources.map((s) => [s.marker, s.hit.id, s.continues])).toEqual([
    [3, 'c1', false],
    [1, 'c2', true],
    [4, 'c3', true],
    [2, 'c5', false],
  ])
  const bare = (text: string) => text.replace(/\s+/g, '')
  expect(
    bare(
      sources
        .slice(0, 3)
        .map((s) => s.text)
        .join(''),
    ),
  ).toBe(bare(DOCUMENT.slice(60, 320)))
})

test('what is not of one document, or not next to each other, stays apart and whole', () => {
  for (const other of [chunk(1, { document_id: 'e' }), chunk(3), { ...chunk(1), index: 'others' }, chunk(1, { document_id: null })])
    expect(shown(chunk(0), other)).toEqual([
      [1, false, chunk(0).fields.text],
      [2, false, other.fields.text],
    ])
})

test('a chunk whose words are not its neighbour’s end, or that begins with a header of its own, is shown whole', () => {
  const changed = chunk(1, { text: `#${String(chunk(1).fields.text).slice(1)}` })
  expect(shown(chunk(0), changed)[1]).toEqual([2, true, changed.fields.text])
  const table = chunk(1, { text: `| a | b |\n${chunk(1).fields.text}` })
  expect(shown(chunk(0), table)[1]).toEqual([2, true, table.fields.text])
})

test('every hit is shown once, with words, also when two have one place', () => {
  const hits = [chunk(1), chunk(1), chunk(0), chunk(2, { char_start: 60, char_end: 160, text: chunk(1).fields.text })]
  const sources = shownSources(hits)
  expect(sources.map((s) => s.marker).sort()).toEqual([1, 2, 3, 4])
  expect(sources.every((s) => s.text.length > 0)).toBe(true)
  expect(shownSources([])).toEqual([])
})
