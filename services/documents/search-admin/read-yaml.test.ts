import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { MAX_YAML_BYTES, readYaml } from './read-yaml.ts'

const read = (text: string) => readYaml(Buffer.from(text))

/** Each line says the one before nine times. */
const bombOf = (lines: number) =>
  [
    'a0: &a0 [x, x, x, x, x, x, x, x, x]',
    ...Array.from({ length: lines }, (_, i) => `a${i + 1}: &a${i + 1} [${Array.from({ length: 9 }, () => `*a${i}`).join(', ')}]`),
  ].join('\n')

describe('readYaml', () => {
  test('reads anchors and aliases, also of maps and of what holds aliases itself', () => {
    expect(read('name: &n ix\nalias: *n')).toEqual({ name: 'ix', alias: 'ix' })
    expect(read('a: &t {type: s, key: true}\nb: {<<: *t, key: false}')).toEqual({
      a: { type: 's', key: true },
      b: { type: 's', key: false },
    })
    const text = 'common: &field {type: Edm.String, filterable: true}\nfields:\n  - &first {name: a, like: *field}\n  - *first\n  - *field'
    const field = { type: 'Edm.String', filterable: true }
    expect(read(text)).toEqual({ common: field, fields: [{ name: 'a', like: field }, { name: 'a', like: field }, field] })
  })

  test('reads maps, lists and scalars, also written as JSON', () => {
    const value = { name: 'ix-a', fields: [{ name: 'id', type: 'Edm.String', key: true, dimensions: 4, analyzer: null }] }
    expect(read('name: ix-a\nfields:\n  - {name: id, type: Edm.String, key: true, dimensions: 4, analyzer: null}\n')).toEqual(value)
    expect(read(JSON.stringify(value))).toEqual(value)
    expect(read('on: yes')).toEqual({ on: 'yes' })
  })

  test.each([
    ['name: [unclosed\n  fields: {', /line 1|line 2/],
    ['a: 1\nb: *none', /line 2|none/],
    ['a: &a [x, *a]', /leads to itself|alias/],
    ['a: &a {b: *a}', /leads to itself|alias/],
    [bombOf(30), /aliases repeat more than an index can hold/],
    [`a: &a ${'x'.repeat(2000)}\nb: [${Array.from({ length: 600 }, () => '*a').join(', ')}]`, /aliases repeat more/],
    ['a: 1\n---\nb: 2', /^file: it holds more than one document at line 2, column 1$/],
    ['a: !!binary aGk=', /tags are not allowed at line 1/],
    ['a: !custom {}', /tags/],
    ['name: a\nfields: []\nname: b', /name stands twice at line 3, column 1/],
    ['? [a, b]\n: c', /a key is one word/],
    ['a: 1\n---\nb: 2', /document/],
    ['a:\n\t- b', /line 2/],
  ])('%.60s is refused with its place', (text, message) => {
    expect(() => read(text)).toThrow(ApiError)
    expect(() => read(text)).toThrow(message)
  })

  test('bytes that are not UTF-8 are refused', () => expect(() => readYaml(new Uint8Array([0x61, 0x3a, 0xff]))).toThrow(/UTF-8/))

  test('__proto__ is a key like any other', () => {
    const value = read('__proto__: {polluted: true}\nname: a')
    expect(Object.keys(value as object)).toEqual(['__proto__', 'name'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test.each(['[', '{', '- ', '? ', '&a ', '!a ', '"', 'a: '])('the longest text of %j ends soon', (piece) => {
    const started = performance.now()
    expect(() => read(piece.repeat(MAX_YAML_BYTES / piece.length))).toThrow(ApiError)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('many keys are compared in a time that grows with their number', () => {
    const text = Array.from({ length: 7_000 }, (_, i) => `k${i}: 1`).join('\n')
    const started = performance.now()
    expect(Object.keys(read(text) as object)).toHaveLength(7_000)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
