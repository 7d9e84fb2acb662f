import { describe, expect, it } from 'vitest'
import { noisy, series, subjectOf, whole } from './whole-run.fixture.ts'

describe('what the data cannot say', () => {
  const days = (n: number) => noisy(4, n, (i) => i % 7)
  const told = (objective: string, lists: readonly (readonly number[])[], datasets: readonly (readonly number[])[] = []) => {
    const all = whole({
      ...subjectOf(objective, ...lists.map((v, i) => series(`s${i + 1}`, v))),
      datasets: datasets.map((v, i) => ({ id: `d${i + 1}`, label: '', notes: [], v: Float64Array.from(v) })),
    })
    expect(all.validation.passed).toBe(true)
    return all.claims
  }

  it.each([
    ['When did it change?', [[1]], [], 'too few values to tell whether something changed: "s1" has 1, and 10 are needed.'],
    ['When did it change?', [[], []], [], 'no values to tell whether something changed: all are empty.'],
    ['Did s2 change?', [days(40), []], [], 'no values to tell whether something changed: "s2" is empty.'],
    ['Is anything unusual?', [days(3), days(5)], [], 'which values are unusual: the longest, "s2" has 5, and 8 are needed.'],
    ['Is there a weekly rhythm?', [days(15)], [], 'they have to span 3 weeks, and "s1" spans less.'],
    [
      'Do they go together?',
      [days(40), new Array(40).fill(2)],
      [],
      'two series that vary are needed, each with 4 values or more; there is one, "s1".',
    ],
    ['Is there a trend?', [], [[1, 2, 3, 4, 5, 6]], 'values need their times, which datasets do not have'],
    ['Do they differ?', [], [[1, 2, 3, 4]], 'two datasets that vary are needed, each with 4 values or more; there is one, "d1".'],
    ['What is there?', [[3, 4]], [], 'too few values to tell anything: "s1" has 2, and 5 are needed.'],
  ])('%s', (objective, lists, datasets, said) => {
    const { summary, confidence } = told(objective, lists, datasets)
    expect(summary).toContain(said)
    expect(confidence).toBe(0)
  })

  it('is told apart from what was not found', () => {
    expect(told('Is there a weekly rhythm?', [noisy(4, 40, () => 1)])).toMatchObject({ summary: 'No season was found.', confidence: 0.83 })
    expect(told('When did it change?', [new Array(12).fill(5)])).toMatchObject({
      summary: '"s1" is 5 at each of its 12 points.',
      confidence: 1,
    })
    expect(told('When did it change?', [[1]])).toMatchObject({ text: 'There is no finding to be explained.' })
  })
})
