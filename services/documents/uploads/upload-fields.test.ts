import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { checkMetadataGiven, readUploadFields } from './upload-fields.ts'

const metadata = JSON.stringify({ title: 'A', doc_type: 'note' })

describe('the fields of an upload', () => {
  test('have defaults, and flags in the spellings that forms use', () => {
    expect(readUploadFields({ metadata })).toEqual({
      metadata: { title: 'A', doc_type: 'note' },
      process_mode: 'async',
      prevent_reprocess: true,
      replace_existing: false,
    })
    expect(readUploadFields({ metadata, replace_existing: 'True', prevent_reprocess: '0' })).toMatchObject({
      replace_existing: true,
      prevent_reprocess: false,
    })
  })

  test.each([
    [{}, /metadata: is missing/],
    [{ metadata: '{' }, /^metadata: it is not JSON: fault/],
    [{ metadata: `{"title":"t","doc_type":"d","more":${'['.repeat(30_000)}${']'.repeat(30_000)}}` }, /nested deeper/],
    [{ metadata: '{"title":"t","doc_type":"d","__proto__":{"admin":1}}' }, /forbidden key/],
    [{ metadata: '[]' }, /metadata/],
    [{ metadata: '{"title":"A"}' }, /metadata\.doc_type/],
    [{ metadata: '{"title":"  ","doc_type":"x"}' }, /metadata\.title/],
    [
      { metadata: JSON.stringify({ title: 'A', doc_type: 'n', effective_date: '2026-02-02', expiry_date: '2026-02-01' }) },
      /expiry_date must not be before/,
    ],
    [{ metadata, process_mode: 'later' }, /process_mode/],
    [{ metadata, replace_existing: 'yes please' }, /replace_existing/],
    [{ metadata, target_index: '' }, /target_index/],
  ])('%j is refused with the field’s name', (fields, message) => {
    expect(() => readUploadFields(fields as Record<string, string>)).toThrow(message)
    expect(() => readUploadFields(fields as Record<string, string>)).toThrow(ApiError)
  })

  test.each([
    [undefined, 'Travel policy.docx', { title: 'Travel policy', doc_type: 'docx' }],
    ['{"title":"Mine"}', 'a.pdf', { title: 'Mine', doc_type: 'pdf' }],
    ['{"doc_type":" ","tags":["x"]}', 'README', { title: 'README', doc_type: 'document', tags: ['x'] }],
    ['[1]', "o'clock.txt", { title: "o'clock", doc_type: 'txt' }],
    ['{"titel":"Mine","docType":"n","tag":"x"}', 'a.pdf', { title: 'Mine', doc_type: 'n' }],
    [`{"more":"${'x'.repeat(2000)}"}`, 'a.pdf', { title: 'a', doc_type: 'pdf' }],
  ])('metadata %j for %s is answered with the line that would do, which does', (given, name, expected) => {
    let caught: unknown
    try {
      readUploadFields(given === undefined ? {} : { metadata: given }, name)
    } catch (error) {
      caught = error
    }
    const { message, details } = caught as ApiError
    const { example } = details as { example: { metadata: string } }
    expect(JSON.parse(example.metadata)).toEqual(expected)
    expect(message).toContain(`-F 'metadata=${example.metadata.replaceAll("'", "'\\''")}'`)
    expect(readUploadFields(example).metadata).toEqual(expected)
  })
})

describe('metadata of a JSON body', () => {
  test.each([
    [undefined, 'a.pdf', /^metadata: is missing/, { title: 'a', doc_type: 'pdf' }],
    [{ title: 'Mine', tags: ['x'] }, 'a.pdf', /^metadata\.doc_type: is missing/, { title: 'Mine', tags: ['x'], doc_type: 'pdf' }],
    [
      {},
      'page',
      /^metadata\.title: is missing; give text; metadata\.doc_type: is missing; give text\./,
      { title: 'page', doc_type: 'document' },
    ],
  ])('%j for %s is answered with what would do', (given, name, message, expected) => {
    let caught: unknown
    try {
      checkMetadataGiven(given, name)
    } catch (error) {
      caught = error
    }
    const refused = caught as ApiError
    expect(refused.message).toMatch(message)
    expect(refused.message).toContain(`This would do: "metadata": ${JSON.stringify(refused.details.example).slice(12, -1)}`)
    expect(refused.details.example).toEqual({ metadata: expected })
    expect(() => checkMetadataGiven(expected, name)).not.toThrow()
  })
  test('with other faults is left to its schema', () => {
    expect(() => checkMetadataGiven({ title: 'a', doc_type: 'b', effective_date: 'soon' }, 'a')).not.toThrow()
  })

  test.each([
    ['confidentality', 'confidentiality'],
    ['Confidential', 'confidentiality'],
    ['buisness_unit', 'business_unit'],
    ['businessUnit', 'business_unit'],
    ['doctype', 'doc_type'],
    ['tag', 'tags'],
    ['expires_on', 'expiry_date'],
    ['expire_date', 'expiry_date'],
    ['effective_from', 'effective_date'],
  ])('the key %s of metadata is refused for %s, also of a JSON body', (key, meant) => {
    const given = { title: 'A', doc_type: 'note', [key]: 'x' }
    const message = `metadata.${key}: is not known; did you mean ${meant}?`
    expect(() => readUploadFields({ metadata: JSON.stringify(given) })).toThrow(message)
    expect(() => checkMetadataGiven(given, 'a.pdf')).toThrow(message)
  })

  test('keys of one’s own that are like no known one are kept', () => {
    const own = { unit: 'a', type: 'b', subtitle: 'c', date: 'd', entry_date: 'e', export_date: 'f', file_type: 'g', pages: 1, stage: 'h' }
    const given = { title: 'A', doc_type: 'note', ...own }
    expect(readUploadFields({ metadata: JSON.stringify(given) }).metadata).toEqual(given)
    expect(() => checkMetadataGiven(given, 'a.pdf')).not.toThrow()
  })
})
