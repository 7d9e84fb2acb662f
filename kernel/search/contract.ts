import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultIndexSpec } from './default-index.ts'
import { parseFilter } from './parse-filter.ts'
import type { FieldValue, IndexedChunk, IndexSpec, SearchIndex, SearchRequest } from './search.ts'

const DIMENSIONS = 4

/** A unit vector from a few numbers. */
export const vectorOf = (...values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values) || 1
  return Float32Array.from({ length: DIMENSIONS }, (_, i) => (values[i] ?? 0) / length)
}

export const chunkOf = (document: string, i: number, fields: Record<string, FieldValue>, vector = vectorOf(1)): IndexedChunk => ({
  id: `${document}-${i}`,
  fields: { document_id: document, chunk_index: i, filename: `${document}.txt`, ...fields },
  vector,
})

export async function* batches(...chunks: readonly (readonly IndexedChunk[])[]): AsyncIterable<readonly IndexedChunk[]> {
  for (const batch of chunks) yield batch
}

let next = 0
/** The suite that every adapter of the search port passes. */
export function searchContract(name: string, open: () => Promise<{ search: SearchIndex; dispose(): Promise<void> }>): void {
  describe(`search port: ${name}`, () => {
    let search: SearchIndex
    let dispose: () => Promise<void>
    beforeAll(async () => ({ search, dispose } = await open()))
    afterAll(async () => dispose())

    const ids = async (index: string, request: Partial<SearchRequest>) =>
      (await search.search(index, { top: 50, ...request })).hits.map((h) => h.id)
    const filtered = async (index: string, filter: string) => (await ids(index, { filter: parseFilter(filter) })).sort().join(' ')
    const created = async (spec = defaultIndexSpec(`contract-${process.pid}-${next++}`, DIMENSIONS)) => {
      await search.createIndex(spec)
      return spec.name
    }
    const put = (index: string, document: string, generation: number, ...chunks: readonly IndexedChunk[]) =>
      search.replaceDocument(index, { document_id: document, generation }, batches(chunks))

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
        const index = await created({ name: `contract-${process.pid}-${next++}`, fields })
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
      test('a new generation replaces all chunks of the old one', async () => {
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

      test('an older generation is stale and writes nothing', async () => {
        const index = await created()
        await put(index, 'a', 3, chunkOf('a', 0, { text: 'newer' }))
        expect(await put(index, 'a', 2, chunkOf('a', 0, { text: 'older' }))).toEqual({ outcome: 'stale' })
        expect(await ids(index, {})).toEqual(['a-0'])
        expect(await ids(index, { text: 'older' })).toEqual([])
      })

      test('a generation that is overtaken while it is written is stale', async () => {
        const index = await created()
        async function* slow() {
          yield [chunkOf('a', 0, { text: 'older' })]
          await put(index, 'a', 2, chunkOf('a', 0, { text: 'newer' }))
          yield [chunkOf('a', 1, { text: 'older' })]
        }
        expect(await search.replaceDocument(index, { document_id: 'a', generation: 1 }, slow())).toEqual({ outcome: 'stale' })
        expect(await ids(index, { text: 'older' })).toEqual([])
        expect(await ids(index, { text: 'newer' })).toEqual(['a-0'])
      })

      test('a deletion removes the chunks and fences late writes of its generation and below, not above', async () => {
        const index = await created()
        await put(index, 'a', 2, chunkOf('a', 0, { text: 'word' }))
        expect(await search.deleteDocument(index, { document_id: 'a', generation: 2 })).toEqual({ removed: 1 })
        expect(await ids(index, {})).toEqual([])
        for (const g of [1, 2]) expect(await put(index, 'a', g, chunkOf('a', 0, { text: 'word' }))).toEqual({ outcome: 'stale' })
        expect(await put(index, 'a', 3, chunkOf('a', 0, { text: 'word' }))).toMatchObject({ outcome: 'written' })
        expect(await search.deleteDocument(index, { document_id: 'a', generation: 2 })).toEqual({ removed: 0 })
        expect(await ids(index, { text: 'word' })).toEqual(['a-0'])
      })

      test('a deletion of what was never there fences it too', async () => {
        const index = await created()
        expect(await search.deleteDocument(index, { document_id: 'a', generation: 4 })).toEqual({ removed: 0 })
        expect(await put(index, 'a', 4, chunkOf('a', 0, {}))).toEqual({ outcome: 'stale' })
      })

      test('a fence refuses its generation and below and leaves what is visible; live chunks of that generation are not fenced', async () => {
        const index = await created()
        await put(index, 'a', 1, chunkOf('a', 0, { text: 'word' }))
        expect(await search.fenceDocument(index, { document_id: 'a', generation: 1 })).toBe('live')
        expect(await search.fenceDocument(index, { document_id: 'a', generation: 3 })).toBe('fenced')
        expect(await put(index, 'a', 3, chunkOf('a', 0, { text: 'other' }))).toEqual({ outcome: 'stale' })
        expect(await ids(index, { text: 'word' })).toEqual(['a-0'])
        const admitted = await Promise.all([1, 3, 4].map((generation) => search.admits(index, { document_id: 'a', generation })))
        expect(admitted).toEqual([false, false, true])
        expect(await put(index, 'a', 4, chunkOf('a', 0, { text: 'other' }))).toEqual({ outcome: 'written', written: 1, removed: 1 })
        expect(await search.admits(index, { document_id: 'never seen', generation: 1 })).toBe(true)
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
        await search.replaceDocument(index, { document_id: 'a', generation: 2 }, watched(), (n) => progress.push(n))
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
        await expect(search.replaceDocument(index, { document_id: 'a', generation: 2 }, broken())).rejects.toThrow('source gone')
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

    describe('queries', () => {
      let index: string
      beforeAll(async () => {
        index = await created()
        await put(
          index,
          'a',
          1,
          chunkOf(
            'a',
            0,
            {
              text: 'Trains run through the city',
              title: 'Traffic',
              doc_type: 'policy',
              tags: ['alpha', 'beta'],
              tokens: 5,
              confidentiality: 'public',
              effective_date: '2024-01-01',
            },
            vectorOf(1, 0),
          ),
        )
        await put(
          index,
          'b',
          1,
          chunkOf(
            'b',
            0,
            {
              text: 'A train is late',
              title: 'Delays',
              doc_type: 'report',
              tags: ['beta'],
              tokens: 50,
              confidentiality: 'internal',
              effective_date: '2025-06-01T00:00:00+02:00',
            },
            vectorOf(1, 1),
          ),
        )
        await put(
          index,
          'c',
          1,
          chunkOf('c', 0, { text: 'Trees grow', title: 'Forest', doc_type: "O'Neil's memo", tags: [], tokens: 500 }, vectorOf(0, 1)),
        )
      })

      test.each([
        ["doc_type eq 'policy'", 'a-0'],
        ["doc_type ne 'policy'", 'b-0 c-0'],
        ["doc_type eq 'O''Neil''s memo'", 'c-0'],
        ["not (doc_type eq 'policy' or doc_type eq 'report')", 'c-0'],
        ["doc_type eq 'report' or doc_type eq 'policy' and confidentiality eq 'internal'", 'b-0'],
        ["doc_type gt 'p'", 'a-0 b-0'],
        ["search.in(doc_type, 'policy,report')", 'a-0 b-0'],
        ["search.in(doc_type, 'policy|x', '|')", 'a-0'],
        ["tags/any(t: t eq 'beta')", 'a-0 b-0'],
        ["tags/all(t: t ne 'alpha')", 'b-0 c-0'],
        ["tags/any(t: search.in(t, 'alpha,gamma'))", 'a-0'],
        ['tags/any()', 'a-0 b-0'],
        ['not tags/any()', 'c-0'],
        ['confidentiality eq null', 'c-0'],
        ['confidentiality ne null', 'a-0 b-0'],
        ["confidentiality ne 'public'", 'b-0 c-0'],
        ["confidentiality lt 'z'", 'a-0 b-0'],
        ["not (confidentiality lt 'z')", 'c-0'],
        ['tokens ge 50', 'b-0 c-0'],
        ['tokens lt 49.5', 'a-0'],
        ['tokens lt INF', 'a-0 b-0 c-0'],
        ['50 le tokens', 'b-0 c-0'],
        ['effective_date eq 2025-05-31T22:00:00Z', 'b-0'],
        ['effective_date ge 2024-01-01T01:00:00+01:00', 'a-0 b-0'],
        ['effective_date lt 2024-01-01T00:00:00Z', ''],
        ["search.ismatch('train')", 'a-0 b-0'],
        ["not search.ismatch('train late', 'text', 'simple', 'all')", 'a-0 c-0'],
        ['true', 'a-0 b-0 c-0'],
      ])('filter %s', async (filter, expected) => {
        expect(await filtered(index, filter)).toBe(expected)
      })

      test.each([
        "nothing eq 'x'",
        "text eq 'x'",
        "tokens eq '5'",
        'doc_type eq 5',
        "effective_date ge '2024'",
        'tags eq null',
        "doc_type/any(t: t eq 'x')",
        'doc_type lt null',
        'tokens',
      ])('filter %s does not fit the index', async (filter) => {
        await expect(search.search(index, { top: 1, filter: parseFilter(filter) })).rejects.toMatchObject({ code: 'invalid_request' })
      })

      test('text finds inflections, and the one that says it best first', async () => {
        expect((await ids(index, { text: 'train' })).sort()).toEqual(['a-0', 'b-0'])
        expect(await ids(index, { text: 'the late train' })).toEqual(['b-0', 'a-0'])
        expect(await ids(index, { text: 'Forest' })).toEqual(['c-0'])
        expect(await ids(index, { text: 'nowhere' })).toEqual([])
      })

      test.each([
        '"',
        '*',
        'NEAR(bus)',
        'bus AND',
        'text: bus',
        '-bus',
        '^',
        "'; DROP TABLE chunks",
        '(bus',
        '\u0000',
        '🚌',
      ])('query syntax in a question is only text: %s', async (text) => {
        expect(await search.search(index, { text, top: 3 })).toHaveProperty('hits')
      })

      test('a question of 10 MB is answered within a second', async () => {
        const start = performance.now()
        expect(await ids(index, { text: `train ${'word '.repeat(2_000_000)}` })).toContain('a-0')
        expect(performance.now() - start).toBeLessThan(1000)
      })

      test('vectors rank by cosine, and a filter goes before the ranking', async () => {
        const { hits } = await search.search(index, { vector: vectorOf(0, 1), top: 2 })
        expect(hits.map((h) => h.id)).toEqual(['c-0', 'b-0'])
        expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score)
        expect(await ids(index, { vector: vectorOf(0, 1), top: 1, filter: parseFilter("doc_type eq 'policy'") })).toEqual(['a-0'])
        await expect(search.search(index, { vector: new Float32Array(3), top: 1 })).rejects.toMatchObject({ code: 'invalid_request' })
      })

      test('hybrid holds what either half finds, and weights move it', async () => {
        const vector = vectorOf(0, 1)
        expect((await ids(index, { text: 'late', vector })).sort()).toEqual(['a-0', 'b-0', 'c-0'])
        expect((await ids(index, { text: 'train late', vector, weights: { text: 10, vector: 1 } }))[0]).toBe('b-0')
        expect((await ids(index, { text: 'city', vector, weights: { text: 0.1, vector: 10 } }))[0]).toBe('c-0')
      })

      test('count, facets, skip and top', async () => {
        const reply = await search.search(index, {
          text: 'train',
          top: 1,
          skip: 1,
          count: true,
          facets: [
            { field: 'tags', count: 1 },
            { field: 'doc_type', count: 9 },
          ],
        })
        expect([reply.total, reply.hits.length]).toEqual([2, 1])
        expect(reply.facets?.tags).toEqual([{ value: 'beta', count: 2 }])
        expect(reply.facets?.doc_type).toEqual([
          { value: 'policy', count: 1 },
          { value: 'report', count: 1 },
        ])
        expect(await search.search(index, { text: 'train', top: 1 })).not.toHaveProperty('total')
        await expect(search.search(index, { top: 1, facets: [{ field: 'filename', count: 1 }] })).rejects.toMatchObject({
          code: 'invalid_request',
        })
      })

      test('order, nulls lowest', async () => {
        const by = (field: string, direction: 'asc' | 'desc') => ids(index, { orderBy: [{ field, direction }] })
        expect(await by('tokens', 'desc')).toEqual(['c-0', 'b-0', 'a-0'])
        expect(await by('confidentiality', 'asc')).toEqual(['c-0', 'b-0', 'a-0'])
        expect(await by('effective_date', 'desc')).toEqual(['b-0', 'a-0', 'c-0'])
      })

      test('select and highlights', async () => {
        const { hits } = await search.search(index, {
          text: 'train',
          top: 1,
          select: ['id', 'title'],
          highlight: ['text', 'title'],
          filter: parseFilter("doc_type eq 'policy'"),
        })
        expect(hits[0]).toMatchObject({ id: 'a-0', index, fields: { id: 'a-0', title: 'Traffic' } })
        expect(Object.keys(hits[0]!.fields).sort()).toEqual(['id', 'title'])
        expect(hits[0]!.highlights).toEqual({ text: ['<em>Trains</em> run through the city'] })
      })

      test.each([
        ['谁的到来给了原维京定居者一个共同的身份', '维京'],
        ['これは日本語のテキストです', '日本語'],
        ['ฉันไปโรงเรียนทุกวัน', 'โรงเรียน'],
        ['Les élèves étaient là', 'eleves'],
        ['أهلا بالعالم الكبير', 'بالعالم'],
      ])('finds words of every script: %s', async (text, word) => {
        const other = await created()
        await put(other, 'x', 1, chunkOf('x', 0, { text }), chunkOf('x', 1, { text: 'something else' }))
        expect(await ids(other, { text: word })).toEqual(['x-0'])
      })
    })

    test('ping answers', async () => {
      await expect(search.ping()).resolves.toBeUndefined()
    })
  })
}
