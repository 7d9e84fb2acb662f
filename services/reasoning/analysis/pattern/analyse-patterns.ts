import { deviation, isConstant, mean } from '../numbers/moments.ts'
import { quantileOf } from '../numbers/order.ts'
import { toGrid } from '../series/grid.ts'
import type { Series, Subject } from '../series/item.ts'
import type { TemporalItem } from '../temporal/analyse-series.ts'
import { clustersOf } from './clusters.ts'
import { compareDatasets } from './compare-datasets.ts'
import { distributionOf } from './distribution.ts'
import { motifsOf } from './motifs.ts'
import { outliersOf } from './outliers.ts'

const QUANTILES = { p01: 0.01, p05: 0.05, p25: 0.25, p50: 0.5, p75: 0.75, p95: 0.95, p99: 0.99 }

/** What the values of each series and dataset look like, and which series have one shape. `temporal`: what is known of their course. */
export function analysePatterns({ series, datasets }: Pick<Subject, 'series' | 'datasets'>, temporal: readonly TemporalItem[] = []) {
  const shapes = clustersOf(series)
  const byId = new Map(temporal.map((item) => [item.id, item]))
  const clusterOf = (id: string) => {
    const at = shapes.findIndex(({ members }) => members.includes(id))
    return at < 0 ? [] : [{ cluster: at + 1, members: shapes[at]!.members }]
  }
  return {
    items: [
      ...series
        .filter(({ v }) => v.length > 0)
        .map((s) => ({ ...valuesOf(s.id, s.label, s.v, s.t), clusters: clusterOf(s.id), ...inOrder(s, byId.get(s.id)) })),
      ...datasets
        .filter(({ v }) => v.length > 0)
        .map((d) => ({ ...valuesOf(d.id, d.label, d.v), clusters: [], motifs: null, regimes: [], notes: [...d.notes] })),
    ],
    clusters: shapes,
    differences: compareDatasets(datasets),
  }
}
export type Patterns = ReturnType<typeof analysePatterns>

function valuesOf(id: string, label: string, v: Float64Array, t?: Float64Array) {
  const sorted = v.toSorted()
  const constant = isConstant(v)
  const quantiles = Object.fromEntries(Object.entries(QUANTILES).map(([name, q]) => [name, quantileOf(sorted, q)]))
  return {
    ...{ id, label, n: v.length, mean: mean(v), sd: deviation(v) },
    quantiles: { min: sorted[0]!, ...quantiles, max: sorted.at(-1)! } as Record<string, number>,
    distribution: constant ? null : distributionOf(sorted),
    outliers: constant ? [] : outliersOf(v, sorted),
    extremes: { highest: firstOf(sorted.at(-1)!, v, t), lowest: firstOf(sorted[0]!, v, t) },
  }
}

/** A value with the moment at which it comes first. */
function firstOf(value: number, v: Float64Array, t: Float64Array | undefined) {
  return { v: value, t: t ? new Date(t[v.indexOf(value)]!).toISOString() : null }
}

/** What needs the order of the values: its regimes lie between the changes of its course. */
function inOrder({ t, v, notes }: Series, course: TemporalItem | undefined) {
  if (v.length < 3 || isConstant(v)) return { motifs: null, regimes: [], notes: [...notes] }
  const { motifs, note } = motifsOf(toGrid(t, v).x, course?.seasonality?.period ?? 0)
  const starts = [0, ...(course?.changePoints ?? []).map((c) => c.index), v.length]
  const regimes = starts.slice(1).map((to, i) => {
    const from = starts[i]!
    return { from: new Date(t[from]!).toISOString(), points: to - from, mean: mean(v, from, to), sd: deviation(v, from, to) }
  })
  return { motifs, regimes: regimes.length > 1 ? regimes : [], notes: [...notes, ...(note ? [note] : [])] }
}
