import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultIndexSpec } from '../default-index.ts'
import type { IndexedChunk, IndexSpec, SearchIndex } from '../search.ts'
import { facetContract } from './contract-facets.ts'
import { chunkOf, createFixture, DIMENSIONS, type Fixture, newIndexName, vectorOf } from './contract-fixture.ts'
import { queryContract } from './contract-queries.ts'

/** The suite that every adapter of the search port passes. */
export function searchContract(name: string, open: () => Promise<{ search: SearchIndex; dispose(): Promise<void> }>): void {
  describe(`search port: ${name}`, () => {
    let search: SearchIndex
    let fixture: Fixture
    let dispose: () => Promise<void>
    beforeAll(async () => {
      ;({ search, dispose } = await open())
      fixture = createFixture(search)
    })
    afterAll(async () => dispose())

    const ids: Fixture['ids'] = (...args) => fixture.ids(...args)
    const filtered: Fixture['filtered'] = (...args) => fixture.filtered(...args)
    const created: Fixture['created'] = (...args) => fixture.created(...args)
    const put: Fixture['put'] = (...args) => fixture.put(...args)

    describe('indexes', () => {
      test('an index is created once, read back and listed with its chunks', async () => {
        const index = await created()
        await put(index, 'a', 1, chunkOf('a', 0, { text: 'one' }), chunkOf('a', 1, { text: 'two' }))
        await expect(search.createIndex(defaultIndexSpec(index, DIMENSIONS))).rejects.toMatchObject({ code: 'conflict' })
        expect((await search.getIndex(index))?.fields.map((f) => f.name)).toContain('effective_date')
        expect((await search.listIndexes()).find((i) => i.spec.name === index)?.documents).toBe(2)
        expect(await search.getIndex(`${index}-absent`)).toBeUndefined()
      })

      test('an update adds a field, cannot change a type, and needs the index', async () => {
        const index = await created()
        await put(index, 'a', 1, chunkOf('a', 0, { text: 'old' }))
        const spec = defaultIndexSpec(index, DIMENSIONS)
        await search.updateIndex({ ...spec, fields: [...spec.fields, { name: 'grade', type: 'Edm.Int32', filterable: true }] })
        await put(index, 'b', 1, chunkOf('b', 0, { text: 'new', grade: 7 }))
        expect(await filtered(index, 'grade eq 7')).toBe('b-0')
        expect(await filtered(index, 'grade eq null')).toBe('a-0')
        const changed: IndexSpec = { ...spec, fields: spec.fields.map((f) => (f.name === 'tokens' ? { ...f, type: 'Edm.String' } : f)) }
        await expect(search.updateIndex(changed)).rejects.toMatchObject({ code: 'invalid_request' })
        await expect(search.updateIndex(defaultIndexSpec(`${index}-absent`, DIMENSIONS))).rejects.toMatchObject({ code: 'not_found' })
      })

      test('an index keeps the fields that it defines and drops others', async () => {
        const fields = [
          { name: 'key', type: 'Edm.String', key: true },
          { name: 'text', type: 'Edm.String', searchable: true },
          { name: 'page_number', type: 'Edm.Int32' },
        ]
        const index = await created({ name: newIndexName(), fields })
        await put(index, 'a', 1, chunkOf('a', 0, { text: 'plain words', doc_type: 'policy' }))
        const { hits } = await search.search(index, { text: 'words', top: 5 })
        expect(hits[0]?.fields).toEqual({ key: 'a-0', text: 'plain words', page_number: null })
      })

      test('clearing removes every chunk of that index alone and counts them; it takes documents again', async () => {
        const [index, other] = [await created(), await created()]
        await put(index, 'a', 3, chunkOf('a', 0, { text: 'one' }), chunkOf('a', 1, { text: 'two' }))
        await put(other, 'a', 3, chunkOf('a', 0, { text: 'one' }))
        expect(await search.clearIndex(index)).toBe(2)
        expect(await search.clearIndex(index)).toBe(0)
        expect(await ids(index, {})).toEqual([])
        expect(await ids(index, { text: 'one' })).toEqual([])
        expect(await ids(other, { text: 'one' })).toEqual(['a-0'])
        await put(index, 'a', 3, chunkOf('a', 0, { text: 'one' }))
        expect(await ids(index, { text: 'one' })).toEqual(['a-0'])
      })

      test('a deleted index is gone, and a new one of its name is empty', async () => {
        const index = await created()
        await put(index, 'a', 5, chunkOf('a', 0, { text: 'one' }))
        await search.deleteIndex(index)
        await expect(search.search(index, { text: 'one', top: 1 })).rejects.toMatchObject({ code: 'not_found' })
        await expect(search.deleteIndex(index)).rejects.toMatchObject({ code: 'not_found' })
        await created(defaultIndexSpec(index, DIMENSIONS))
        expect(await ids(index, {})).toEqual([])
        expect(await put(index, 'a', 1, chunkOf('a', 0, { text: 'one' }))).toMatchObject({ outcome: 'written' })
      })
    })

    describe('documents', () => {
      test('a new epoch replaces all chunks of the old one', async () => {
        const index = await created()
        expect(await put(index, 'a', 1, chunkOf('a', 0, { text: 'old' }), chunkOf('a', 1, { text: 'old' }))).toEqual({
          outcome: 'written',
          written: 2,
          removed: 0,
        })
        expect(await put(index, 'a', 2, chunkOf('a', 0, { text: 'new' }))).toEqual({ outcome: 'written', written: 1, removed: 2 })
        expect(await ids(index, { text: 'old' })).toEqual([])
        expect(await ids(index, {})).toEqual(['a-0'])
      })

      test('the same call twice is the same as once', async () => {
        const index = await created()
        await put(index, 'a', 1, chunkOf('a', 0, { text: 'older' }))
        const once = await put(index, 'a', 2, chunkOf('a', 0, { text: 'word' }), chunkOf('a', 1, { text: 'word' }))
        const before = await search.search(index, { text: 'word', top: 9 })
        expect(await put(index, 'a', 2, chunkOf('a', 0, { text: 'word' }), chunkOf('a', 1, { text: 'word' }))).toEqual(once)
        expect((await search.search(index, { text: 'word', top: 9 })).hits.map((h) => h.fields)).toEqual(before.hits.map((h) => h.fields))
      })

      test('an older epoch is stale and writes nothing', async () => {
        const index = await created()
        await put(index, 'a', 3, chunkOf('a', 0, { text: 'newer' }))
        expect(await put(index, 'a', 2, chunkOf('a', 0, { text: 'older' }))).toEqual({ outcome: 'stale' })
        expect(await ids(index, {})).toEqual(['a-0'])
        expect(await ids(index, { text: 'older' })).toEqual([])
      })

      test('an epoch that is overtaken while it is written is stale', async () => {
        const index = await created()
        async function* slow() {
          yield [chunkOf('a', 0, { text: 'older' })]
          await put(index, 'a', 2, chunkOf('a', 0, { text: 'newer' }))
          yield [chunkOf('a', 1, { text: 'older' })]
        }
        expect(await search.replaceDocument(index, { document_id: 'a', epoch: 1 }, slow())).toEqual({ outcome: 'stale' })
        expect(await ids(index, { text: 'older' })).toEqual([])
        expect(await ids(index, { text: 'newer' })).toEqual(['a-0'])
      })

      test('a deletion removes the chunks and fences late writes of its epoch and below, not above', async () => {
        const index = await created()
        await put(index, 'a', 2, chunkOf('a', 0, { text: 'word' }))
        expect(await search.deleteDocument(index, { document_id: 'a', epoch: 2 })).toEqual({ removed: 1 })
        expect(await ids(index, {})).toEqual([])
        for (const g of [1, 2]) expect(await put(index, 'a', g, chunkOf('a', 0, { text: 'word' }))).toEqual({ outcome: 'stale' })
        expect(await put(index, 'a', 3, chunkOf('a', 0, { text: 'word' }))).toMatchObject({ outcome: 'written' })
        expect(await search.deleteDocument(index, { document_id: 'a', epoch: 2 })).toEqual({ removed: 0 })
        expect(await ids(index, { text: 'word' })).toEqual(['a-0'])
      })

      test('a deletion of what was never there fences it too', async () => {
        const index = await created()
        expect(await search.deleteDocument(index, { document_id: 'a', epoch: 4 })).toEqual({ removed: 0 })
        expect(await put(index, 'a', 4, chunkOf('a', 0, {}))).toEqual({ outcome: 'stale' })
      })

      test('a fence refuses its epoch and below and leaves what is visible; live chunks of that epoch are not fenced', async () => {
        const index = await created()
        await put(index, 'a', 1, chunkOf('a', 0, { text: 'word' }))
        expect(await search.fenceDocument(index, { document_id: 'a', epoch: 1 })).toBe('live')
        expect(await search.fenceDocument(index, { document_id: 'a', epoch: 3 })).toBe('fenced')
        expect(await put(index, 'a', 3, chunkOf('a', 0, { text: 'other' }))).toEqual({ outcome: 'stale' })
        expect(await ids(index, { text: 'word' })).toEqual(['a-0'])
        const admitted = await Promise.all([1, 3, 4].map((epoch) => search.admits(index, { document_id: 'a', epoch })))
        expect(admitted).toEqual([false, false, true])
        expect(await put(index, 'a', 4, chunkOf('a', 0, { text: 'other' }))).toEqual({ outcome: 'written', written: 1, removed: 1 })
        expect(await search.admits(index, { document_id: 'never seen', epoch: 1 })).toBe(true)
      })

      test('a search in the middle of a write sees the old chunks, all of them and no others', async () => {
        const index = await created()
        await put(index, 'a', 1, chunkOf('a', 0, { text: 'word' }), chunkOf('a', 1, { text: 'word' }))
        const seen: string[][] = []
        async function* watched() {
          yield Array.from({ length: 150 }, (_, i) => chunkOf('a', 10 + i, { text: 'word' }))
          seen.push(await ids(index, { text: 'word' }), await ids(index, {}), await ids(index, { vector: vectorOf(1) }))
          yield [chunkOf('a', 500, { text: 'word' })]
        }
        const progress: number[] = []
        await search.replaceDocument(index, { document_id: 'a', epoch: 2 }, watched(), (n) => progress.push(n))
        for (const found of seen) expect(found.sort()).toEqual(['a-0', 'a-1'])
        expect(progress.at(-1)).toBe(151)
        expect((await search.search(index, { text: 'word', top: 1, count: true })).total).toBe(151)
      })

      test('a write whose source fails leaves the old chunks and nothing else', async () => {
        const index = await created()
        await put(index, 'a', 1, chunkOf('a', 0, { text: 'word' }))
        async function* broken(): AsyncIterable<readonly IndexedChunk[]> {
          yield [chunkOf('a', 5, { text: 'word' })]
          throw new Error('source gone')
        }
        await expect(search.replaceDocument(index, { document_id: 'a', epoch: 2 }, broken())).rejects.toThrow('source gone')
        expect(await ids(index, { text: 'word' })).toEqual(['a-0'])
      })

      test('values and vectors that do not fit the index are refused', async () => {
        const index = await created()
        await expect(put(index, 'a', 1, chunkOf('a', 0, { tokens: 'many' }))).rejects.toMatchObject({ code: 'invalid_request' })
        await expect(put(index, 'a', 1, { ...chunkOf('a', 0, {}), vector: new Float32Array(3) })).rejects.toMatchObject({
          code: 'invalid_request',
        })
        await expect(put(index, 'a', 1, chunkOf('a', 0, {}), chunkOf('a', 0, {}))).rejects.toMatchObject({ code: 'invalid_request' })
        await expect(put(`${index}-absent`, 'a', 1)).rejects.toMatchObject({ code: 'not_found' })
      })

      test('chunksOf gives the chunks of one document in order, page by page', async () => {
        const index = await created()
        await put(index, 'a', 1, ...[2, 0, 1].map((i) => chunkOf('a', i, { text: `part ${i}` })))
        await put(index, 'b', 1, chunkOf('b', 0, {}))
        const page = await search.chunksOf(index, 'a', { skip: 1, top: 5 })
        expect([page.total, page.hits.map((h) => h.id)]).toEqual([3, ['a-1', 'a-2']])
        expect(page.hits[0]?.fields).toMatchObject({ text: 'part 1', doc_type: null })
        expect(await search.chunksOf(index, 'absent', { skip: 0, top: 5 })).toEqual({ hits: [], total: 0 })
      })
    })

    queryContract(() => fixture)
    facetContract(() => fixture)

    test('ping answers', async () => {
      await expect(search.ping()).resolves.toBeUndefined()
    })
  })
}
