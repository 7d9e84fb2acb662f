import { element } from '../../parts/element.js'

const MOST = 30
const two = (value) => (Math.abs(value) < 0.005 ? '0.00' : value.toFixed(2))

/** Whether a pair goes together better some points apart than at once, and surely. */
const lagged = ({ best_lag: lag, pearson, lag_correlation: r, lag_p_value: p }) => lag !== 0 && p < 0.05 && Math.abs(r) > Math.abs(pearson)

/** What each pair says, in words: strength, lag, whether chance explains it, and the caveat. */
export function pairWords(pair, { nameOf, spanOf }) {
  const { a, b, pearson, spearman, best_lag: lag, lag_correlation: r, lag_p_value: p, q_value: q, spurious } = pair
  const [first, second] = (lag > 0 ? [a, b] : [b, a]).map(nameOf)
  const sure = q < 0.05 ? `q ${tiny(q)}` : `may be chance, q ${tiny(q)}`
  return [
    `${nameOf(a)} and ${nameOf(b)} at once: r = ${two(pearson)}, by rank ${two(spearman)} (${sure}).`,
    lagged(pair) && `${second} follows ${first} by ${spanOf(a, Math.abs(lag))}: r = ${two(r)} (p ${tiny(p)}).`,
    spurious && 'Both wander, and their changes do not go together.',
  ]
    .filter(Boolean)
    .join(' ')
}

const tiny = (value) => (value < 0.001 ? '< 0.001' : `= ${value.toFixed(3)}`)

/**
 * Correlations of all pairs as a table whose cells are coloured; pairs that chance explains are pale. `onPair` gets the pair of a cell;
 * `words` says how an item is called and how long a lag of a series is.
 */
export function heatMap(pairs, onPair, words) {
  const names = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))].slice(0, MOST)
  const of = (a, b) => pairs.find((p) => (p.a === a && p.b === b) || (p.a === b && p.b === a))
  const cell = (a, b) => {
    if (a === b) return element('td', { className: 'self' }, '')
    const pair = of(a, b)
    if (!pair) return element('td', {}, '–')
    const later = lagged(pair)
    const said = later ? `${two(pair.lag_correlation)}, ${words.spanOf(pair.a, Math.abs(pair.best_lag))} apart` : two(pair.pearson)
    const button = element('button', { type: 'button', title: pairWords(pair, words), onclick: () => onPair(pair) }, said)
    const weak = !(pair.q_value < 0.05 || later) || pair.spurious
    const shown = later ? pair.lag_correlation : pair.pearson
    const td = element('td', { data: { sign: shown < 0 ? 'minus' : 'plus', weak: weak ? 'yes' : 'no' } }, button)
    td.style.setProperty('--strength', String(Math.round(Math.abs(shown) * 100)))
    return td
  }
  return element(
    'div',
    { className: 'table heat', tabindex: '0', role: 'region', 'aria-label': 'Correlations of all pairs' },
    element(
      'table',
      {},
      element(
        'thead',
        {},
        element('tr', {}, element('td', {}), ...names.map((name) => element('th', { scope: 'col' }, words.nameOf(name)))),
      ),
      element(
        'tbody',
        {},
        ...names.map((a) => element('tr', {}, element('th', { scope: 'row' }, words.nameOf(a)), ...names.map((b) => cell(a, b)))),
      ),
    ),
  )
}
