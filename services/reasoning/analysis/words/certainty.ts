/** How sure a finding is, from its p-value: the least odds that Sellke, Bayarri and Berger (2001) leave to chance, at even odds before. */
export function certaintyOfP(p: number): number {
  if (p >= 1 / Math.E) return 0.5
  return p <= 1e-12 ? 1 : 1 / (1 - Math.E * p * Math.log(p))
}

/** How sure an unusual value is, by its distance in robust deviations beyond those that noise has. */
export const certaintyOfScore = (score: number): number => 1 - Math.exp(-Math.max(0, Math.abs(score) - 2) / 2)
