import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../../scripts/seeded-random.ts'
import { createLogger } from '../../runtime/log.ts'
import { stemOf, wordsOf } from '../../text/words.ts'
import { batches, chunkOf } from '../contract/contract-fixture.ts'
import { defaultIndexSpec } from '../default-index.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { SearchIndex } from '../search.ts'
import { openEmbeddedSearch } from './open-embedded-search.ts'

const WORDS = ['river', 'Rivers', 'lock', 'locks', 'mill', 'weir', 'sluice', 'Überlauf', 'overflow', 'gate']
const random = seededRandom(3)
const text = (length: number) => Array.from({ length }, () => WORDS[Math.floor(random() ** 2 * WORDS.length)]!).join(' ')

interface Page {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly doc_type: string
}
const pages: Page[] = Array.from({ length: 300 }, (_, i) => ({
  id: `d${i}-0`,
  title: text(2),
  text: text(3 + Math.floor(random() * 30)),
  doc_type: i % 3 === 0 ? 'policy' : 'memo',
}))

/** BM25 of each page that holds a term, from its words alone: the title counts twice, the file's name half. */
function expected(all: readonly Page[], question: string): Map<string, number> {
  const length = (p: Page) => p.title.length + p.text.length + filename(p).length
  const mean = all.reduce((sum, p) => sum + length(p), 0) / all.length
  const stems = (value: string) => wordsOf(value).map(stemOf)
  const held = (p: Page, stem: string) =>
    [p.title, p.title, p.text].flatMap(stems).filter((s) => s === stem).length + stems(filename(p)).filter((s) => s === stem).length / 2
  const scores = new Map<string, number>()
  for (const stem of new Set(stems(question))) {
    const holders = all.filter((p) => held(p, stem) > 0)
    const idf = Math.max(0.2, Math.log((all.length - holders.length + 0.5) / (holders.length + 0.5)))
    for (const p of holders) {
      const f = held(p, stem)
      const share = (idf * f * 2.2) / (f + 1.2 * (0.25 + (0.75 * length(p)) / mean))
      scores.set(p.id, (scores.get(p.id) ?? 0) + share)
    }
  }
  return scores
}
const filename = (p: Page) => `${p.id.slice(0, -2)}.txt`

let dir: string
let search: SearchIndex
const put = (p: Page, epoch: number) => {
  const { id, ...fields } = p
  return search.replaceDocument('docs', { document_id: id.slice(0, -2), epoch }, batches([chunkOf(id.slice(0, -2), 0, fields)]))
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-search-'))
  search = await openEmbeddedSearch({ dir, log: createLogger('CRITICAL') })
  await search.createIndex(defaultIndexSpec('docs', 4))
  // Replaced and deleted ones leave nothing in the statistics.
  for (const p of pages.slice(0, 60)) await put({ ...p, text: 'weir weir sluice', title: 'sluice' }, 1)
  for (const p of pages) await put(p, 2)
  for (let i = 0; i < 40; i++) await put({ ...pages[0]!, id: `gone${i}-0`, text: 'gate gate' }, 1)
  for (let i = 0; i < 40; i++) await search.deleteDocument('docs', { document_id: `gone${i}`, epoch: 2 })
})
afterAll(async () => {
  await search.close()
  await rm(dir, { recursive: true })
})

const QUESTIONS = [
  'river',
  'weir gate',
  'locks and overflow at the mill',
  'uberlauf',
  'd7 river',
  'nowhere',
  'mill mills river weir sluice gate',
]

test.each(QUESTIONS)('scores and their order are those of BM25 over all chunks: %s', async (question) => {
  const scores = expected(pages, question)
  const { hits, total } = await search.search('docs', { text: question, top: 500, count: true })
  expect(total).toBe(scores.size)
  expect(hits.map((h) => h.id).toSorted()).toEqual([...scores.keys()].toSorted())
  for (const hit of hits) expect(hit.score).toBeCloseTo(scores.get(hit.id)!, 4)
  expect(hits.map((h) => h.score)).toEqual(hits.map((h) => h.score).toSorted((a, b) => b - a))
  // A filter leaves scores as they are; a corpus counts over its own chunks.
  const filter = parseFilter("doc_type eq 'policy'")
  const kept = hits.filter((h) => h.fields.doc_type === 'policy').map((h) => [h.id, h.score])
  const filtered = await search.search('docs', { text: question, top: 500, filter })
  expect(filtered.hits.map((h) => [h.id, h.score])).toEqual(kept)
  const own = expected(
    pages.filter((p) => p.doc_type === 'policy'),
    question,
  )
  const limited = await search.search('docs', { text: question, top: 500, filter, corpus: filter })
  expect(limited.hits.length).toBe(own.size)
  for (const hit of limited.hits) expect(hit.score).toBeCloseTo(own.get(hit.id)!, 4)
  expect((await search.search('docs', { text: question, top: 3 })).hits.map((h) => h.id)).toEqual(hits.slice(0, 3).map((h) => h.id))
})
