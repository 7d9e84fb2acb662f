import { gaussian, seeded } from '../../services/reasoning/analysis/numbers/random.ts'
import type { Series, Subject } from '../../services/reasoning/analysis/series/item.ts'
import type { Claim } from '../../services/reasoning/analysis/words/claim.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)

/** What was put into a simulated series. */
export interface Planted {
  readonly trend: -1 | 0 | 1
  readonly step: -1 | 0 | 1
  /** Of the step. */
  readonly at: number
  /** Index of a value that was moved; -1 for none. */
  readonly spike: number
}

/** Noise in which each value takes over a share of the one before. */
export function ar1(n: number, phi: number, normal: () => number): Float64Array {
  let v = normal() / Math.sqrt(1 - phi * phi)
  return Float64Array.from({ length: n }, () => (v = phi * v + normal()))
}

export const daily = (id: string, v: Float64Array): Series => ({ id, label: id, v, t: v.map((_, i) => START + i * DAY), notes: [] })

export const subjectOf = (objective: string, series: readonly Series[]): Subject => ({
  objective,
  hints: [],
  profile: 'default',
  series,
  datasets: [],
})

/** A series of 60 to 240 days: as often noise alone as with a trend, a step or a spike of a size between hidden and plain. */
export function simulated(seed: number): { subject: Subject; planted: Planted } {
  const uniform = seeded(seed)
  const n = 60 + Math.floor(uniform() * 181)
  const v = ar1(n, uniform() * 0.6, gaussian(uniform))
  const kind = Math.floor(uniform() * 6)
  const sign = uniform() < 0.5 ? -1 : 1
  const size = sign * (0.5 + 4 * uniform())
  const at = Math.floor(n * (0.2 + 0.6 * uniform()))
  const planted: Planted = { trend: kind === 0 ? sign : 0, step: kind === 1 ? sign : 0, at, spike: kind === 2 ? at : -1 }
  if (kind === 0) for (let i = 0; i < n; i++) v[i]! += (size * i) / n
  if (kind === 1) for (let i = at; i < n; i++) v[i]! += size
  if (kind === 2) v[at]! += 2.5 * size
  return { subject: subjectOf('What happened?', [daily('visits', v)]), planted }
}

/** Whether a claim is true of what was planted; without one, whether it is true that nothing was. */
export function isTrue(claim: Claim | undefined, { trend, step, at, spike }: Planted): boolean {
  const moved = trend || step
  if (!claim) return moved === 0 && spike < 0
  const way = claim.direction === 'up' ? 1 : claim.direction === 'down' ? -1 : 0
  const index = claim.t === null ? -1 : Math.round((Date.parse(claim.t) - START) / DAY)
  switch (claim.kind) {
    case 'trend':
      return way === moved
    case 'change':
      return step !== 0 && way === step && Math.abs(index - at) <= 5
    case 'anomaly':
      return Math.abs(index - spike) <= 1
    case 'comparison':
      return way === moved
    default:
      return false
  }
}
