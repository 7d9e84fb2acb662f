import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseConfig } from '../../kernel/config/config.ts'
import { settingsOf, settingValue, withOverrides } from '../../kernel/config/settings.ts'
import { configSchema } from '../config-schema.ts'

interface Words {
  wordsOf(key: string): readonly [label: string, help: string, unit?: string] | undefined
  CHOICES: Readonly<Record<string, string>>
}
const { wordsOf, CHOICES }: Words = await import(new URL('../../web/pages/settings/topics.js', import.meta.url).href)

const file = parseConfig(parse(readFileSync(new URL('../../config.yaml', import.meta.url), 'utf8')), configSchema)
const byKey = new Map(settingsOf(configSchema, file).map((setting) => [setting.key, setting]))
const faultsOf = (overrides: Record<string, string | number | boolean | string[]>) => {
  const result = withOverrides(configSchema, file, overrides)
  return 'faults' in result ? result.faults.map(({ key }) => key) : []
}

test.each([
  ['llms.defaults.params.n', 'number', 1],
  ['llms.defaults.params.top_p', 'number', null],
  ['llms.defaults.params.stop', 'list', null],
  ['llms.models.default.multimodal', 'boolean', true],
  ['indexes.aliases.default', 'string', 'documents'],
  ['retrieval.mode', 'string', 'auto'],
])('%s is a setting', (key, type, value) => {
  const setting = byKey.get(key)!
  expect([setting.type, settingValue(file, setting)]).toEqual([type, value])
})

test('every setting says what it is', () => {
  const silent = [...byKey.values()].filter(({ schema }) => !z.toJSONSchema(schema).description).map(({ key }) => key)
  expect(silent).toEqual([])
})

test('every setting, and every choice of one, has words for people on its page', () => {
  const shown = [...byKey.values()].map(({ key, schema }) => ({ key, choices: (z.toJSONSchema(schema).enum ?? []).map(String) }))
  expect(shown.filter(({ key }) => !wordsOf(key)).map(({ key }) => key)).toEqual([])
  expect(shown.flatMap(({ choices }) => choices).filter((choice) => !Object.hasOwn(CHOICES, choice))).toEqual([])
})

test('every value of the shipped file can be set', () => {
  // A list is one value, also an empty one.
  const values = (node: unknown): unknown[] =>
    typeof node === 'object' && node !== null && !Array.isArray(node) ? Object.values(node).flatMap(values) : [node]
  const set = [...byKey.values()].map((s) => settingValue(file, s)).filter((value) => value !== null)
  expect(set.length).toBe(values(file).length)
})

describe('withOverrides', () => {
  test('puts values in and leaves the file as it is', () => {
    const before = structuredClone(file)
    const result = withOverrides(configSchema, file, {
      'retrieval.weights.vector': 2,
      'llms.models.text.params.stop': ['a', 'b'],
      'no.such': 1,
    })
    expect(result).toMatchObject({
      config: { retrieval: { weights: { text: 1, vector: 2 } }, llms: { models: { text: { params: { stop: ['a', 'b'] } } } } },
    })
    expect(JSON.stringify(result)).not.toContain('such')
    expect(file).toEqual(before)
  })

  test.each([
    [{ 'llms.defaults.params.n': 9 }, 'llms.defaults.params.n'],
    [{ 'llms.defaults.params.n': 1.5 }, 'llms.defaults.params.n'],
    [{ 'llms.defaults.params.stop': ['x', ''] }, 'llms.defaults.params.stop'],
    [{ 'retrieval.mode': 'wild' }, 'retrieval.mode'],
    [{ 'indexes.default': 'nobody' }, 'indexes.default'],
    [{ 'indexes.aliases.default': 'No Name' }, 'indexes.aliases.default'],
    [{ 'chunking.max_tokens': 50 }, 'chunking.overlap_tokens'],
    [{ 'parsing.timeout_ms': 301_000 }, 'parsing.timeout_ms'],
  ])('%j is refused by its key', (overrides, key) => expect(faultsOf(overrides)).toEqual([key]))

  test('a hostile key reaches no prototype', () => {
    withOverrides(
      configSchema,
      file,
      JSON.parse('{"__proto__.polluted": 1, "llms.__proto__.polluted": 1, "constructor.prototype.polluted": 1}'),
    )
    expect('polluted' in {}).toBe(false)
  })
})
