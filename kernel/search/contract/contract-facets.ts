import { describe, expect, test } from 'vitest'
import { defaultIndexSpec } from '../default-index.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { FieldValue, IndexField } from '../search.ts'
import { chunkOf, DIMENSIONS, type Fixture, newIndexName } from './contract-fixture.ts'

/** The part of the suite that counts values. */
export function facetContract(fixture: () => Fixture): void {
  const created: Fixture['created'] = (...args) => fixture().created(...args)
  const put: Fixture['put'] = (...args) => fixture().put(...args)
  describe('facets', () => {
    test('facets of labels, numbers, dates and answers to yes or no, over everything and behind a filter, as far as asked', async () => {
      const spec = defaultIndexSpec(newIndexName(), DIMENSIONS)
      const facetable = spec.fields.map((f) => (['tokens', 'effective_date'].includes(f.name) ? { ...f, facetable: true } : f))
      const fields: IndexField[] = [...facetable, { name: 'draft', type: 'Edm.Boolean', filterable: true, facetable: true }]
      const own = await created({ ...spec, fields })
      const made = (document: string, n: number, values: Record<string, FieldValue>) =>
        put(
          own,
          document,
          1,
          ...Array.from({ length: n }, (_, i) => chunkOf(document, i, { text: 'x', tokens: i, draft: i > 0, ...values })),
        )
      await made('a', 3, { doc_type: 'policy', tags: ['alpha', 'beta'], business_unit: 'north', effective_date: '2024-01-01' })
      await made('b', 2, { doc_type: 'policy', tags: ['alpha', 'beta'], business_unit: 'south' })
      await made('c', 1, { doc_type: 'report', tags: ['beta'], business_unit: 'south' })
      await made('d', 1, {})
      const all = ['tags', 'tokens', 'doc_type', 'draft', 'effective_date', 'business_unit'].map((field) => ({ field, count: 2 }))
      const found = await fixture().search.search(own, { top: 0, count: true, facets: all })
      expect(found.total).toBe(7)
      expect(found.facets).toEqual({
        tags: [
          { value: 'beta', count: 6 },
          { value: 'alpha', count: 5 },
        ],
        tokens: [
          { value: 0, count: 4 },
          { value: 1, count: 2 },
        ],
        doc_type: [
          { value: 'policy', count: 5 },
          { value: 'report', count: 1 },
        ],
        draft: [
          { value: false, count: 4 },
          { value: true, count: 3 },
        ],
        // One instant, in whichever form.
        effective_date: [{ value: expect.stringMatching(/^2024-01-01T00:00:00(\.0+)?Z$/), count: 3 }],
        business_unit: [
          { value: 'north', count: 3 },
          { value: 'south', count: 3 },
        ],
      })
      const some = await fixture().search.search(own, {
        ...{ top: 0, count: true, filter: parseFilter('tokens ge 1') },
        facets: all.filter(({ field }) => field === 'tags' || field === 'business_unit'),
      })
      expect([some.total, some.facets]).toEqual([
        3,
        {
          tags: [
            { value: 'alpha', count: 3 },
            { value: 'beta', count: 3 },
          ],
          business_unit: [
            { value: 'north', count: 2 },
            { value: 'south', count: 1 },
          ],
        },
      ])
      expect((await fixture().search.search(own, { top: 0, facets: [] })).facets).toEqual({})
    })
  })
}
