import { element, svgElement } from '../../parts/element.js'
import { drawToWidth } from './draw-to-width.js'
import { shortNumber } from './short-number.js'

const HEIGHT = 132
const [TOP, BOTTOM] = [22, 22]
/** A cycle of fewer steps is no shape. */
const SHORTEST = 4
const TITLES = { hour: 'By the hour (UTC)', weekday: 'Over the week', month: 'Over the year' }

/** What a series is like over the day, the week or the year: each group above or below the middle of all. */
export function profileChart({ by, groups }) {
  // A week of people begins on Monday.
  const shown = by === 'weekday' ? [...groups.filter((g) => g.name !== 'Sunday'), ...groups.filter((g) => g.name === 'Sunday')] : groups
  const bars = shown.map(({ name, level, mean }) => ({ name, value: level ?? mean }))
  return columns(TITLES[by], bars, (name) => (by === 'hour' ? name.slice(0, 2) : name.slice(0, 3)))
}

/** One cycle of a series whose season is none of the calendar's: the mean of the values at each of its steps. */
export function cycleChart(points, { period }, { step_seconds: step, even_steps: even }, words) {
  if (!even || !(step > 0) || period < SHORTEST || period > points.length / 2) return null
  const sums = Array.from({ length: period }, () => ({ sum: 0, n: 0 }))
  for (const { x, v } of points) {
    const at = sums[Math.round((x - points[0].x) / (1000 * step)) % period]
    at.sum += v
    at.n += 1
  }
  if (sums.some(({ n }) => n === 0)) return null
  const bars = sums.map(({ sum, n }, i) => ({ name: String(i + 1), value: sum / n }))
  return columns(`One cycle of ${words}`, bars, (name) => name)
}

function columns(title, bars, labelOf) {
  const middle = bars.reduce((sum, { value }) => sum + value, 0) / bars.length
  const frame = element('div', { className: 'drawing profile' })
  drawToWidth(frame, (width) => drawing(title, bars, middle, labelOf, width))
  return element('div', {}, element('p', { className: 'small soft' }, `${title}: above and below ${shortNumber(middle)}`), frame)
}

function drawing(title, bars, middle, labelOf, width) {
  const svg = svgElement('svg', {
    ...{ width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img' },
    'aria-label': `${title}. ${bars.length > 40 ? '' : bars.map(({ name, value }) => `${name} ${shortNumber(value)}`).join(', ')}`,
  })
  const values = bars.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const y = (v) => TOP + ((high - v) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM)
  const each = width / bars.length
  const apart = Math.min(4, each * 0.2)
  const every = Math.ceil(28 / each)
  for (const [i, { name, value }] of bars.entries()) {
    const [top, bottom] = [Math.min(y(value), y(middle)), Math.max(y(value), y(middle))]
    const bar = { x: i * each + apart / 2, width: each - apart, y: top, height: Math.max(1, bottom - top) }
    svg.append(
      svgElement('rect', { ...bar, class: value >= middle ? 'over' : 'under' }, svgElement('title', {}, `${name}: ${shortNumber(value)}`)),
    )
    const at = { x: (i + 0.5) * each, 'text-anchor': i === 0 && every > 1 ? 'start' : 'middle' }
    if (i % every === 0) svg.append(svgElement('text', { ...at, y: HEIGHT - 6 }, labelOf(name)))
    if (value === high || value === low) {
      const side = i * each < 30 ? 'start' : (i + 1) * each > width - 30 ? 'end' : 'middle'
      const x = side === 'start' ? i * each : side === 'end' ? (i + 1) * each : (i + 0.5) * each
      svg.append(svgElement('text', { x, y: value === high ? TOP - 8 : y(middle) - 6, 'text-anchor': side }, shortNumber(value)))
    }
  }
  svg.append(svgElement('line', { x1: 0, x2: width, y1: y(middle), y2: y(middle), class: 'rule' }))
  return svg
}
