import { describe, expect, it } from 'vitest'
import { gaussian, seeded } from '../analysis/numbers/random.ts'
import type { Series, Subject } from '../analysis/series/item.ts'
import type { Claim } from '../analysis/words/claim.ts'
import { analyse, type Before } from './analyse.ts'
import { type AnalysisName, analyses } from './job.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)
const series = (id: string, values: readonly number[]): Series => ({
  id,
  label: id,
  notes: [],
  v: Float64Array.from(values),
  t: Float64Array.from(values, (_, i) => START + i * DAY),
})
const noisy = (seed: number, n: number, f: (i: number) => number) => {
  const next = gaussian(seeded(seed))
  return Array.from({ length: n }, (_, i) => f(i) + next())
}
const subjectOf = (objective: string, ...list: Series[]): Subject => ({
  objective,
  hints: [],
  profile: 'operations',
  series: list,
  datasets: [],
})

/** All analyses one after the other, as a run does them; the text is that of a model where one is given. */
function whole(subject: Subject, said?: string) {
  const known: Record<string, unknown> = {}
  const todo: readonly AnalysisName[] = analyses.filter((name) => name !== 'claims' && name !== 'validation')
  for (const name of todo) known[name] = analyse(name, subject, known as Before)
  const claims = analyse('claims', subject, known as Before) as { claims: Claim[]; text: string; summary: string; confidence: number }
  known.explanation = { claims: claims.claims, text: said ?? claims.text, source: said === undefined ? 'templates' : 'model' }
  const validation = analyse('validation', subject, known as Before) as {
    passed: boolean
    checks: { name: string; passed: boolean }[]
    explanation: { text: string; source: string; claims: Claim[] }
  }
  return { ...(known as Before), claims, validation }
}

describe('the text of a model', () => {
  const subject = subjectOf(
    'Does it grow?',
    series(
      'visits',
      noisy(3, 80, (i) => 20 + 0.5 * i),
    ),
  )

  it('stays where it says what was found', () => {
    const { claims } = whole(subject)
    const first = claims.claims[0]!.text
    expect(whole(subject, first).validation).toMatchObject({ passed: true, explanation: { text: first, source: 'model' } })
  })

  it.each([
    'The slope of "visits" is 731.75 a day.',
    '',
    'Buy now: "visits" rises by 99 % next week!',
  ])('gives way where it says %j', (said) => {
    const { validation, claims } = whole(subject, said)
    expect(validation.explanation).toMatchObject({ text: claims.text, source: 'templates' })
    expect(validation.checks.map(({ name, passed }) => `${name} ${passed}`)).toEqual(['claims true', 'given text false', 'text true'])
  })
})

describe('questions as an analyst asks them', () => {
  it('a step in web traffic', () => {
    const { claims, domain } = whole(
      subjectOf(
        'When did requests jump?',
        series(
          'requests',
          noisy(5, 140, (i) => (i < 90 ? 200 : 230) + (i % 7 > 4 ? -20 : 0)),
        ),
      ),
    )
    expect(claims.summary).toMatch(/^The mean of "requests" goes from 19\d(\.\d+)? up to 22\d(\.\d+)? at 2026-04-01\./)
    expect(domain?.rules.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['weekly-load', 'step-up']))
    expect(domain?.drivers).toMatchObject({ target: 'requests', since: '2026-04-01T00:00:00.000Z' })
  })

  it('a weekly load with outliers', () => {
    const load = noisy(6, 168, (i) => 100 + 8 * Math.sin((2 * Math.PI * i) / 7) + (i === 60 ? 40 : i === 101 ? -35 : 0))
    const { temporal, claims } = whole(subjectOf('Is anything unusual?', series('load', load)))
    expect(temporal?.series[0]?.seasonality?.period).toBe(7)
    expect(temporal?.series[0]?.anomalies.map(({ index }) => index)).toEqual([60, 101])
    expect(claims.summary).toContain('2026-03-02')
  })

  it('two series with a lag', () => {
    const base = noisy(8, 163, () => 0)
    const late = noisy(9, 160, (i) => 10 + 2 * base[i]!)
    const { claims } = whole(subjectOf('Do orders follow ads?', series('ads', base.slice(3)), series('orders', late)))
    expect(claims.summary).toMatch(/^"orders" follows "ads" in the same way after 3 days/)
  })
})

describe('an answer that a statistician would sign', () => {
  const told = (subject: Subject) => {
    const all = whole(subject)
    expect(all.validation.passed, JSON.stringify(all.validation.checks)).toBe(true)
    return all
  }
  const steps = (n: number, at: number, by: number) => noisy(5, n, (i) => 500 + (i >= at ? by : 0))

  it('a step is no trend', () => {
    const { claims } = told(subjectOf('When did visits step up?', series('visits', steps(180, 110, 20))))
    expect(claims.summary).toMatch(/^The mean of "visits" goes from (499|500)(\.\d+)? up to 5[12]\d(\.\d+)? at 2026-04-21\./)
    expect(claims.text).not.toMatch(/"visits" rises by/)
    expect(claims.text).toMatch(/Between its changes "visits" has no trend/)
  })

  it('a trend that goes on behind a step is told as the one between the steps', () => {
    const { temporal, claims } = told(
      subjectOf(
        'Does it grow?',
        series(
          'visits',
          noisy(15, 200, (i) => 0.1 * i + (i >= 100 ? 60 : 0)),
        ),
      ),
    )
    expect(temporal?.series[0]?.trend.between_changes?.slope_per_day).toBeCloseTo(0.1, 1)
    expect(claims.summary).toMatch(/Between its changes "visits" rises by 0\.(0[89]|1)/)
  })

  it('weekends are told by their means', () => {
    const weekend = (i: number) => [0, 6].includes(new Date(START + i * DAY).getUTCDay())
    const load = noisy(6, 140, (i) => 100 + (weekend(i) ? -30 : 0))
    const { claims } = told(subjectOf('Is load higher on weekends?', series('load', load)))
    expect(claims.summary).toMatch(/^"load" is lower on weekends: 70(\.\d+)? on average, (99|100)(\.\d+)? on other days \(p < 0\.001\)\./)
    expect(claims.summary).toContain('"load" repeats every 7 days')
  })

  it('noise has no weekends', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { temporal } = whole(
        subjectOf(
          'Is load higher on weekends?',
          series(
            'load',
            noisy(seed, 140, () => 100),
          ),
        ),
      )
      expect(temporal?.series[0]?.calendar).toEqual([])
    }
  })

  it.each([5, 12, 23, 31.4, 47.3])('a cycle of %d days is found, not a multiple of it', (period) => {
    const wave = noisy(21, 240, (i) => 50 + 10 * Math.sin((2 * Math.PI * i) / period))
    const { temporal } = whole(subjectOf('Is there a cycle?', series('wave', wave)))
    expect(Math.abs(temporal!.series[0]!.seasonality!.period - period)).toBeLessThanOrEqual(1)
  })

  it('a forecast goes as far as was asked', () => {
    const { temporal, claims } = told(subjectOf('What will next month look like?', series('visits', steps(180, 30, 5))))
    expect(temporal?.series[0]?.forecast?.points).toHaveLength(30)
    expect(claims.summary).toMatch(/^"visits" is expected at .* by 2026-07-29, between .*, and at .* on average until then;/)
  })

  it('datasets are compared', () => {
    const of = (id: string, seed: number, middle: number) => ({
      ...{ id, label: id, notes: [] },
      v: Float64Array.from(noisy(seed, 60, () => middle)),
    })
    const ask = (b: number) =>
      told({ ...subjectOf('Are test scores different between schools?'), datasets: [of('a', 1, 70), of('b', 2, b)] }).claims.summary
    expect(ask(71)).toMatch(
      /^"b" is higher than "a": 7\d(\.\d+)? on average against (69|70)(\.\d+)?, a difference of [01]\.\d+ \(95 % between/,
    )
    expect(ask(70)).toMatch(/^No two datasets differ by more than chance allows\./)
  })

  it('of a whole it is told which part carries its change', () => {
    const parts = ['north', 'south', 'west'].map((id, k) =>
      series(
        id,
        noisy(30 + k, 120, (i) => 200 - (i >= 80 && id === 'south' ? 7 : 0)),
      ),
    )
    const { claims } = told(subjectOf('Which region contributed most to the drop?', ...parts))
    expect(claims.summary).toMatch(
      /^"south" accounts for [67](\.\d+)? of the fall by [67](\.\d+)? in the sum of all series from 2026-03-2\d on/,
    )
  })

  it('what goes together is no cause', () => {
    const base = noisy(8, 163, () => 0)
    const late = noisy(9, 160, (i) => 10 + 2 * base[i]!)
    const { claims } = told(subjectOf('Do ads drive orders?', series('ads', base.slice(3)), series('orders', late)))
    expect(claims.summary).toMatch(/cause of the other\.$/)
  })
})

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

it('an exact line has no number that is none, and a constant no finding', () => {
  const line = whole(
    subjectOf(
      'x',
      series(
        'a',
        Array.from({ length: 60 }, (_, i) => 7 + 0.25 * i),
      ),
      series('b', new Array(60).fill(4)),
    ),
  )
  expect(JSON.stringify(line)).not.toMatch(/NaN|Infinity/)
  expect(line.temporal?.series.map(({ trend }) => [trend.direction, trend.slope_per_day])).toEqual([
    ['up', 0.25],
    ['flat', 0],
  ])
  expect(line.temporal?.series[1]).toMatchObject({ seasonality: null, changePoints: [], anomalies: [], stationarity: null })
})
