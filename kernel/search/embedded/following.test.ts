import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLogger } from '../../runtime/log.ts'
import { batches, chunkOf } from '../contract/contract-fixture.ts'
import { defaultIndexSpec } from '../default-index.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { FieldValue, IndexedChunk, SearchIndex } from '../search.ts'
import { openEmbeddedSearch } from './open-embedded-search.ts'

const log = createLogger('CRITICAL')

async function inFolder(work: (open: () => Promise<SearchIndex>) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-search-'))
  const opened: SearchIndex[] = []
  try {
    await work(async () => {
      const search = await openEmbeddedSearch({ dir, log })
      opened.push(search)
      return search
    })
  } finally {
    for (const search of opened) await search.close()
    await rm(dir, { recursive: true })
  }
}

type Labels = { doc_type: string | null; tags: string[]; business_unit: string | null }
const labels: fc.Arbitrary<Labels> = fc.record({
  doc_type: fc.option(fc.constantFrom('policy', 'report', 'memo')),
  tags: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 }),
  business_unit: fc.option(fc.string({ maxLength: 3 })),
})
const place = { index: fc.constantFrom('one', 'two'), document: fc.constantFrom('x', 'y', 'z'), writer: fc.nat({ max: 1 }) }
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ ...place, do: fc.constantFrom('write', 'fail'), chunks: fc.array(labels, { maxLength: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ ...place, do: fc.constant('remove'), chunks: fc.constant<Labels[]>([]) }) },
  { weight: 1, arbitrary: fc.record({ ...place, do: fc.constantFrom('clear', 'update', 'recreate'), chunks: fc.constant<Labels[]>([]) }) },
)
const facets = ['doc_type', 'tags', 'business_unit'].map((field) => ({ field, count: 5 }))

function counted(chunks: readonly Labels[], field: keyof Labels): { value: FieldValue; count: number }[] {
  const counts = new Map<string, number>()
  for (const chunk of chunks)
    for (const value of new Set([chunk[field]].flat())) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  const all = [...counts].map(([value, count]) => ({ value, count }))
  return all.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, 5)
}

test('facets are what counting afresh gives, for who writes and for who follows', async () => {
  const property = fc.asyncProperty(fc.array(action, { maxLength: 25 }), (actions) =>
    inFolder(async (open) => {
      const writers = [await open(), await open()]
      const reader = await open()
      const model = new Map<string, Map<string, Labels[]>>()
      for (const index of ['one', 'two']) {
        await reader.createIndex(defaultIndexSpec(index, 4))
        model.set(index, new Map())
      }
      let epoch = 0
      for (const { index, document, writer, chunks, ...step } of actions) {
        const search = writers[writer]!
        const key = { document_id: document, epoch: ++epoch }
        const rows = chunks.map((fields, i) => chunkOf(document, i, { ...fields, text: 'word' }))
        const documents = model.get(index)!
        if (step.do === 'write') {
          await search.replaceDocument(index, key, batches(rows.slice(0, 2), rows.slice(2)))
          documents.set(document, chunks)
        } else if (step.do === 'fail') {
          const broken = async function* (): AsyncIterable<readonly IndexedChunk[]> {
            yield rows
            throw new Error('the source broke off')
          }
          await expect(search.replaceDocument(index, key, broken())).rejects.toThrow('broke off')
        } else if (step.do === 'remove') {
          await search.deleteDocument(index, key)
          documents.delete(document)
        } else if (step.do === 'update') await search.updateIndex(defaultIndexSpec(index, 4))
        else {
          if (step.do === 'clear') await search.clearIndex(index)
          else {
            await search.deleteIndex(index)
            await search.createIndex(defaultIndexSpec(index, 4))
          }
          documents.clear()
        }
        const all = [...documents.values()].flat()
        const expected = (of: readonly Labels[]) => ({
          hits: [],
          total: of.length,
          facets: { doc_type: counted(of, 'doc_type'), tags: counted(of, 'tags'), business_unit: counted(of, 'business_unit') },
        })
        const ask = { top: 0, count: true, facets }
        for (const one of [search, reader]) {
          expect(await one.search(index, ask)).toEqual(expected(all))
          const filter = parseFilter("doc_type ne 'memo' and tags/all(t: t ne 'd')")
          const kept = all.filter((c) => c.doc_type !== 'memo' && !c.tags.includes('d'))
          expect(await one.search(index, { ...ask, filter })).toEqual(expected(kept))
          expect(await one.search(index, { ...ask, text: 'word' })).toEqual(expected(all))
        }
      }
    }),
  )
  await fc.assert(property, { numRuns: 10 })
  // Hundreds of flushed transactions, on a disk that others may use.
}, 120_000)

test('the best by text are the same whether or not all are counted, also while better ones are being written', async () => {
  await inFolder(async (open) => {
    const [writer, reader] = [await open(), await open()]
    await writer.createIndex(defaultIndexSpec('docs', 4))
    const words = fc.array(fc.constantFrom('tree', 'train', 'city', 'late', 'other'), { minLength: 1, maxLength: 12 })
    const texts = fc.sample(words, { numRuns: 300, seed: 5 }).map((list) => list.join(' '))
    const rows = texts.map((text, i) => chunkOf('a', i, { text, title: text.slice(0, 8) }))
    await writer.replaceDocument('docs', { document_id: 'a', epoch: 1 }, Readable.from([rows]))
    const ask = async () => {
      for (const search of [writer, reader])
        for (const text of ['tree', 'train city', 'late nowhere', 'nowhere', 'other'])
          for (const page of [{ top: 1 }, { top: 10 }, { top: 5, skip: 7 }, { top: 400 }, { top: 20, skip: 1500 }]) {
            const { hits } = await search.search('docs', { text, ...page })
            expect(hits).toEqual((await search.search('docs', { text, ...page, count: true })).hits)
            expect(hits.every((hit) => hit.fields.document_id === 'a')).toBe(true)
          }
    }
    await ask()
    const hidden = Array.from({ length: 200 }, (_, i) => chunkOf('b', i, { text: i % 2 ? 'tree' : 'other', title: 'tree tree tree tree' }))
    await writer.replaceDocument(
      'docs',
      { document_id: 'b', epoch: 1 },
      (async function* () {
        yield hidden
        await ask()
        yield []
      })(),
    )
    expect((await reader.search('docs', { text: 'tree', top: 10 })).hits.every((hit) => hit.fields.document_id === 'b')).toBe(true)
  })
})
