import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { defaultIndexSpec } from '../../../kernel/search/default-index.ts'
import { checkFilter } from '../../../kernel/search/filter/check-filter.ts'
import { parseFilter } from '../../../kernel/search/filter/parse-filter.ts'
import { buildFilter, type Filters, filtersSchema } from './build-filter.ts'

const spec = defaultIndexSpec('documents', 4)

/** The tree that the same filter would give when it were written out. */
const cases: [Filters, string][] = [
  [{ file_type: 'pdf' }, "file_type eq 'pdf'"],
  [{ doc_type: "O'Neil' or 1 eq 1 or doc_type eq '" }, "doc_type eq 'O''Neil'' or 1 eq 1 or doc_type eq '''"],
  [{ file_type: ['pdf', 'txt'] }, "search.in(file_type, 'pdf|txt', '|')"],
  [{ confidentiality: null }, 'confidentiality eq null'],
  [{ confidentiality: [null, 'public'] }, "confidentiality eq null or confidentiality eq 'public'"],
  [{ chunk_index: 0 }, 'chunk_index eq 0'],
  [{ page_number: [1, 2] }, 'page_number eq 1 or page_number eq 2'],
  [{ effective_date: '2025-03-01' }, 'effective_date eq 2025-03-01T00:00:00Z'],
  [{ ingested_at: '2025-03-01T10:00:00+02:00' }, 'ingested_at eq 2025-03-01T10:00:00+02:00'],
  [{ tags: 'hr' }, "tags/any(v: v eq 'hr')"],
  [{ tags: ['hr', 'leave'] }, "tags/any(v: search.in(v, 'hr,leave'))"],
  [{ file_type: 'pdf', chunk_index: 0 }, "file_type eq 'pdf' and chunk_index eq 0"],
]

describe('buildFilter', () => {
  test.each(cases)('%j', (filters, written) => {
    const tree = buildFilter(filtersSchema.parse(filters), spec)
    expect(tree).toEqual(parseFilter(written))
    if (tree) checkFilter(tree, spec)
  })

  test('no filters are no filter', () => expect(buildFilter({}, spec)).toBeUndefined())

  test.each([
    [{ nothing: 'x' }, 'nothing'],
    [{ constructor: 'x' }, 'constructor'],
    [{ effective_date: 'yesterday' }, 'effective_date'],
    [{ effective_date: '2025-02-30' }, 'effective_date'],
  ] satisfies [Filters, string][])('%j is refused with its field', (filters, field) => {
    expect(() => buildFilter(filters, spec)).toThrow(ApiError)
    expect(() => buildFilter(filters, spec)).toThrow(`filters: ${field}:`)
  })

  test.each([[{ chunk_index: 'first' }], [{ file_type: 5 }], [{ text: 'x' }]] satisfies [
    Filters,
  ][])('%j does not fit the index', (filters) => {
    const tree = buildFilter(filters, spec)
    expect(() => tree && checkFilter(tree, spec)).toThrow(ApiError)
  })
})

test.each([
  [{ a: {} }],
  [{ a: [] }],
  [{ a: [['x']] }],
  ['file_type'],
  [[]],
  [Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`f${i}`, 1]))],
])('filters %j are refused', (filters) => expect(filtersSchema.safeParse(filters).success).toBe(false))
