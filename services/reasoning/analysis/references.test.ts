// Values by SciPy, statsmodels, ruptures, stumpy, pymannkendall and holidays; bench/reasoning/references.py made them.
import { describe, expect, it, test } from 'vitest'
import { readProfiles } from '../read-profiles.ts'
import { falseDiscoveries } from './correlation/false-discoveries.ts'
import { partialCorrelations } from './correlation/partial.ts'
import { autocorrelations } from './correlation/prewhiten.ts'
import { holidayOn } from './domain/holidays.ts'
import { chiSquaredTail, digamma, logGamma } from './numbers/gamma.ts'
import { pearson, squares } from './numbers/moments.ts'
import { normalQuantile, normalTail } from './numbers/normal.ts'
import { quantileOf, ranks } from './numbers/order.ts'
import { correlationP, fTail, studentTwoSided } from './numbers/student.ts'
import { mergeNear } from './pattern/clusters.ts'
import { compareDatasets, mannWhitney } from './pattern/compare-datasets.ts'
import { ksStatistic } from './pattern/distribution.ts'
import { families } from './pattern/families.ts'
import { matrixProfile } from './pattern/matrix-profile.ts'
import references from './references.fixture.json' with { type: 'json' }
import { betweenGroups } from './temporal/calendar.ts'
import { mannKendall } from './temporal/mann-kendall.ts'
import { pelt } from './temporal/pelt.ts'
import { adfTest, kpssTest } from './temporal/stationarity.ts'
import { theilSen } from './temporal/theil-sen.ts'

const { groups, clusters, holidays, special, trends, stationarity, correlations, distributions, segments, profiles } = references
const doubles = (values: readonly number[]) => Float64Array.from(values)

/** Equal to so many digits, relative to the value where it is far from 1. */
function near(got: number, want: number, digits = 1e-9): void {
  expect(Math.abs(got - want), `${got}, expected ${want}`).toBeLessThanOrEqual(digits * Math.max(1e-3, Math.abs(want)))
}

describe('special functions agree with SciPy', () => {
  test('normal', () => {
    for (const [z, p] of special.normal_tail) near(normalTail(z!), p!)
    for (const [p, z] of special.normal_quantile) near(normalQuantile(p!), z!)
  })
  test('Student and F', () => {
    for (const [t, df, p] of special.student_two_sided) near(studentTwoSided(t!, df!), p!)
    for (const [f, a, b, p] of special.f_tail) near(fTail(f!, a!, b!), p!)
  })
  test('gamma and chi-squared', () => {
    for (const [x, df, p] of special.chi_squared_tail) near(chiSquaredTail(x!, df!), p!)
    for (const [x, v] of special.log_gamma) near(logGamma(x!), v!)
    for (const [x, v] of special.digamma) near(digamma(x!), v!)
  })
})

it.each(trends.map((t, i) => [i, t] as const))('trend %i has the S, z, p and slope of pymannkendall and SciPy', (_, {
  x,
  s,
  z,
  p,
  slope,
}) => {
  const found = mannKendall(doubles(x))
  expect(found.s).toBe(s)
  near(found.z, z)
  near(found.p, p)
  near(theilSen([...x.keys()], x), slope)
})

it.each(stationarity.map((s, i) => [i, s] as const))('series %i has the tests of statsmodels', (_, { x, adf, kpss }) => {
  const [a, k] = [adfTest(doubles(x))!, kpssTest(doubles(x))!]
  expect([a.lags, k.lags]).toEqual([adf[2], kpss[2]])
  near(a.statistic, adf[0]!, 1e-6)
  near(a.p_value, adf[1]!, 1e-6)
  near(k.statistic, kpss[0]!, 1e-6)
  near(k.p_value, kpss[1]!, 1e-6)
})

describe('correlations agree with SciPy and statsmodels', () => {
  const { x, y, z, rounded_y, p, q, acf } = correlations
  test('Pearson with its p-value, and Spearman with ties', () => {
    near(pearson(x, y), correlations.pearson[0]!)
    near(correlationP(pearson(x, y), x.length), correlations.pearson[1]!, 1e-6)
    near(pearson(ranks(x), ranks(rounded_y)), correlations.spearman)
  })
  test('partial', () => {
    const all = [x, y, z]
    near(partialCorrelations(all.map((a) => Float64Array.from(all, (b) => pearson(a, b))))![0]![1]!, correlations.partial_xy)
  })
  test('autocorrelations', () => {
    for (const [k, v] of autocorrelations(doubles(x), 6).entries()) near(v, acf[k]!)
  })
  test('Benjamini and Hochberg', () => {
    for (const [i, v] of falseDiscoveries(p).entries()) near(v, q[i]!)
  })
})

describe('distributions agree with SciPy', () => {
  const fitted = [...families.flatMap((estimate) => estimate(doubles(distributions.positive)) ?? [])]
  const others = families.flatMap((estimate) => estimate(doubles(distributions.any)) ?? [])
  test.each(Object.entries(distributions.fits))('%s', (name, { log_likelihood, ks }) => {
    const positive = ['gamma', 'weibull', 'lognormal', 'exponential'].includes(name)
    const found = (positive ? fitted : others).find(({ family }) => family === name)!
    near(found.logLikelihood, log_likelihood, 1e-6)
    // SciPy's optimiser stops at some digits of the parameters.
    near(ksStatistic(doubles(positive ? distributions.positive : distributions.any), found), ks, 1e-3)
  })
  test('quantiles', () => {
    for (const [i, p] of [0.01, 0.25, 0.5, 0.95].entries()) near(quantileOf(distributions.any, p), distributions.quantiles[i]!)
  })
})

test.each(Object.entries(segments.starts))('the best segments at a penalty of %s are those of ruptures', (penalty, starts) => {
  const x = doubles(segments.x)
  const cost = (from: number, to: number) => (to - from) * Math.log(squares(x, from, to) / (to - from))
  expect(pelt({ length: x.length, shortest: 5, cost }, Number(penalty))).toEqual(starts)
})

test('the matrix profile is that of stumpy', () => {
  const { distances } = matrixProfile(doubles(profiles.x), profiles.width)
  for (const [i, d] of distances.entries()) near(d, profiles.distances[i]!, 1e-6)
})

test.each(groups.map((g, i) => [i, g] as const))('datasets %i are compared as SciPy does', (_, {
  a,
  b,
  welch_p,
  low,
  high,
  u,
  u_p,
  anova_p,
}) => {
  const sets = [a, b].map((v, i) => ({ id: `s${i}`, label: '', notes: [], v: doubles(v) }))
  const [found] = compareDatasets(sets)
  near(found!.p_value, welch_p)
  near(found!.low, low, 1e-8)
  near(found!.high, high, 1e-8)
  const ranked = mannWhitney(doubles(a), doubles(b))
  expect(ranked.u).toBe(u)
  near(ranked.p, u_p)
  near(found!.rank_p_value, u_p)
  near(betweenGroups(doubles([...a, ...b]), [...a.map(() => 0), ...b.map(() => 1)])!.p, anova_p)
})

test('groups by average linkage are those of SciPy', () => {
  const found = mergeNear(clusters.distances.map(doubles), 0.5)
  const byLabel = Map.groupBy(clusters.labels.keys(), (i) => clusters.labels[i]!)
  expect(new Set(found.map((g) => g.toSorted((x, y) => x - y).join()))).toEqual(new Set([...byLabel.values()].map((g) => g.join())))
})

test('holidays are those of the package of that name', () => {
  const rules = readProfiles().holidays
  for (const [day, name] of holidays) expect([day, holidayOn(`${day}T12:00:00.000Z`, rules)]).toEqual([day, name])
})
