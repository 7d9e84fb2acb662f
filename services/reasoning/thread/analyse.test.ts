import { describe, expect, it } from 'vitest'
import type { Subject } from '../analysis/series/item.ts'
import { DAY, noisy, START, series, subjectOf, whole } from './whole-run.fixture.ts'

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

  it('both parts of a question are answered, in its order', () => {
    const load = noisy(6, 168, (i) => 100 + (i % 7 === 3 ? 25 : 0) + (i === 60 ? 60 : 0))
    const { claims } = told(subjectOf('How does load go over the week, and which days were unusual?', series('load', load)))
    expect(claims.summary).toMatch(/^"load" is at its highest on Sundays, .* "load" is 1[56]\d(\.\d+)? at 2026-03-02, /)
  })

  it('what goes the way that was asked for comes first, and that nothing does is said', () => {
    const bump = series(
      'visits',
      noisy(5, 150, (i) => (i < 50 ? 100 : i < 100 ? 80 : 90)),
    )
    expect(told(subjectOf('When did visits jump up?', bump)).claims.summary).toMatch(
      /^The mean of "visits" goes from 80\.\d+ up to (89|90)/,
    )
    expect(told(subjectOf('When did visits drop?', bump)).claims.summary).toMatch(
      /^The mean of "visits" goes from (99|100)(\.\d+)? down to (79|80)/,
    )
    const fall = series(
      'visits',
      noisy(5, 100, (i) => (i < 50 ? 100 : 80)),
    )
    expect(told(subjectOf('When did visits jump up?', fall)).claims.summary).toMatch(/^No rise was found in "visits"\. The mean .* down to/)
  })

  it('a spread that widens is told, and what is highest with its day', () => {
    const latency = series(
      'latency',
      noisy(7, 160, () => 0).map((e, i) => 100 + (i >= 90 ? 12 : 3) * e),
    )
    expect(told(subjectOf('Has latency become less stable?', latency)).claims.summary).toMatch(
      /^The spread of "latency" changes at 2026-0(3-3|4-0)\d\./,
    )
    expect(told(subjectOf('What was the highest value?', latency)).claims.summary).toMatch(
      /^The highest value of "latency" is 1[23]\d(\.\d)? at 2026-/,
    )
  })

  it('a day that is named comes first, or that nothing was found around it', () => {
    const visits = series(
      'visits',
      noisy(5, 180, (i) => 500 + (i >= 91 ? 8 : 0) - (i >= 140 ? 30 : 0)),
    )
    expect(told(subjectOf('Did the release on 2026-04-02 change visits?', visits)).claims.summary).toMatch(
      /^The mean of "visits" .* at 2026-04-02\./,
    )
    expect(told(subjectOf('Did the release on 2026-02-10 change visits?', visits)).claims.summary).toMatch(
      /^Nothing was found around 2026-02-10\./,
    )
  })

  it('who asks for two series hears of these two, with their number', () => {
    const [ads, heat] = [noisy(8, 120, () => 0), noisy(3, 120, () => 20)]
    const all = [
      series('ads', ads),
      series('heat', heat),
      series(
        'sales',
        noisy(9, 120, (i) => 50 + 3 * (ads[i - 2] ?? 0)),
      ),
    ]
    const { summary } = told(subjectOf('Do sales depend on heat?', ...all)).claims
    expect(summary).toMatch(/^Between "heat" and "sales" there is no correlation beyond chance: Pearson's r is -?0\.\d+ \(q = /)
    expect(told(subjectOf('What is a typical number of ads?', ...all)).claims.summary).toMatch(
      /^"ads" is -?\d.* on average, with a median of /,
    )
  })

  it('a far value and its neighbours are told once', () => {
    const t = Float64Array.from({ length: 400 }, (_, i) => START + i * 3_600_000)
    const v = Float64Array.from(noisy(8, 400, (i) => (i >= 200 && i < 203 ? 30 - i / 100 : i === 320 ? -20 : 0)))
    const { claims } = told(subjectOf('Is anything unusual?', { id: 'a', label: 'a', notes: [], t, v }))
    expect(claims.claims.filter(({ kind }) => kind === 'anomaly')).toHaveLength(2)
  })

  it('changes are not looked for where points are missing, and none stands between two points', () => {
    const all = noisy(4, 200, () => 50)
    const t = Float64Array.from(all, (_, i) => START + (i < 120 ? i : i + 90) * DAY)
    const { temporal } = told(
      subjectOf('When did it change?', { id: 'a', label: 'a', notes: [], t, v: Float64Array.from(all, (v, i) => (i < 120 ? v : v + 1)) }),
    )
    expect(temporal?.series[0]?.gaps).toMatchObject([{ missing: 90 }])
    for (const { before_mean, after_mean } of temporal!.series[0]!.changePoints)
      expect([before_mean, after_mean].every(Number.isFinite)).toBe(true)
    expect(temporal?.series[0]?.changePoints.length).toBeLessThanOrEqual(1)
  })

  it('a series that rises step by step has a trend, though what is left of a line wanders', () => {
    let level = 100
    const rising = noisy(3, 300, () => 0).map((e) => (level += 2 + e))
    const { temporal, claims } = told(subjectOf('Does it grow?', series('people', rising)))
    expect(temporal?.series[0]?.trend).toMatchObject({ direction: 'up', slope: { per: 'day' } })
    expect(claims.confidence).toBeGreaterThan(0.95)
  })

  it('months are told apart without the course of the series', () => {
    const t = Float64Array.from({ length: 240 }, (_, i) => Date.UTC(2000, i, 1))
    const v = Float64Array.from(noisy(2, 240, (i) => 50 * i + (i % 12 === 4 ? 20 : 0)))
    const { claims } = told(subjectOf('Which month is the highest?', { id: 'a', label: 'a', notes: [], t, v }))
    expect(claims.summary).toMatch(/^"a" is at its highest in May, /)
  })

  it('what goes together is no cause', () => {
    const base = noisy(8, 163, () => 0)
    const late = noisy(9, 160, (i) => 10 + 2 * base[i]!)
    const { claims } = told(subjectOf('Do ads drive orders?', series('ads', base.slice(3)), series('orders', late)))
    expect(claims.summary).toMatch(/cause of the other\.$/)
  })
})

it('of exact values there is nothing unusual, and the jump of a cycle is no change', () => {
  const week = Array.from({ length: 40 }, (_, i) => 1e15 * (i % 7) + i)
  expect(whole(subjectOf('x', series('a', week))).temporal?.series[0]?.anomalies).toEqual([])
  const short = Array.from({ length: 10 }, (_, i) => i % 5)
  expect(whole(subjectOf('x', series('a', short))).temporal?.series[0]?.changePoints).toEqual([])
})

it('a holiday is known by how people call it', () => {
  const t = Float64Array.from({ length: 120 }, (_, i) => Date.UTC(2025, 9, 1 + i))
  const v = Float64Array.from(noisy(3, 120, (i) => 100 + (i === 85 ? -40 : 0)))
  const subject = subjectOf('Is anything unusual?', { id: 'a', label: 'a', notes: [], t, v })
  const { domain } = whole({ ...subject, hints: ['Shops close at Christmas', 'Easter was quiet', '<b>ham</b>'] })
  expect(domain?.hints.map(({ status }) => status)).toEqual(['supported', 'not found', 'unclear'])
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
