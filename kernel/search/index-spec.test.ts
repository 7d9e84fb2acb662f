import { describe, expect, test } from 'vitest'
import { defaultIndexSpec } from './default-index.ts'
import { allows, mergeIndexSpec, parseIndexSpec } from './index-spec.ts'

const id = { name: 'id', type: 'Edm.String', key: true }

describe('parseIndexSpec', () => {
  test('takes the default index and settings of vectors and analyzers', () => {
    expect(parseIndexSpec(defaultIndexSpec('docs', 512)).fields).toHaveLength(30)
    const spec = {
      name: 'ix',
      fields: [
        id,
        { name: 'text', type: 'Edm.String', analyzer: 'en.microsoft' },
        { name: 'v', type: 'Collection(Edm.Single)', dimensions: 3, vectorSearchProfile: 'p' },
      ],
      vectorSearch: { algorithms: [{ name: 'h', kind: 'hnsw' }], profiles: [{ name: 'p', algorithm: 'h' }] },
    }
    expect(parseIndexSpec(spec).name).toBe('ix')
  })

  test.each([
    ['no name', { fields: [id] }, 'name'],
    ['no fields', { name: 'ix' }, 'fields'],
    ['empty fields', { name: 'ix', fields: [] }, 'fields'],
    ['no type', { name: 'ix', fields: [id, { name: 'text' }] }, 'fields.1.type'],
    ['an unknown type', { name: 'ix', fields: [id, { name: 'text', type: 'Edm.Text' }] }, 'fields.1.type'],
    [
      'an unknown attribute of a field',
      { name: 'ix', fields: [id, { name: 'text', type: 'Edm.String', serchable: true }] },
      'fields.1.serchable',
    ],
    ['an unknown attribute', { name: 'ix', fields: [id], shards: 3 }, 'shards'],
    ['no key', { name: 'ix', fields: [{ ...id, key: false }] }, 'fields'],
    ['two keys', { name: 'ix', fields: [id, { ...id, name: 'other' }] }, 'fields'],
    ['a field twice', { name: 'ix', fields: [id, { ...id, key: false }] }, 'fields.1.name'],
    ['a number as key', { name: 'ix', fields: [{ ...id, type: 'Edm.Int32' }] }, 'fields.0.type'],
    ['a vector without dimensions', { name: 'ix', fields: [id, { name: 'v', type: 'Collection(Edm.Single)' }] }, 'fields.1.dimensions'],
    [
      'nested',
      { name: 'ix', fields: [id, { name: 'c', type: 'Edm.ComplexType', fields: [{ name: 'x', type: 'Edm.String', wrong: 1 }] }] },
      'fields.1.fields.0.wrong',
    ],
    ['no object', 'ix', ''],
  ])('refuses %s with its path', (_, spec, path) => {
    expect(() => parseIndexSpec(spec)).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: expect.objectContaining({ path }) }),
    )
  })
})

test('the default index: every field but text and embedding is filterable, five are facetable, dates are dates', () => {
  const { fields } = defaultIndexSpec('docs', 512)
  expect(fields.filter((f) => !allows(f, 'filterable')).map((f) => f.name)).toEqual(['text', 'embedding'])
  expect(fields.filter((f) => allows(f, 'facetable')).map((f) => f.name)).toEqual([
    'file_type',
    'doc_type',
    'tags',
    'confidentiality',
    'business_unit',
  ])
  expect(fields.filter((f) => f.type === 'Edm.DateTimeOffset').map((f) => f.name)).toEqual(['effective_date', 'expiry_date', 'ingested_at'])
})

test('an update keeps the fields that it does not name and changes no type', () => {
  const old = parseIndexSpec({ name: 'ix', fields: [id, { name: 'a', type: 'Edm.String' }] })
  const merged = mergeIndexSpec(old, parseIndexSpec({ name: 'ix', fields: [id, { name: 'b', type: 'Edm.Int32' }] }))
  expect(merged.fields.map((f) => f.name)).toEqual(['id', 'b', 'a'])
  expect(() => mergeIndexSpec(old, parseIndexSpec({ name: 'ix', fields: [id, { name: 'a', type: 'Edm.Int32' }] }))).toThrow(/can't change/)
})
