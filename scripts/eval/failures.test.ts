import { expect, test } from 'vitest'
import { failureOf, failuresOf } from './failures.ts'
import type { Outcome } from './outcome.ts'

const outcome = (more: Partial<Outcome>): Outcome => ({
  ...{ answer: '', sources: [], cited: 0, sentences: 0, unsupported: 0, tokens: undefined, cost: undefined, seconds: 1 },
  ...more,
})

test.each([
  [{ expected_documents: ['a.txt'] }, { sources: ['b.txt', 'a.txt'] }, undefined],
  [{ expected_documents: ['a.txt'] }, { sources: ['b.txt', 'c.txt'] }, 'found b.txt, c.txt instead of a.txt'],
  [{ expected_documents: ['a.txt', 'd.txt'] }, {}, 'found nothing instead of a.txt or d.txt'],
  [
    { expected_documents: ['a.txt'] },
    { sources: ['146 Minutes of the board of trustees and safety committee (final version).txt'] },
    'found 146 Minutes of the board…l version).txt instead of a.txt',
  ],
  [{ expected_documents: [] }, { cited: 2 }, 'answered, though no document holds it'],
  [{ expected_documents: [] }, { cited: 0 }, undefined],
  [{ expected_answer: 'Six  Metres' }, { answer: 'It is six metres.' }, undefined],
  [{ expected_answer: 'six' }, { answer: 'It is seven.' }, 'the answer lacks “six”'],
  [{}, {}, undefined],
])('of a case with %j an outcome with %j is told as %j', (expected, got, why) => {
  expect(failureOf({ id: '1', question: 'q', ...expected }, outcome(got))).toBe(why)
})

test('each failed case is named with its question, and its side where there are two', () => {
  const cases = [
    { id: 'one', question: 'How\n deep?', expected_answer: 'six' },
    { id: 'two', question: 'Who?', expected_documents: ['a.txt'] },
  ]
  const good = [outcome({ answer: 'six' }), outcome({ sources: ['a.txt'] })]
  const bad = [outcome({}), outcome({})]
  expect(
    failuresOf(
      cases,
      good.map((o) => [o]),
      ['x'],
    ),
  ).toBe('\nNo case failed.\n')
  expect(
    failuresOf(
      cases,
      bad.map((o) => [o]),
      ['x'],
    ),
  ).toBe('\nFailed:\n  one: How deep? (the answer lacks “six”)\n  two: Who? (found nothing instead of a.txt)\n')
  expect(
    failuresOf(
      cases,
      cases.map((_, i) => [good[i] as Outcome, bad[i] as Outcome]),
      ['x', 'y'],
    ),
  ).toContain('  B two: Who?')
  const idle = { id: 'three', question: 'And?' }
  const said = (of: Parameters<typeof failuresOf>[0]) =>
    failuresOf(
      of,
      of.map((_, i) => [good[i] ?? outcome({})]),
      ['x'],
    )
  expect(said([...cases, idle])).toBe('\nNo case failed.\n\nWithout an expectation, so that nothing was measured of them: three\n')
  expect(said([idle])).toContain('No case was measured.')
})
