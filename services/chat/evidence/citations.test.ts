import { describe, expect, test } from 'vitest'
import type { SearchHit } from '../../../kernel/search/search.ts'
import { citationsOf } from './citations.ts'

const hit = (id: string, text: string, fields: Record<string, string | number | null> = {}): SearchHit => ({
  id,
  index: 'documents',
  score: 1,
  fields: { text, document_id: `doc-${id}`, filename: `${id}.txt`, page_number: 3, char_start: 50, char_end: 50 + text.length, ...fields },
})
const tower = hit('tower', 'The tower was built in 1889. It stands in Paris. Its height is 330 metres.')
const bridge = hit('bridge', 'The bridge is 2.7 km long. It opened in 1937.')
const quotes = (answer: string, hits = [tower, bridge]) => citationsOf(answer, hits).map(({ marker, quote }) => [marker, quote])

describe('citationsOf', () => {
  test('each marker quotes what its own words rest on', () => {
    expect(quotes('It was built in 1889 [1] and is 330 metres high [1]. The bridge opened in 1937. [2]')).toEqual([
      ['[1]', 'The tower was built in 1889.'],
      ['[1]', 'Its height is 330 metres.'],
      ['[2]', 'It opened in 1937.'],
    ])
  })

  test.each([
    ['It is long [2][1].', 2],
    ['It is long [1, 2].', 2],
    ['It is long [2] [2].', 1],
    ['It is long [3] [0] [99].', 0],
    ['See [a] and [] and [1.5].', 0],
    ['', 0],
  ])('%s gives %i', (answer, count) => {
    expect(citationsOf(answer, [tower, bridge]).filter(({ marker }) => marker)).toHaveLength(count)
  })

  test('what was computed quotes the rows that it was computed of', () => {
    const rows = '| Item | Cost |\n| --- | --- |\n| Rent | 900 |\n| Power | 80 |'
    const told = 'Cost: 980, the sum of 2 rows as I computed it. [1]'
    expect(citationsOf(told, [hit('costs', `Costs of May\n\n${rows}\n\nPaid.`)], { own: true })).toMatchObject([{ quote: rows }])
  })

  test('places count in the document, and a literal claim is quoted as it stands there', () => {
    const [citation] = citationsOf('It stands in Paris. [1]', [tower])
    expect(citation).toEqual({
      marker: '[1]',
      source_id: 'tower',
      document_id: 'doc-tower',
      filename: 'tower.txt',
      page_number: 3,
      quote: 'It stands in Paris.',
      char_start: 50 + 29,
      char_end: 50 + 48,
      sentence: 'It stands in Paris.',
      start: 0,
      end: 23,
      supported: true,
      missing: [],
      link: null,
    })
  })

  test('a link opens the document at the quote', () => {
    const linked = hit('x', 'It stands in Paris.', { upload_id: 'u/1', chunk_index: 3 })
    expect(citationsOf('It stands in Paris [1].', [linked])[0]!.link).toBe('/document?id=u%2F1#chunk-4:50-68')
    const placeless = hit('x', 'It stands in Paris.', { upload_id: 'u', chunk_index: null, char_start: null, char_end: null })
    expect(citationsOf('It stands in Paris [1].', [placeless])[0]!.link).toBe('/document?id=u')
  })

  test('the page is that of the quote, and page_end that of its end', () => {
    const text = 'One stands here. Two begins on the first page and ends on the second. Three stands there.'
    const second = 50 + text.indexOf('and ends')
    const over = hit('p', text, { page_starts: `${second}:4` })
    const pages = (answer: string) => citationsOf(answer, [over]).map(({ page_number, page_end }) => [page_number, page_end])
    expect(pages('One stands here. [1] Two begins on the first page and ends on the second. [1] Three stands there. [1]')).toEqual([
      [3, undefined],
      [3, 4],
      [4, undefined],
    ])
  })

  test('line breaks of the page do not hide a claim, and the quote keeps them', () => {
    const broken = hit('b', 'The tower\nwas built\n  in 1889. More.')
    expect(quotes('The tower was built in 1889. [1]', [broken])).toEqual([['[1]', 'The tower\nwas built\n  in 1889.']])
  })

  test("a table's repeated header is no part of the document at that place", () => {
    const text = 'Name | Year\nTower | 1889\nBridge | 1937'
    const table = hit('t', text, { char_start: 500, char_end: 500 + text.length - 12 })
    const [citation] = citationsOf('The bridge is from 1937 [1].', [table])
    expect(text.slice(12).slice(citation!.char_start! - 500, citation!.char_end! - 500)).toBe(citation!.quote)
    expect(citation!.quote).toContain('1937')
  })

  test('a paraphrase without a common word still quotes the chunk', () => {
    const [citation] = citationsOf('Загадка [1].', [tower])
    expect(String(tower.fields.text)).toContain(citation!.quote)
    expect(citation!.quote.length).toBeGreaterThan(0)
  })

  test('an index without places gives the quote without them', () => {
    const [citation] = citationsOf('In Paris [1].', [
      hit('x', 'It stands in Paris.', { char_start: null, char_end: null, page_number: null }),
    ])
    expect(citation).toMatchObject({ quote: 'It stands in Paris.', char_start: null, char_end: null, page_number: null })
  })

  test('hostile text takes no time', () => {
    const started = performance.now()
    citationsOf(`${'((a+)+)+ '.repeat(200)}[1]`, [hit('h', `${'a '.repeat(20_000)}b`)])
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('support', () => {
  const marks = (answer: string, hits = [tower, bridge]) => citationsOf(answer, hits).map((c) => [c.marker, c.supported, c.missing])

  test('a wrong number is marked at its citation, a sentence without support gets an entry of its own', () => {
    const answer = 'It was built in 1898 [1]. Its **colour** is green. It stands in Paris.'
    const citations = citationsOf(answer, [tower, bridge])
    expect(citations).toMatchObject([
      { marker: '[1]', source_id: 'tower', supported: false, missing: ['1898'], sentence: 'It was built in 1898 .' },
      { marker: '', supported: false, sentence: 'Its colour is green.' },
    ])
    const [, second] = citations
    expect(answer.slice(second!.start!, second!.end!)).toBe('Its **colour** is green.')
    for (const { source_id, quote } of citations) expect(String((source_id === 'tower' ? tower : bridge).fields.text)).toContain(quote)
  })

  test('what the other passage says does not support a marker', () => {
    expect(marks('The bridge opened in 1937 [1].')).toEqual([['[1]', false, expect.arrayContaining(['1937'])]])
    expect(marks('The bridge opened in 1937 [2].')).toEqual([['[2]', true, []]])
  })

  test('nothing retrieved: the sentence stands alone', () => {
    expect(citationsOf('The moon is made of cheese.', [])).toMatchObject([{ marker: '', source_id: null, quote: '', supported: false }])
    expect(citationsOf('I found nothing about this in the documents.', [])).toEqual([])
  })

  test('places count in the answer as it is shown', () => {
    const [cited] = citationsOf('It opened in 1937. [2]', [tower, bridge], { shown: '<p>It opened in 1937. [2]</p>' })
    expect([cited!.start, cited!.end]).toEqual([3, 25])
    const [lost] = citationsOf('It opened in 1937. [2]', [tower, bridge], { shown: 'IT OPENED' })
    expect([lost!.start, lost!.end]).toEqual([null, null])
  })

  test.each([
    ['spaces', ' '],
    ['line breaks', '\n'],
    ['brackets', '['],
    ['half markers', '[1'],
    ['markers', '[1] '],
    ['half links', '[a]('],
    ['half emphasis', '**a '],
    ['half code', '`a '],
    ['semicolons', ';'],
    ['rows', '| '],
    ['list items', '- a\n'],
    ['characters without a space', '塔'],
  ])('a model that says nothing but %s holds nobody up', (_what, piece) => {
    const answer = `The tower ${piece.repeat(200_000)} was built.`
    const before = process.threadCpuUsage()
    const citations = citationsOf(answer, [tower, bridge])
    const { user, system } = process.threadCpuUsage(before)
    expect(citations.length).toBeLessThanOrEqual(400)
    expect((user + system) / 1000).toBeLessThan(1_000)
  })
})
