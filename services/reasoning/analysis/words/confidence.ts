import type { Claim, ClaimKind } from './claim.ts'

/**
 * What share of claims was true at which certainty, in simulated runs where as often something happened as nothing did
 * (`npm run bench bench/reasoning.ts calibration` holds other runs against it). Between two, straight.
 */
const SEEN: Partial<Record<ClaimKind, readonly (readonly [given: number, seen: number])[]>> = {
  change: [
    [0, 0.4],
    [0.95, 0.65],
    [0.99, 0.78],
    [0.9999, 0.96],
    [1, 1],
  ],
  trend: [
    [0.5, 0.3],
    [0.766, 0.45],
    [0.878, 0.83],
    [0.955, 0.91],
    [0.993, 0.99],
    [1, 1],
  ],
  anomaly: [
    [0.6, 0.85],
    [0.765, 0.94],
    [0.883, 1],
    [1, 1],
  ],
}
/** Of those runs in which nothing was found, the share in which there was nothing. */
const NOTHING_FOUND = 0.83

/** A certainty as it came true. */
export function calibrated(kind: ClaimKind, certainty: number): number {
  const knots = SEEN[kind]
  if (!knots) return certainty
  const at = knots.findIndex(([given]) => given >= certainty)
  if (at <= 0) return knots[at === 0 ? 0 : knots.length - 1]![1]
  const [[a, from], [b, to]] = [knots[at - 1]!, knots[at]!]
  return from + ((to - from) * (certainty - a)) / (b - a)
}

/** How sure the summary is: as sure as the claim that it begins with, or that there is nothing to claim. */
export const confidenceOf = (insights: readonly Claim[], answered: boolean): number =>
  answered && insights[0] ? insights[0].certainty : NOTHING_FOUND
