import { crossSums } from '../numbers/fft.ts'
import { deviation, isConstant, mean } from '../numbers/moments.ts'
import type { Series } from '../series/item.ts'

/** Steps to which each series is brought before shapes are compared. */
const STEPS = 128
/** Two shapes further apart are no kin: at no shift they correlate by more than 0.7. */
const FARTHEST = 0.3

/** Series of one shape: sets of ids, the largest first; each series in one. */
export function clustersOf(all: readonly Series[]): { members: string[] }[] {
  const series = all.filter(({ v }) => v.length >= 4 && !isConstant(v))
  const shapes = series.map((s) => shapeOf(s.v))
  const distances = shapes.map((a, i) => Float64Array.from(shapes, (b, j) => (j < i ? shapeDistance(a, b) : 0)))
  for (const [i, row] of distances.entries()) for (let j = i + 1; j < row.length; j++) row[j] = distances[j]![i]!
  return mergeNear(distances, FARTHEST)
    .map((members) => ({ members: members.map((i) => series[i]!.id) }))
    .toSorted((a, b) => b.members.length - a.members.length)
}

/** Means of as many stretches, without level and scale. */
function shapeOf(v: Float64Array): Float64Array {
  const at = (i: number) => (i * v.length) / STEPS
  const steps = Float64Array.from({ length: STEPS }, (_, i) => {
    const from = Math.floor(at(i))
    return mean(v, from, Math.max(from + 1, Math.floor(at(i + 1))))
  })
  const [m, s] = [mean(steps), deviation(steps) * Math.sqrt((STEPS - 1) / STEPS)]
  return steps.map((x) => (s > 0 ? (x - m) / s : 0))
}

/** One less the greatest correlation at any shift (Paparrizos and Gravano 2015). */
function shapeDistance(a: Float64Array, b: Float64Array): number {
  return 1 - crossSums(a, b, STEPS / 4).reduce((most, v) => Math.max(most, v), 0) / STEPS
}

/** Joins the two groups with the least mean distance until it is over the bound: average linkage. */
export function mergeNear(distances: readonly Float64Array[], bound: number): number[][] {
  const groups = distances.map((_, i) => [i])
  const between = distances.map((row) => row.slice())
  for (;;) {
    let [best, a, b] = [bound, -1, -1]
    for (let i = 0; i < groups.length; i++)
      for (let j = 0; j < i; j++)
        if (groups[i]!.length > 0 && groups[j]!.length > 0 && between[i]![j]! < best) [best, a, b] = [between[i]![j]!, j, i]
    if (a < 0) return groups.filter((g) => g.length > 0)
    const [na, nb] = [groups[a]!.length, groups[b]!.length]
    for (let k = 0; k < groups.length; k++) between[a]![k] = between[k]![a] = (na * between[a]![k]! + nb * between[b]![k]!) / (na + nb)
    groups[a]!.push(...groups[b]!)
    groups[b] = []
  }
}
