import { element } from '../../parts/element.js'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** An amount as people read it. */
export const amount = (value) => (value === null ? '' : dollars.format(value))

function bar(share) {
  const fill = element('div')
  fill.style.setProperty('--done', `${share * 100}%`)
  return element('div', { className: 'track', 'aria-hidden': 'true' }, fill)
}

/**
 * Bars with their names and numbers.
 * @param {string} title
 * @param {{ name: string, value: number, shown: string }[]} items
 * @param {string} none what is said where there are none
 */
export function costBars(title, items, none) {
  const most = Math.max(1, ...items.map(({ value }) => value))
  const bars = items.map(({ name, value, shown }) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, shown), bar(Math.max(0, value) / most)),
  )
  return element(
    'div',
    { className: 'card padded' },
    element('h3', {}, title),
    items.length ? element('dl', { className: 'cost-bars' }, ...bars) : element('p', { className: 'soft' }, none),
  )
}
