import { expect, test } from 'vitest'
import { z } from 'zod'
import { configSchemaOf, parseConfig } from './config.ts'
import { defineSection, sectionOf } from './section.ts'
import { settingsOf, withOverrides } from './settings.ts'

const mill = defineSection({
  name: 'mill',
  schema: z.object({
    stones: z.int().min(1).default(2).describe('Stones that turn.'),
    water: z.object({ model: z.string().default('').describe('Who looks after it.') }).prefault({}),
  }),
  check: ({ water }, { llms }) =>
    water.model && !llms.models[water.model] ? [{ key: 'water.model', message: 'is not an alias of llms.models' }] : [],
})
const kernel = {
  llms: { defaults: { params: {} }, models: { default: { model: 'm' } } },
  indexes: { aliases: { default: 'documents' } },
  retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 1 } },
}
const schema = configSchemaOf([mill])

test('a service reads its own section with its types; defaults hold where the file says nothing', () => {
  const section = sectionOf(parseConfig(kernel, schema), mill)
  const stones: number = section.stones
  expect([stones, section.water.model]).toEqual([2, ''])
  expect(sectionOf(parseConfig({ ...kernel, mill: { stones: 3 } }, schema), mill)).toEqual({ stones: 3, water: { model: '' } })
})

test('a value is a setting with its description, and changes in place', () => {
  const file = parseConfig(kernel, schema)
  const found = settingsOf(schema, file).filter(({ key }) => key.startsWith('mill.'))
  expect(found.map(({ key, type }) => [key, type])).toEqual([
    ['mill.stones', 'number'],
    ['mill.water.model', 'string'],
  ])
  expect(z.toJSONSchema(found[0]!.schema)).toMatchObject({ minimum: 1, description: 'Stones that turn.' })
  const changed = withOverrides(schema, file, { 'mill.stones': 4, 'mill.water.model': 'default' })
  expect('config' in changed && sectionOf(changed.config, mill)).toEqual({ stones: 4, water: { model: 'default' } })
})

test('what is wrong is told by its key, in the file and as a setting', () => {
  expect(() => parseConfig({ ...kernel, mill: { water: { model: 'x' } } }, schema)).toThrow('config: mill.water.model: is not an alias')
  expect(() => parseConfig({ ...kernel, mill: { stones: 0 } }, schema)).toThrow('config: mill.stones')
  expect(withOverrides(schema, parseConfig(kernel, schema), { 'mill.water.model': 'x' })).toEqual({
    faults: [{ key: 'mill.water.model', message: 'is not an alias of llms.models' }],
  })
})

test('a section without defaults, one that is named twice and one that nobody reads are mistakes', () => {
  expect(() => defineSection({ name: 'bare', schema: z.object({ size: z.int() }) })).toThrow('size')
  expect(() => configSchemaOf([mill, mill])).toThrow('two sections of config.yaml are named mill')
  expect(() => configSchemaOf([{ ...mill, name: 'llms' }])).toThrow('named llms')
  expect(() => sectionOf(parseConfig(kernel), mill)).toThrow('without the section mill')
})
