import { describe, expect, test } from 'vitest'
import { documentsOf, hitAt, measuresOf, ndcgAt, reciprocalRank } from './measures.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { EvalCase } from './read-cases.ts'

const right = new Set(['b', 'd'])

describe('ranked documents', () => {
  test('count once, at their best place', () => {
    expect(documentsOf(['a', undefined, 'b', 'a', 'b'])).toEqual(['a', 'b'])
  })
  test.each([
    [['a', 'b', 'c'], 1, 0],
    [['a', 'b', 'c'], 2, 1],
    [[], 5, 0],
  ])('hit of %j at %i: %i', (ranked, depth, hit) => expect(hitAt(ranked, right, depth)).toBe(hit))
  test('reciprocal rank is that of the first right one', () => {
    expect([reciprocalRank(['a', 'd', 'b'], right), reciprocalRank(['a'], right)]).toEqual([0.5, 0])
  })
  test('nDCG is 1 for the best order and by hand otherwise', () => {
    expect(ndcgAt(['d', 'b', 'x'], right, 5)).toBe(1)
    expect(ndcgAt(['x', 'b'], right, 5)).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 12)
    expect(ndcgAt(['b'], right, 1)).toBe(1)
    expect(ndcgAt(['x', 'b'], right, 1)).toBe(0)
  })
})

const outcome: Outcome = {
  answer: 'The  Point is there.',
  sources: ['b', 'b', 'x'],
  cited: 1,
  sentences: 4,
  unsupported: 1,
  tokens: 10,
  cost: undefined,
  seconds: 1,
}
const figures = (evalCase: Partial<EvalCase>, changed: Partial<Outcome> = {}) =>
  Object.fromEntries(measuresOf(3).map(({ name, of }) => [name, of({ id: '1', question: 'q', ...evalCase }, { ...outcome, ...changed })]))

test('a case is measured by what it tells', () => {
  expect(figures({})).toMatchObject({ 'hit@1': undefined, 'answer contains': undefined, 'declined rightly': undefined, groundedness: 0.75 })
  expect(figures({ expected_documents: ['b'], expected_answer: 'the point' })).toMatchObject({
    'hit@1': 1,
    'hit@3': 1,
    MRR: 1,
    'nDCG@3': 1,
    'answer contains': 1,
    'declined rightly': undefined,
  })
  expect(figures({ expected_documents: [] })).toMatchObject({ 'hit@1': undefined, 'declined rightly': 0 })
  expect(figures({ expected_documents: [] }, { cited: 0, sentences: 0 })).toMatchObject({ 'declined rightly': 1, groundedness: undefined })
})

describe('a reply', () => {
  const citation = (marker: string, sentence: string, supported: boolean) => ({
    marker,
    sentence,
    supported,
    source_id: null,
    quote: '',
    missing: [],
  })
  const reply = (answer: string, citations: ReturnType<typeof citation>[]) =>
    outcomeOf({ response_id: 'r', answer, citations, metadata: [{ filename: 'a.txt' }, {}], processing_time: 2, response_metadata: {} })
  test('counts sentences, and each unsupported one once', () => {
    const two = [citation('[1]', 'It rains.', true), citation('[1]', 'Pigs fly.', false), citation('[2]', 'Pigs fly.', false)]
    expect(reply('It rains. [1] Pigs fly. [1][2]', two)).toMatchObject({
      cited: 1,
      sentences: 2,
      unsupported: 1,
      sources: ['a.txt', undefined],
    })
    expect(reply('Pigs fly.', [citation('', 'Pigs fly.', false)])).toMatchObject({ cited: 0, sentences: 1, unsupported: 1 })
  })
  test('without any citation states nothing that could be checked', () => {
    expect(reply('Nothing was found.', [])).toMatchObject({ cited: 0, sentences: 0 })
  })
})
