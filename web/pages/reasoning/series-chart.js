import { element, svgElement } from '../../parts/element.js'
import { number } from '../../parts/format.js'
import { drawToWidth } from './draw-to-width.js'
import { cycleChart, profileChart } from './profile-chart.js'
import { shortNumber } from './short-number.js'
import { spanWords } from './span-words.js'

const HEIGHT = 220
const [TOP, BOTTOM, LEFT] = [14, 24, 46]
const DAY_MS = 86_400_000
const dateOf = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const momentOf = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/**
 * One series with what was found in it: trend, means between change points, unusual values, what is expected to come. Draws itself anew when
 * its width changes; `mark(t)` points at a moment.
 * @param {{ label: string, points: { t: string, v: number }[] }} series
 * @param {object | undefined} found of `temporal.series`
 */
export function seriesChart({ label, points: given }, found) {
  const points = given.map(({ t, v }) => ({ x: Date.parse(t), v })).sort((a, b) => a.x - b.x)
  const frame = element('div', { className: 'drawing' })
  const figure = element(
    'figure',
    { className: 'card series', tabindex: '-1' },
    element('figcaption', {}, element('strong', {}, label), element('span', { className: 'soft small' }, inWords(found, points.length))),
    frame,
    legend(found),
    profiles(points, found),
    tableOf(found),
  )
  let marked
  const redraw = drawToWidth(frame, (width) => drawing(points, found, width, marked, label))
  return {
    figure,
    mark(t) {
      marked = t === null ? undefined : Date.parse(t)
      redraw()
      figure.scrollIntoView({ block: 'center', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
      figure.focus({ preventScroll: true })
    },
  }
}

/** The calendar where it tells values apart, else one cycle of the season. */
function profiles(points, found) {
  const { calendar = [], seasonality } = found ?? {}
  const drawn =
    calendar.length > 0
      ? calendar.map(profileChart)
      : seasonality
        ? [cycleChart(points, seasonality, found, spanWords(seasonality.period, found))]
        : []
  return drawn.some(Boolean) ? element('div', { className: 'profiles' }, ...drawn) : null
}

/** What the series does in the long run; between its steps, where it has any: a line through them is none of its own. */
function trendWords({ trend, changePoints = [] }) {
  const between = changePoints.length > 0 ? trend.between_changes : undefined
  const way = between ? (between.p_value < 0.05 ? Math.sign(between.slope_per_day) : 0) : { up: 1, down: -1, flat: 0 }[trend.direction]
  const { value, per } = (between ?? trend).slope ?? { value: trend.slope_per_day, per: 'day' }
  const said =
    way === 0 ? 'no trend' : `${way > 0 ? 'rising' : 'falling'} by ${shortNumber(Math.abs(value))} ${per === 'hour' ? 'an' : 'a'} ${per}`
  return between ? `${said} between its changes` : said
}

function inWords(found, count) {
  if (!found) return `${number(count)} points`
  const { trend, seasonality, changePoints = [], anomalies = [] } = found
  return [
    `${number(count)} points`,
    trend && (found.varies === false ? 'always the same' : trendWords(found)),
    seasonality && `repeats every ${spanWords(seasonality.period, found)}`,
    changePoints.length > 0 && `${changePoints.length} change${changePoints.length > 1 ? 's' : ''}`,
    anomalies.length > 0 && `${anomalies.length} unusual`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Whether one line says what the series does: not where it goes in steps. */
const isLine = (found) => found?.trend && found.trend.direction !== 'flat' && !found.changePoints?.length

function scales(points, found, width) {
  const ahead = found?.forecast?.points ?? []
  const xs = [points[0].x, Math.max(points.at(-1).x, ...ahead.map((p) => Date.parse(p.t)))]
  let low = Infinity
  let high = -Infinity
  for (const { v } of points) {
    low = Math.min(low, v)
    high = Math.max(high, v)
  }
  for (const p of ahead) {
    low = Math.min(low, p.low)
    high = Math.max(high, p.high)
  }
  const room = (high - low || Math.abs(high) || 1) * 0.06
  const [bottom, top] = [low - room, high + room]
  const span = xs[1] - xs[0] || 1
  return {
    xs,
    low,
    high,
    x: (t) => LEFT + ((t - xs[0]) / span) * (width - LEFT - 6),
    y: (v) => TOP + ((top - v) / (top - bottom)) * (HEIGHT - TOP - BOTTOM),
  }
}

function drawing(points, found, width, marked, label) {
  const svg = svgElement('svg', {
    width,
    height: HEIGHT,
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: 'img',
    'aria-label': `${label}, drawn over time`,
  })
  if (!points.length) return svg
  const s = scales(points, found, width)
  for (const v of [s.low, (s.low + s.high) / 2, s.high])
    svg.append(
      svgElement('line', { x1: LEFT, x2: width, y1: s.y(v), y2: s.y(v), class: 'rule' }),
      svgElement('text', { x: LEFT - 6, y: s.y(v) + 4, 'text-anchor': 'end' }, shortNumber(v)),
    )
  svg.append(
    svgElement('text', { x: LEFT, y: HEIGHT - 6 }, dateOf.format(s.xs[0])),
    svgElement('text', { x: width, y: HEIGHT - 6, 'text-anchor': 'end' }, dateOf.format(s.xs[1])),
  )
  if (found?.forecast?.points.length) svg.append(...forecast(points, found.forecast.points, s))
  svg.append(svgElement('path', { d: lineOf(points, s, width, found?.gaps), class: 'values' }))
  if (isLine(found)) svg.append(trendLine(points, found.trend.slope_per_day, s))
  svg.append(...changes(points, found?.changePoints ?? [], s))
  for (const { t, v, score } of found?.anomalies ?? [])
    svg.append(
      svgElement(
        'circle',
        { cx: s.x(Date.parse(t)), cy: s.y(v), r: 5, class: 'odd' },
        svgElement('title', {}, `${momentOf.format(Date.parse(t))}: ${number(v)}, score ${shortNumber(score)}`),
      ),
    )
  if (marked !== undefined)
    svg.append(svgElement('rect', { x: s.x(marked) - 9, y: TOP - 8, width: 18, height: HEIGHT - TOP - BOTTOM + 14, rx: 6, class: 'mark' }))
  return svg
}

/** Missing points in a row from which on the line stops and begins anew. */
const LONG_GAP = 5

/** The lowest and the highest of each pixel's column, where there are more points than pixels. */
function lineOf(points, s, width, gaps = []) {
  const starts = gaps.filter(({ missing }) => missing >= LONG_GAP).map(({ to }) => Date.parse(to))
  let next = 0
  const step = Math.max(1, Math.floor(points.length / (width * 2)))
  const kept = []
  for (let i = 0; i < points.length; i += step) {
    const some = points.slice(i, i + step)
    const [low, high] = some.reduce(([a, b], p) => [p.v < a.v ? p : a, p.v > b.v ? p : b], [some[0], some[0]])
    kept.push(...(low === high ? [low] : low.x < high.x ? [low, high] : [high, low]))
  }
  return kept
    .map((p, i) => {
      const anew = i === 0 || (next < starts.length && p.x >= starts[next])
      while (next < starts.length && p.x >= starts[next]) next += 1
      return `${anew ? 'M' : 'L'}${s.x(p.x).toFixed(1)} ${s.y(p.v).toFixed(1)}`
    })
    .join('')
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

function trendLine(points, perDay, s) {
  const from = points[0].x
  const at = (x) => (perDay * (x - from)) / DAY_MS
  const base = middle(points.map((p) => p.v - at(p.x)))
  const last = points.at(-1).x
  return svgElement('line', { x1: s.x(from), y1: s.y(base), x2: s.x(last), y2: s.y(base + at(last)), class: 'trend' })
}

function changes(points, all, s) {
  if (!all.length) return []
  const times = [points[0].x, ...all.map((c) => Date.parse(c.t)), points.at(-1).x]
  const means = [all[0].before_mean, ...all.map((c) => c.after_mean)]
  return [
    ...all.map((c) =>
      svgElement(
        'line',
        { x1: s.x(Date.parse(c.t)), x2: s.x(Date.parse(c.t)), y1: TOP - 6, y2: HEIGHT - BOTTOM, class: 'change' },
        svgElement(
          'title',
          {},
          `${momentOf.format(Date.parse(c.t))}: mean ${shortNumber(c.before_mean)} before, ${shortNumber(c.after_mean)} after`,
        ),
      ),
    ),
    ...means.map((v, i) => svgElement('line', { x1: s.x(times[i]), x2: s.x(times[i + 1]), y1: s.y(v), y2: s.y(v), class: 'mean' })),
  ]
}

function forecast(points, ahead, s) {
  const last = points.at(-1)
  const all = ahead.map((p) => ({ x: s.x(Date.parse(p.t)), v: s.y(p.v), low: s.y(p.low), high: s.y(p.high) }))
  const start = `${s.x(last.x)} ${s.y(last.v)}`
  return [
    svgElement('path', {
      d: `M${start}${all.map((p) => `L${p.x} ${p.high}`).join('')}${all
        .toReversed()
        .map((p) => `L${p.x} ${p.low}`)
        .join('')}Z`,
      class: 'band',
    }),
    svgElement('path', { d: `M${start}${all.map((p) => `L${p.x} ${p.v}`).join('')}`, class: 'ahead' }),
  ]
}

function legend(found) {
  const entries = [
    isLine(found) && ['trend', 'trend'],
    found?.changePoints?.length > 0 && ['change', 'change, means between'],
    found?.anomalies?.length > 0 && ['odd', 'unusual'],
    found?.forecast?.points.length > 0 && ['ahead', 'expected, with its range'],
  ].filter(Boolean)
  if (!entries.length) return null
  return element('p', { className: 'legend small soft' }, ...entries.map(([kind, words]) => element('span', { data: { kind } }, words)))
}

/** The same in numbers, for those who do not see the drawing and those who copy. */
function tableOf(found) {
  if (!found) return null
  const rows = [
    ...(found.changePoints ?? []).map((c) => [
      'change',
      c.t,
      `${shortNumber(c.before_mean)} → ${shortNumber(c.after_mean)}`,
      `certainty ${shortNumber(c.confidence)}`,
    ]),
    ...(found.anomalies ?? []).map((a) => ['unusual', a.t, shortNumber(a.v), `score ${shortNumber(a.score)}`]),
    ...(found.forecast?.points ?? [])
      .slice(0, 12)
      .map((p) => ['expected', p.t, shortNumber(p.v), `${shortNumber(p.low)} to ${shortNumber(p.high)}`]),
  ]
  const notes = found.notes ?? []
  if (!rows.length && !notes.length) return null
  return element(
    'details',
    {},
    element('summary', {}, 'In numbers'),
    notes.length > 0 && element('ul', { className: 'small' }, ...notes.map((note) => element('li', {}, note))),
    rows.length > 0 &&
      element(
        'div',
        { className: 'table' },
        element(
          'table',
          {},
          element('thead', {}, element('tr', {}, ...['What', 'When', 'Value', 'Beside it'].map((h) => element('th', { scope: 'col' }, h)))),
          element(
            'tbody',
            {},
            ...rows.map(([what, t, value, beside]) =>
              element(
                'tr',
                {},
                element('td', {}, what),
                element('td', {}, momentOf.format(Date.parse(t))),
                element('td', { className: 'number' }, value),
                element('td', {}, beside),
              ),
            ),
          ),
        ),
      ),
  )
}
