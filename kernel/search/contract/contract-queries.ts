import { beforeAll, describe, expect, test } from 'vitest'
import { parseFilter } from '../filter/parse-filter.ts'
import { chunkOf, type Fixture, vectorOf } from './contract-fixture.ts'

/** The part of the suite that asks: filters, text, vectors, facets, order, highlights. */
export function queryContract(fixture: () => Fixture): void {
  const ids: Fixture['ids'] = (...args) => fixture().ids(...args)
  const filtered: Fixture['filtered'] = (...args) => fixture().filtered(...args)
  const created: Fixture['created'] = (...args) => fixture().created(...args)
  const put: Fixture['put'] = (...args) => fixture().put(...args)
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
      [`search.in(doc_type, '${Array.from({ length: 60 }, (_, i) => `x${i}`).join(',')},policy')`, 'a-0'],
      ["tags/any(t: t eq 'alpha') and search.in(doc_type, 'policy,report')", 'a-0'],
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
      await expect(fixture().search.search(index, { top: 1, filter: parseFilter(filter) })).rejects.toMatchObject({
        code: 'invalid_request',
      })
    })

    test('what lies beyond a corpus changes neither scores nor order', async () => {
      const corpus = parseFilter("confidentiality eq 'public'")
      const ask = async (...hidden: string[]) => {
        const own = await created()
        const texts = [
          'barley and rye and a mill',
          'barley, barley: rye is not told of here, only what else there is',
          'rye rye wheat',
          'a mill',
        ]
        for (const [i, text] of texts.entries()) await put(own, `d${i}`, 1, chunkOf(`d${i}`, 0, { text, confidentiality: 'public' }))
        for (const [i, text] of hidden.entries()) await put(own, `h${i}`, 1, chunkOf(`h${i}`, 0, { text, confidentiality: 'secret' }))
        const replies = []
        for (const request of [
          {},
          { vector: vectorOf(1, 1) },
          { filter: parseFilter("confidentiality eq 'public' and doc_type eq null") },
        ]) {
          const found = await fixture().search.search(own, {
            text: 'barley rye oats',
            filter: corpus,
            ...request,
            corpus,
            top: 10,
            count: true,
          })
          replies.push({ total: found.total, hits: found.hits.map(({ id, score }) => ({ id, score })) })
        }
        return replies
      }
      const alone = await ask()
      expect(alone.map(({ total }) => total)).toEqual([3, expect.any(Number), 3])
      expect(alone[0]!.hits.map(({ score }) => score)).toEqual(alone[0]!.hits.map(({ score }) => score).sort((a, b) => b - a))
      if (fixture().search.kind !== 'azure')
        expect(await ask('barley '.repeat(50), 'barley', 'oats', 'rye', 'x '.repeat(500))).toEqual(alone)
      else
        for (const { hits } of await ask('barley', 'oats')) expect(hits.map(({ score }) => score)).toEqual(hits.map((_, i) => 1 / (i + 1)))
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
      expect(await fixture().search.search(index, { text, top: 3 })).toHaveProperty('hits')
    })

    test('a question of 10 MB is answered within a second', async () => {
      const start = performance.now()
      expect(await ids(index, { text: `train ${'word '.repeat(2_000_000)}` })).toContain('a-0')
      expect(performance.now() - start).toBeLessThan(1000)
    })

    test('vectors rank by cosine, and a filter goes before the ranking', async () => {
      const { hits } = await fixture().search.search(index, { vector: vectorOf(0, 1), top: 2 })
      expect(hits.map((h) => h.id)).toEqual(['c-0', 'b-0'])
      expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score)
      expect(await ids(index, { vector: vectorOf(0, 1), top: 1, filter: parseFilter("doc_type eq 'policy'") })).toEqual(['a-0'])
      await expect(fixture().search.search(index, { vector: new Float32Array(3), top: 1 })).rejects.toMatchObject({
        code: 'invalid_request',
      })
    })

    test('hybrid holds what either half finds, and weights move it', async () => {
      const vector = vectorOf(0, 1)
      expect((await ids(index, { text: 'late', vector })).sort()).toEqual(['a-0', 'b-0', 'c-0'])
      expect((await ids(index, { text: 'train late', vector, weights: { text: 10, vector: 1 } }))[0]).toBe('b-0')
      expect((await ids(index, { text: 'city', vector, weights: { text: 0.1, vector: 10 } }))[0]).toBe('c-0')
    })

    test('count, facets, skip and top', async () => {
      const reply = await fixture().search.search(index, {
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
      expect(await fixture().search.search(index, { text: 'train', top: 1 })).not.toHaveProperty('total')
      await expect(fixture().search.search(index, { top: 1, facets: [{ field: 'filename', count: 1 }] })).rejects.toMatchObject({
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
      const { hits } = await fixture().search.search(index, {
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
}
