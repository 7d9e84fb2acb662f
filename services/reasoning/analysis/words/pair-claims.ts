import type { Pair } from '../correlation/correlate.ts'
import { certaintyOfP } from './certainty.ts'
import { type Draft, NOTHING_EFFECT } from './claim.ts'
import { quote, show, showP } from './show.ts'
import { type Steps, spanOf } from './span.ts'

const FALSE_RATE = 0.05

/** Sure, and yet hardly anything: less than a hundredth of what varies. */
const barely = (r: number): string => (Math.abs(r) < 0.1 ? 'barely ' : '')

/** What can be said of two series: only what is no false discovery at 5 %, and where `always` that there is nothing. `steps`: of the first of them. */
export function claimsOfPair(pair: Pair, at: string, steps: Steps, always: boolean): Draft[] {
  const { a, b, pearson, q_value, p_value, best_lag, lag_correlation, lag_p_value, spurious } = pair
  const found: Draft[] = []
  const references = [
    { path: `${at}.pearson`, value: pearson },
    { path: `${at}.q_value`, value: q_value },
  ]
  if (q_value < FALSE_RATE) {
    const direction = pearson > 0 ? 'up' : 'down'
    const text = spurious
      ? `${quote(a)} and ${quote(b)} both wander: their correlation of ${show(pearson)} may be chance, their differences do not go together.`
      : `${quote(a)} and ${quote(b)} ${barely(pearson)}${direction === 'up' ? 'go together' : 'go against each other'}: Pearson's r is ${show(pearson)} (${showP('q', q_value)}).`
    found.push({
      ...{ kind: 'correlation', about: [a, b], t: null, direction: spurious ? null : direction, text, references },
      ...{ effect: spurious ? 0.05 : pearson ** 2, certainty: spurious ? 0.5 : certaintyOfP(Math.max(p_value, q_value)) },
    })
  }
  if (best_lag !== 0) {
    const [first, second] = best_lag > 0 ? [a, b] : [b, a]
    found.push({
      ...{ kind: 'lag', about: [second, first], t: null, direction: lag_correlation > 0 ? 'up' : 'down' },
      text: `${quote(second)} ${barely(lag_correlation)}follows ${quote(first)} ${lag_correlation > 0 ? 'in the same way' : 'the other way'} after ${spanOf(Math.abs(best_lag), steps)} (r ${show(lag_correlation)}, ${showP('p', lag_p_value)}).`,
      effect: lag_correlation ** 2,
      certainty: certaintyOfP(lag_p_value),
      references: [
        { path: `${at}.best_lag`, value: best_lag },
        { path: `${at}.lag_correlation`, value: lag_correlation },
      ],
    })
  }
  if (found.length === 0 && always)
    found.push({
      ...{ kind: 'correlation', about: [a, b], t: null, direction: null, references, effect: NOTHING_EFFECT },
      text: `Between ${quote(a)} and ${quote(b)} there is no correlation beyond chance: Pearson's r is ${show(pearson)} (${showP('q', q_value)}).`,
      certainty: Math.min(1, 0.5 + q_value / 2),
    })
  return found
}
