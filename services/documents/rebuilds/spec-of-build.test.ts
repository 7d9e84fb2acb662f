import { expect, test } from 'vitest'
import { defaultIndexSpec } from '../../../kernel/search/default-index.ts'
import type { IndexField } from '../../../kernel/search/search.ts'
import { chunkFields, documentFields, isFilled } from '../index/chunk-fields.ts'
import { changedFields, ownIndexSchema, specOfBuild } from './spec-of-build.ts'

const live = defaultIndexSpec('documents', 64)
const embedder = { dimensions: 256 }
const without = (...names: string[]) => live.fields.filter(({ name }) => !names.includes(name))
const dimensionsOf = (fields: readonly IndexField[]) => fields.find(({ name }) => name === 'embedding')?.dimensions

test('without a definition of its own a build has the fields of the live one, and vectors as long as they will be', () => {
  expect(specOfBuild(live, { from: 'embedded' }, embedder)).toEqual(live)
  const spec = specOfBuild(live, { from: 'parsed' }, embedder)
  expect(dimensionsOf(spec.fields)).toBe(256)
  expect(changedFields(live, spec)).toEqual({ added: [], removed: [], changed: ['embedding'], never_filled: [] })
})

test('fields are added, removed and changed; those that documents have no values for are told', () => {
  const fields = [
    ...without('speaker', 'embedding', 'source_file'),
    { ...live.fields.find(({ name }) => name === 'source_file')!, facetable: true },
    { name: 'prefix_length', type: 'Edm.Int32' },
    { name: 'tokens_text', type: 'Edm.String' },
    { ...live.fields.find(({ name }) => name === 'embedding')!, dimensions: undefined },
  ]
  const spec = specOfBuild(live, { from: 'chunked', index: { fields } }, embedder)
  expect(dimensionsOf(spec.fields)).toBe(256)
  expect(changedFields(live, spec)).toEqual({
    added: ['prefix_length', 'tokens_text'],
    removed: ['speaker'],
    changed: ['source_file', 'embedding'],
    never_filled: ['tokens_text'],
  })
})

test.each([
  [{ name: 'others' }, 'config.index.name: the build keeps'],
  [{ fields: [{ name: 'text', type: 'Edm.String' }] }, 'exactly one field is the key'],
  [{ fields: [{ name: 'id', type: 'Edm.String', key: true }] }, 'document_id has to stay'],
  [{ fields: without('text') }, 'text has to stay'],
  [{ fields: [...without('id'), { name: 'number', type: 'Edm.String', key: true }] }, 'the key stays id'],
  [{ fields: [...live.fields, { name: 'n', type: 'Edm.Imaginary' }] }, 'config.index.fields.30.type'],
  [{ fields: live.fields }, 'embedding: dimensions: the vectors are 256'],
  [{ analyser: [] }, 'config.index.analyser: an unknown attribute'],
])('%j is refused with the name of its fault', (index, named) => {
  expect(() => specOfBuild(live, { from: 'parsed', index: ownIndexSchema.parse(index) }, embedder)).toThrow(named)
})

test('the fields that are said to be filled are those that the pipeline fills', () => {
  const metadata = { title: 't', doc_type: 'd', tags: ['a'], confidentiality: 'c', business_unit: 'b', effective_date: '2026-01-01' }
  const dated = { ...metadata, expiry_date: '2026-01-01', video_url: 'v', keyword: 'k', topic: 't' }
  const file = { source_file: 'a.txt', file_type: 'txt', metadata: dated } as unknown as Parameters<typeof documentFields>[1]
  const subject = { document_id: 'd', upload_id: 'u', generation: 1, attempt: 1 }
  const chunk = { prefix: '', page_starts: [{ start: 0, page: 1 }] } as unknown as Parameters<typeof chunkFields>[0]
  const values = { ...documentFields(subject, file, '2026-01-01T00:00:00Z'), ...chunkFields(chunk) }
  const typeOf = (value: unknown) =>
    typeof value === 'number' ? 'Edm.Int32' : Array.isArray(value) ? 'Collection(Edm.String)' : 'Edm.String'
  const types = { chunk_index: 'Edm.Int32', page_number: 'Edm.Int32', char_start: 'Edm.Int32', char_end: 'Edm.Int32', tokens: 'Edm.Int32' }
  for (const [name, value] of Object.entries(values))
    expect([name, isFilled({ name, type: name in types ? 'Edm.Int32' : typeOf(value) })]).toEqual([name, true])
  expect(isFilled({ name: 'department', type: 'Edm.String' })).toBe(false)
})
