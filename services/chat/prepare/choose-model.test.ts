import { describe, expect, test } from 'vitest'
import { testConfig } from '../chat.fixture.ts'
import { overrideSchema } from '../request.ts'
import { chooseModel } from './choose-model.ts'

const choose = (override: Record<string, unknown> = {}, provider: 'openai' | 'embedded' = 'openai') =>
  chooseModel(testConfig, { provider }, overrideSchema.parse(override))

describe('parameters', () => {
  test('defaults, then the alias, then the request', () => {
    expect(choose().effective).toEqual({ temperature: 0.5, max_tokens: 1000 })
    expect(choose({ llm: 'text' }).effective.temperature).toBe(0.2)
    expect(choose({ params: { temperature: 1 } }).effective.temperature).toBe(1)
    expect(choose({ llm: { temperature: 1.5, top_p: 0.3 } }).sent).toEqual({ temperature: 1.5, top_p: 0.3, max_tokens: 1000 })
  })

  test('a variant comes between the alias and the request', () => {
    const variant = { model: 'azure', params: { temperature: 0.9, top_p: 0.8 } }
    const chosen = chooseModel(testConfig, { provider: 'openai' }, overrideSchema.parse({ params: { top_p: 0.1 } }), variant)
    expect([chosen.alias.alias, chosen.effective.temperature, chosen.effective.top_p, chosen.n]).toEqual(['azure', 0.9, 0.1, 2])
    expect(chooseModel(testConfig, { provider: 'openai' }, overrideSchema.parse({ llm: 'text' }), variant).alias.alias).toBe('text')
  })

  test.each([
    [{}, 1],
    [{ llm: 'azure' }, 2],
    [{ params: { n: 4 } }, 4],
    [{ n: 3, params: { n: 4 } }, 3],
    [{ llm: { n: 5 } }, 5],
  ])('n of %j is %i', (override, n) => {
    expect(choose(override).n).toBe(n)
  })

  test('nothing but known parameters reaches the provider', () => {
    expect(choose({ params: { messages: [], stream: true, tools: [] } }).sent).toEqual({ temperature: 0.5, max_tokens: 1000 })
  })

  test('other keys of the override are told, not refused', () => {
    expect(choose({ future_key: {}, n: 2 }).ignored).toEqual(['future_key'])
  })
})

describe('alias', () => {
  test.each([
    [{ llm: 'text' }, 'text'],
    [{ model: 'text' }, 'text'],
    [{ llm: { temperature: 1 } }, 'default'],
    [{ llm: { alias: 'text' } }, 'text'],
    [{ llm: 'text', model: 'azure' }, 'text'],
  ])('%j is %s', (override, alias) => {
    expect(choose(override).alias.alias).toBe(alias)
  })

  test('a deployment is named as such', () => {
    expect(choose({ llm: 'azure' }).alias).toMatchObject({ provider: 'azure-openai', deployment: 'd-azure' })
    expect(choose({ llm: 'azure' }).alias).not.toHaveProperty('model')
  })

  test.each(['nobody', 'constructor', '__proto__'])('%s is unknown', (llm) => {
    expect(() => choose({ llm })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: expect.objectContaining({ known_models: ['default', 'text', 'azure', 'reasoning'] }),
      }),
    )
  })

  test('the embedded answerer stands in for all of them', () => {
    expect(choose({ llm: 'text' }, 'embedded').alias).toMatchObject({ alias: 'text', provider: 'embedded', model: 'extractive' })
  })
})

describe('reasoning effort', () => {
  test.each([
    [{}, { requested: null, sent_effort: null, source: 'provider_default', sanitized: false }],
    [
      { llm: 'reasoning', reasoning_effort: 'high' },
      { requested: 'high', sent_effort: 'high', source: 'request', sanitized: false },
    ],
    [
      { llm: 'reasoning', 'reasoning.effort': 'auto' },
      { requested: 'auto', sent_effort: 'medium', source: 'request', sanitized: true },
    ],
    [
      { llm: 'reasoning', reasoning: { effort: 'low' } },
      { requested: 'low', sent_effort: 'low', source: 'request', sanitized: false },
    ],
    [{ reasoning_effort: 'high' }, { requested: 'high', sent_effort: null, source: 'request', sanitized: true }],
  ])('%j', (override, expected) => {
    expect(choose(override).reasoning).toMatchObject(expected)
  })

  test('a reasoning model is not sent what it refuses', () => {
    expect(choose({ llm: 'reasoning', params: { temperature: 1, stop: 'x' } }).sent).toEqual({ max_completion_tokens: 1000, stop: 'x' })
  })
})
