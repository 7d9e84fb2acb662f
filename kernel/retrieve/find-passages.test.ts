import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitedSearch } from '../access/limited-search.ts'
import { platformLimits } from '../access/limits.ts'
import type { Config } from '../config/config.ts'
import { passageSettings } from '../config/retrieval-config.ts'
import { extractiveLlm } from '../llm/extractive/extractive.ts'
import type { Reranker } from '../rerank/reranker.ts'
import { defaultIndexSpec } from '../search/default-index.ts'
import { openEmbeddedSearch } from '../search/embedded/open-embedded-search.ts'
import type { SearchIndex } from '../search/search.ts'
import { findPassages } from './find-passages.ts'

const log = pino({ level: 'silent' })
const signal = new AbortController().signal
let dir: string
let search: SearchIndex
const text = (i: number) =>
  `The mill number ${'abcdefghij'[i]} grinds flour by the river, and its keeper ${['Ada', 'Bela', 'Cara', 'Dora', 'Emma'][i]} sells what remains on the market of the town every week.`

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'passages-'))
  search = await openEmbeddedSearch({ dir, log })
  await search.createIndex(defaultIndexSpec('documents', 2))
  // Twenty copies of the best answer, and four texts of their own.
  for (let i = 0; i < 24; i++) {
    const own = i < 20 ? 0 : i - 19
    const id = `c${String(i).padStart(2, '0')}`
    const chunks = [
      { id, fields: { id, document_id: `d${i}`, filename: `f${i}.txt`, text: own ? text(own) : `${text(0)} Mill.`, chunk_index: 0 } },
    ]
    await search.replaceDocument(
      'documents',
      { document_id: `d${i}`, epoch: 1 },
      (async function* () {
        yield chunks
      })(),
    )
  }
})
afterAll(async () => {
  await search.close()
  await rm(dir, { recursive: true })
})

const find = (options: { deduplicate?: boolean; rerank?: boolean; top?: number; reranker?: Reranker; candidates?: number }) => {
  const { deduplicate = false, rerank = false, top = 3, reranker, candidates = 50 } = options
  const config = { retrieval: { rerank: { ...passageSettings.rerank.parse(undefined), candidates } } } as Config
  const ports = { search: limitedSearch(search, platformLimits), llm: extractiveLlm(), config, ...(reranker ? { reranker } : {}) }
  const request = { text: 'Which mill grinds flour?', top, count: true, facets: [{ field: 'file_type', count: 5 }] }
  return findPassages(ports, 'documents', request, { deduplicate, rerank, signal, log })
}
/** Prefers the last. */
const backwards: Reranker = {
  model: 'backwards',
  rerank: async (_, documents, { top }) =>
    documents
      .map((__, index) => ({ index, score: index }))
      .reverse()
      .slice(0, top),
}

test('copies take one place, and what they pushed out comes in; counts stay those of the search', async () => {
  const plain = await find({})
  expect(plain.hits.every((h) => Number(h.id.slice(1)) < 20)).toBe(true)
  const distinct = await find({ deduplicate: true, top: 4 })
  expect(distinct.hits).toHaveLength(4)
  expect(new Set(distinct.hits.map((h) => h.fields.text)).size).toBe(4)
  expect(distinct.hits[0]!.copies!.length).toBeGreaterThan(10)
  expect([distinct.total, plain.total]).toEqual([24, 24])
  expect(distinct.rerank).toBeUndefined()
})

test('the judge sees the candidates, not the page, and the page is cut after it', async () => {
  const { hits, rerank } = await find({ deduplicate: true, rerank: true, top: 2, reranker: backwards })
  expect(rerank).toEqual({ applied: true, model: 'backwards', candidates: 5 })
  expect(hits).toHaveLength(2)
  expect(hits[0]!.rerank_score).toBe(4)
  expect(hits[0]!.id > 'c19').toBe(true)
  const few = await find({ rerank: true, top: 1, reranker: backwards, candidates: 4 })
  expect(few.rerank).toMatchObject({ candidates: 4 })
})

test('who wants a judge where there is none is told', async () => {
  const { hits, rerank } = await find({ rerank: true })
  expect(rerank).toEqual({ applied: false, reason: 'not_configured' })
  expect(hits.map((h) => h.id)).toEqual((await find({})).hits.map((h) => h.id))
})
