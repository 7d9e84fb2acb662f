import type { ReadRow } from '../ingest/read-rows.ts'
import type { Rule } from './rule.ts'

/** Fewer values of a position tell nothing of what is usual. */
const FEWEST = 8
/** So that the score of normal data is that of standard deviations (Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993). */
const OF_MEDIAN = 0.6745
/** The same for the mean deviation, where more than half of the values are equal (the square root of pi / 2). */
const OF_MEAN = 1.253314

/** An amount is unlike those of the same position. */
export const outlier: Rule = {
  name: 'outlier',
  severity: 'info',
  *check({ rows, thresholds }) {
    const most = thresholds.outlier.threshold
    const groups = Map.groupBy(
      rows.filter((r) => r.position !== null),
      (r) => r.position!.toLowerCase(),
    )
    for (const group of groups.values())
      for (const field of ['salary', 'benefits'] as const) {
        const of = group.filter((r): r is ReadRow & Record<typeof field, number> => r[field] !== null)
        if (of.length < FEWEST) continue
        const values = Float64Array.from(of, (r) => r[field]).sort()
        const middle = medianOf(values)
        const scale = scaleOf(values, middle)
        if (scale === 0) continue
        for (const row of of) {
          const score = (row[field] - middle) / scale
          // what is below zero is told as that, once
          if (Math.abs(score) <= most || row[field] < 0) continue
          const about = { value: row[field], position: row.position!, of: of.length, median: middle, score }
          yield { at: row, field, says: { key: 'outlier', field, ...about } }
        }
      }
  },
}

/** Of sorted values. */
const medianOf = (sorted: Float64Array): number => {
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

function scaleOf(sorted: Float64Array, middle: number): number {
  const deviations = sorted.map((v) => Math.abs(v - middle)).sort()
  const median = medianOf(deviations)
  return median > 0 ? median / OF_MEDIAN : (deviations.reduce((a, b) => a + b, 0) / deviations.length) * OF_MEAN
}
