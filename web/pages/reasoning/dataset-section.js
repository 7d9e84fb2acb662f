import { element, svgElement } from '../../parts/element.js'
import { number } from '../../parts/format.js'
import { drawToWidth } from './draw-to-width.js'
import { shortNumber } from './short-number.js'

const ROW = 34
const MOST = 40
const MOST_PAIRS = 50
const tiny = (value) => (value < 0.001 ? '< 0.001' : value.toFixed(3))

/**
 * Sets of numbers side by side: where their values lie, their figures, and by how much each two differ.
 * @param {object[]} items of `pattern.items`
 * @param {object[]} differences of `pattern.differences`
 * @param {Map<string, string>} names
 */
export function datasetSection(items, differences, names) {
  const shown = items.slice(0, MOST)
  const nameOf = (id) => names.get(id) ?? id
  const frame = element('div', { className: 'drawing boxes' })
  drawToWidth(frame, (width) => boxes(shown, nameOf, width))
  return [
    element(
      'figure',
      { className: 'card series', tabindex: '-1' },
      element(
        'figcaption',
        {},
        element('span', { className: 'soft small' }, 'Line: the middle 90 %; box: the middle half; bar: the median; rings: far values.'),
      ),
      frame,
      figures(shown, nameOf),
      items.length > shown.length && element('p', { className: 'soft' }, `${items.length - shown.length} more are in the download.`),
    ),
    differences.length > 0 && pairs(differences, nameOf),
  ].filter(Boolean)
}

function boxes(items, nameOf, width) {
  const height = items.length * ROW + 22
  const svg = svgElement('svg', {
    ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: 'img' },
    'aria-label': 'Where the values of each set lie; the same in numbers stands below.',
  })
  const low = Math.min(...items.map(({ quantiles: q }) => q.min))
  const high = Math.max(...items.map(({ quantiles: q }) => q.max))
  const x = (v) => 8 + ((v - low) / (high - low || 1)) * (width - 16)
  for (const [i, { id, quantiles: q, outliers = [] }] of items.entries()) {
    const y = i * ROW + 24
    svg.append(
      svgElement('text', { x: 0, y: y - 10 }, nameOf(id)),
      svgElement('line', { x1: x(q.p05), x2: x(q.p95), y1: y, y2: y, class: 'range' }),
      svgElement('rect', { x: x(q.p25), width: Math.max(1, x(q.p75) - x(q.p25)), y: y - 6, height: 12, class: 'half' }),
      svgElement('line', { x1: x(q.p50), x2: x(q.p50), y1: y - 7, y2: y + 7, class: 'median' }),
      ...outliers
        .slice(0, 50)
        .map(({ v }) => svgElement('circle', { cx: x(v), cy: y, r: 3, class: 'odd' }, svgElement('title', {}, shortNumber(v)))),
    )
  }
  svg.append(
    svgElement('text', { x: 0, y: height - 4 }, shortNumber(low)),
    svgElement('text', { x: width, y: height - 4, 'text-anchor': 'end' }, shortNumber(high)),
  )
  return svg
}

const table = (label, heads, rows) =>
  element(
    'div',
    { className: 'table', tabindex: '0', role: 'region', 'aria-label': label },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...heads.map((h) => element('th', { scope: 'col' }, h)))),
      element(
        'tbody',
        {},
        ...rows.map(([first, ...cells]) =>
          element('tr', {}, element('th', { scope: 'row' }, first), ...cells.map((c) => element('td', { className: 'number' }, c))),
        ),
      ),
    ),
  )

const figures = (items, nameOf) =>
  table(
    'Figures of each set',
    ['Set', 'Values', 'Mean', 'Median', 'Deviation', 'Far values', 'Closest to'],
    items.map(({ id, n, mean, sd, quantiles, outliers = [], distribution }) => [
      nameOf(id),
      number(n),
      shortNumber(mean),
      shortNumber(quantiles.p50),
      shortNumber(sd),
      number(outliers.length),
      distribution?.family ?? '–',
    ]),
  )

const pairs = (differences, nameOf) =>
  element(
    'div',
    { className: 'card padded stack-small' },
    element('h3', {}, 'Differences'),
    element('p', { className: 'soft small' }, 'Of the means (Welch), with the range that holds them 95 times of 100; q counts all pairs.'),
    table(
      'Differences of each two sets',
      ['Of', 'Difference', 'Between', 'q', 'Sure'],
      differences
        .slice(0, MOST_PAIRS)
        .map((d) => [
          `${nameOf(d.a)} less ${nameOf(d.b)}`,
          shortNumber(d.difference),
          `${shortNumber(d.low)} and ${shortNumber(d.high)}`,
          tiny(d.q_value),
          d.q_value < 0.05 ? 'yes' : 'may be chance',
        ]),
    ),
  )
