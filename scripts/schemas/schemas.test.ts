import { Parser } from '@asyncapi/parser'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { catalog } from '../../schemas/catalog.ts'
import { defineEvent } from '../../schemas/event.ts'
import { jsonSchemaOf } from '../../schemas/json-schema.ts'
import { compatibilityFaults } from './compatibility.ts'
import { asyncApiOf } from './documents.ts'
import { breakingChanges, differences, publishedFiles } from './schemas.ts'

const schemaOf = (schema: z.ZodType) => jsonSchemaOf(defineEvent({ name: 'test.event', description: 'x', schema, key: () => 'k' }))
const faults = (before: z.ZodType, after: z.ZodType) => compatibilityFaults(schemaOf(before), schemaOf(after))
const base = {
  id: z.uuid(),
  kind: z.enum(['a', 'b']),
  count: z.int().nonnegative(),
  tags: z.array(z.string()),
  note: z.string().nullable(),
}

test.each([
  ['an optional property more', { ...base, more: z.string().optional() }],
  ['a default', { ...base, more: z.string().default('x') }],
  ['an enum value more', { ...base, kind: z.enum(['a', 'b', 'c']) }],
  ['an integer that may be any number', { ...base, count: z.number().nonnegative() }],
  ['a property that may be absent', { ...base, id: z.uuid().optional() }],
  ['a property that may be null', { ...base, kind: z.enum(['a', 'b']).nullable() }],
  ['a limit less', { ...base, count: z.int() }],
])('%s is compatible', (_, after) => expect(faults(z.object(base), z.object(after))).toEqual([]))

test.each([
  ['removed', '$.note', (({ note, ...rest }) => rest)(base)],
  ['required now', '$.more', { ...base, more: z.string() }],
  ['the type changed', '$.count', { ...base, count: z.string() }],
  ['no longer takes "b"', '$.kind', { ...base, kind: z.enum(['a']) }],
  ['the values are limited', '$.tags[]', { ...base, tags: z.array(z.enum(['x'])) }],
  ['the type changed', '$.note', { ...base, note: z.string() }],
  ['the type changed', '$.id', { ...base, id: z.union([z.number(), z.boolean()]) }],
  ['minimum is stricter', '$.count', { ...base, count: z.int().min(1) }],
  ['maxLength is stricter', '$.note', { ...base, note: z.string().max(3).nullable() }],
  ['pattern is stricter', '$.tags[]', { ...base, tags: z.array(z.iso.date()) }],
])('%s at %s is not', (what, where, after) => {
  const found = faults(z.object(base), z.object(after))
  expect(found[0]).toContain(what)
  expect(found[0]).toContain(where)
})

test('the published files are up to date with themselves, and a change shows', () => {
  const files = publishedFiles(catalog, '1.0.0')
  expect(breakingChanges(files, files)).toEqual([])
  expect(differences(files, files, catalog)).toEqual([])
  const old = new Map(files).set('document.parsed.v1.json', '{"type":"string"}').set('gone.v1.json', '{}')
  expect(differences(old, files, catalog)).toEqual([
    'document.parsed.v1.json is out of date',
    'gone.v1.json belongs to no event of the catalog',
  ])
  expect(breakingChanges(old, files)[0]).toContain('document.parsed.v1.json: the type changed')
})

test('a schema of an older version stays beside the new one', () => {
  const event = defineEvent({ name: 'document.received', version: 2, description: 'x', schema: z.object({}), key: () => 'k' })
  const published = new Map([['document.received.v1.json', '{}']])
  expect(differences(published, new Map(), [event])).toEqual([])
})

test('the AsyncAPI document has a channel for every event, and every reference leads somewhere', () => {
  const text = publishedFiles(catalog, '1.0.0').get('asyncapi.json')!
  const document: unknown = JSON.parse(text)
  const lookUp = (reference: string) =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
  const references = [...text.matchAll(/"\$ref": "([^"]+)"/g)].map((m) => m[1]!)
  expect(references.length).toBeGreaterThan(catalog.length * 4)
  for (const reference of references) expect(lookUp(reference), reference).toBeDefined()
  expect(() => asyncApiOf([], catalog, '1.0.0')).toThrow('no topic for document.received')
})

test('the AsyncAPI document is one for the reader of its initiative, and a faulty one is not', async () => {
  const text = publishedFiles(catalog, '1.0.0').get('asyncapi.json')!
  // Errors alone: that a newer version of the specification is there is told as a hint.
  const errors = async (document: string) => (await new Parser().validate(document)).filter(({ severity }) => severity === 0)
  expect(await errors(text)).toEqual([])
  const faulty: { channels: Record<string, { address: unknown }> } = JSON.parse(text)
  faulty.channels['document.processed']!.address = 7
  expect((await errors(JSON.stringify(faulty))).map(({ path }) => path.join('.'))).toContain('channels.document.processed.address')
})
