import { element, svgElement } from '../../parts/element.js'
import { compact, number } from '../../parts/format.js'

/** A drawing with its title, and the same numbers as a table for those who do not see it. */
function chart(title, rows, unit, drawing) {
  return element(
    'figure',
    { className: 'chart card' },
    element('figcaption', {}, title),
    drawing,
    element(
      'table',
      { className: 'unseen' },
      element('caption', {}, title),
      element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'Group'), element('th', { scope: 'col' }, unit))),
      element(
        'tbody',
        {},
        ...rows.map((r) => element('tr', {}, element('th', { scope: 'row' }, r.label), element('td', {}, number(r.value)))),
      ),
    ),
  )
}

const ROW = 34

/** Horizontal bars, largest first; what is beyond `most` is summed up. Coordinates are per cent, so that words keep their size. */
export function barChart(title, entries, unit, most = 6) {
  const sorted = [...entries].sort((a, b) => b.value - a.value)
  const rest = sorted.slice(most)
  const rows =
    rest.length > 1
      ? [...sorted.slice(0, most), { label: `${rest.length} others`, value: rest.reduce((sum, r) => sum + r.value, 0) }]
      : sorted
  const top = Math.max(1, ...rows.map((r) => r.value))
  const svg = svgElement('svg', { width: '100%', height: rows.length * ROW, 'aria-hidden': 'true' })
  for (const [i, { label, value }] of rows.entries()) {
    const y = i * ROW
    svg.append(
      svgElement('text', { x: 0, y: y + 13 }, label.length > 30 ? `${label.slice(0, 29)}…` : label),
      svgElement('text', { x: '100%', y: y + 13, 'text-anchor': 'end', class: 'value' }, compact(value)),
      svgElement('rect', { x: 0, y: y + 19, width: '100%', height: 8, rx: 4, class: 'ground' }),
      svgElement('rect', { x: 0, y: y + 19, width: `${Math.max(1, (value / top) * 100)}%`, height: 8, rx: 4, class: 'bar' }),
    )
  }
  return chart(title, rows, unit, svg)
}

const HEIGHT = 132
const BASE = 112

/** Columns in a given order: over time, or over classes of size. The first, the last and the highest are named. */
export function columnChart(title, rows, unit) {
  const top = Math.max(1, ...rows.map((r) => r.value))
  // A few columns keep to the left rather than grow into walls.
  const width = 100 / Math.max(8, rows.length)
  const svg = svgElement('svg', { width: '100%', height: HEIGHT, 'aria-hidden': 'true' })
  svg.append(svgElement('line', { x1: 0, x2: '100%', y1: BASE + 0.5, y2: BASE + 0.5, class: 'axis' }))
  const highest = rows.findIndex((r) => r.value === top)
  for (const [i, { label, value }] of rows.entries()) {
    const height = value === 0 ? 0 : Math.max(2, (value / top) * (BASE - 20))
    svg.append(
      svgElement(
        'rect',
        { x: `${i * width + width * 0.12}%`, y: BASE - height, width: `${width * 0.76}%`, height, rx: 2, class: 'bar' },
        svgElement('title', {}, `${label}: ${number(value)}`),
      ),
    )
    if (i === highest)
      svg.append(
        svgElement(
          'text',
          { x: `${(i + 0.5) * width}%`, y: BASE - height - 6, 'text-anchor': anchor(i, rows.length), class: 'value' },
          compact(value),
        ),
      )
  }
  // Below a few columns there is no room for a label at either end, and a label elsewhere would seem to name what stands above it.
  const narrow = rows.length > 1 && rows.length * width < 78
  if (rows.length)
    svg.append(svgElement('text', { x: 0, y: HEIGHT - 4 }, narrow ? `${rows[0].label} to ${rows.at(-1).label}` : rows[0].label))
  if (rows.length > 1 && !narrow)
    svg.append(svgElement('text', { x: `${rows.length * width}%`, y: HEIGHT - 4, 'text-anchor': 'end' }, rows.at(-1).label))
  return chart(title, rows, unit, svg)
}

const anchor = (i, count) => (i < count * 0.1 ? 'start' : i > count * 0.9 ? 'end' : 'middle')
