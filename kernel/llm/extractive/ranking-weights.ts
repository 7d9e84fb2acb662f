/** What each feature of a candidate counts in its place among the others. */
const WEIGHTS = {
  coverage: 1,
  own: 0.25,
  key: 0.15,
  role: 0.2,
  typed: 0.2,
  untyped: -0.2,
  near: 0.15,
  proximity: 0.1,
  rank: 0.08,
  defines: 0.3,
  heading: -0.5,
  long: -0.1,
  list: 0.25,
  otherList: -0.2,
  lead: -0.5,
  series: 0.2,
  reference: -0.4,
  condition: -0.1,
}

export type Features = Readonly<Record<keyof typeof WEIGHTS, number>>

export function scoreOf(features: Features): number {
  let score = 0
  for (const name of Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]) score += WEIGHTS[name] * features[name]
  return score
}
