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
  const claims = analyse('claims', subject, known as Before) as { claims: Claim[]; text: string; summary: string }
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
    expect(claims.summary).toMatch(/^"orders" follows "ads" in the same way after 3 samples/)
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
