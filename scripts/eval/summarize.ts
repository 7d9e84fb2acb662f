import { type Difference, mean, pairedBootstrap } from './bootstrap.ts'
import type { Measure } from './measures.ts'
import type { Outcome } from './outcome.ts'
import type { EvalCase } from './read-cases.ts'

/** A measure over all cases that tell it, for each side, and the difference over those that tell it of both. */
export interface Row {
  readonly name: string
  readonly better: Measure['better']
  readonly digits: number
  /** Cases that count. */
  readonly cases: number
  readonly means: readonly (number | undefined)[]
  /** Second side minus first; undefined with one side or without cases. */
  readonly difference: Difference | undefined
}

/** One row a measure that any case tells. `outcomes` holds each case's one or two answers. */
export function summarize(
  cases: readonly EvalCase[],
  outcomes: readonly (readonly Outcome[])[],
  measures: readonly Measure[],
  seed: number,
): Row[] {
  const sides = outcomes[0]?.length ?? 0
  return measures.flatMap((measure) => {
    const figures = cases.map((evalCase, i) => outcomes[i]!.map((outcome) => measure.of(evalCase, outcome)))
    const means = Array.from({ length: sides }, (_, side) => {
      const known = figures.map((f) => f[side]).filter((x) => x !== undefined)
      return known.length ? mean(known) : undefined
    })
    if (means.every((x) => x === undefined)) return []
    const pairs = figures.flatMap(([a, b]) => (a === undefined || b === undefined ? [] : [b - a]))
    const { name, better, digits } = measure
    const counted = figures.filter((f) => f.some((x) => x !== undefined)).length
    return [{ name, better, digits, cases: counted, means, difference: pairedBootstrap(pairs, seed) }]
  })
}
