import { expect, test } from 'vitest'
import { testConfig } from '../chat.fixture.ts'
import { chatRequestSchema } from '../request.ts'
import { planRetrieval } from './plan-retrieval.ts'

const plan = (body: Record<string, unknown>, { hybridByDefault = false, mode = testConfig.retrieval.mode } = {}) =>
  planRetrieval(
    chatRequestSchema.parse({ question: 'Which lighthouse keeper lives there?', ...body }),
    { kind: 'rag', multimodal: false },
    { ...testConfig, retrieval: { ...testConfig.retrieval, mode } },
    { hybridByDefault },
  )
const fetch = (settings: Record<string, unknown>) => ({ fetch_args: { CloudSearchFetcher: settings } })

test('without settings: the question, the default index, the configured number', () => {
  expect(plan({})).toMatchObject({
    query: 'Which lighthouse keeper lives there?',
    index: 'documents',
    indexGiven: false,
    top: 5,
    skippedReason: null,
  })
})

test('a question that says little is looked up with the turn before it', () => {
  const history = [
    { role: 'user', content: 'Tell me of the lighthouse.' },
    { role: 'assistant', content: 'It is old.' },
  ]
  expect(plan({ question: 'And how tall is it?', history }).query).toBe('And how tall is it? Tell me of the lighthouse.')
  expect(plan({ question: 'Which keeper lives in the northern tower?', history }).query).toBe('Which keeper lives in the northern tower?')
  expect(plan({ question: 'And how tall is it?', history, ...fetch({ query: 'own' }) }).query).toBe('own')
})

test.each([
  [{}, { hybridByDefault: false }, false],
  [{}, { hybridByDefault: true }, true],
  [{}, { mode: 'hybrid' as const }, true],
  [{}, { mode: 'text' as const, hybridByDefault: true }, false],
  [fetch({ vector_search: true }), { mode: 'text' as const }, true],
  [fetch({ vector_search: false }), { hybridByDefault: true }, false],
])('hybrid for %j and %j: %s', (body, config, hybrid) => {
  expect(plan(body, config).hybrid).toBe(hybrid)
})

test.each([
  ['a', { field: 'a', count: 10 }],
  ['a,count:3', { field: 'a', count: 3 }],
  [' a , count:3 ', { field: 'a', count: 3 }],
])('facet %j', (expression, facet) => {
  expect(plan(fetch({ facets: [expression] })).facets).toEqual([facet])
})

test.each(['a,count:0', 'a,count:-1', 'a,sort:x', ',count:1', 'a b', 'a,count:1,count:2'])('facet %j is refused', (expression) => {
  expect(() => plan(fetch({ facets: [expression] }))).toThrow(/facet/)
})

test('what is named twice is done once', () => {
  const names = ['text', 'title', 'text']
  expect(plan(fetch({ highlight_fields: names, facets: names }))).toMatchObject({
    highlight: ['text', 'title'],
    facets: [{ field: 'text' }, { field: 'title' }],
  })
})

test('an alias that is a word of Object is no alias', () => {
  expect(plan(fetch({ index: 'constructor' })).index).toBe('constructor')
})
