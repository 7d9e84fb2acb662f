import { element, svgElement } from '../../parts/element.js'
import { plural } from '../../parts/format.js'

const HEIGHT = 100
const DAY_MS = 86_400_000
const FEWEST_DAYS = 14
const percent = (share) => `${Math.round(share * 100)} %`
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const kinds = [
  ['thumbs_up', 'up', 'Up'],
  ['neutral', 'neutral', 'Neutral'],
  ['thumbs_down', 'down', 'Down'],
]

/**
 * Stacked bars, one a day, with their legend and their axis. Its text alternative names the sums; days without ratings are gaps.
 * @param {{ day: string, thumbs_up: number, thumbs_down: number, neutral: number }[]} days
 */
export function ratingsByDay(days) {
  if (days.length === 0) return [element('p', { className: 'soft' }, 'There were no ratings in the last 90 days.')]
  // Days begin at midnight UTC, as the server counts them.
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const first = Math.min(Date.parse(days[0].day), today - (FEWEST_DAYS - 1) * DAY_MS)
  const count = (today - first) / DAY_MS + 1
  const most = Math.max(...days.map(sumOf))
  const total = days.reduce((sum, day) => sum + sumOf(day), 0)
  const label = `${plural(total, 'rating')} on ${plural(days.length, 'day')}; at most ${most} a day.`
  const bars = days.flatMap((day) => bar(day, (Date.parse(day.day) - first) / DAY_MS, most))
  const chart = svgElement(
    'svg',
    { class: 'days', viewBox: `0 0 ${count} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    ...bars,
  )
  const legend = kinds.map(([, className, word]) => element('li', {}, element('span', { className }), word))
  return [
    element('ul', { className: 'legend' }, ...legend, element('li', { className: 'soft' }, `at most ${most} a day`)),
    chart,
    element('div', { className: 'axis' }, element('span', {}, shortDay.format(first)), element('span', {}, shortDay.format(today))),
  ]
}

const sumOf = (day) => day.thumbs_up + day.thumbs_down + day.neutral

function bar(day, place, most) {
  let top = HEIGHT
  return kinds
    .filter(([field]) => day[field] > 0)
    .map(([field, className, word]) => {
      const height = (day[field] / most) * HEIGHT
      top -= height
      const what = svgElement('title', {}, `${day.day}: ${day[field]} ${word.toLowerCase()}`)
      return svgElement('rect', { class: className, x: place + 0.1, width: 0.8, y: top, height }, what)
    })
}

/** An experiment: each variant's up rate with its interval, and what that says. */
export function experimentCard(experiment) {
  return element(
    'article',
    { className: 'card experiment' },
    element('h3', {}, experiment.experiment_name, ' ', element('span', { className: 'hint' }, plural(experiment.total, 'rating'))),
    ...experiment.variants.map(variantRow),
    element(
      'div',
      { className: 'variant', 'aria-hidden': 'true' },
      element('span', { className: 'ends' }, ...['0 %', '50 %', '100 %'].map((mark) => element('span', {}, mark))),
    ),
    element('p', { className: 'small' }, verdict(experiment.difference)),
  )
}

function variantRow({ variant_name, thumbs_up, thumbs_down, up_rate, interval }) {
  const rated = thumbs_up + thumbs_down
  const words = interval ? `${percent(up_rate)} up (${percent(interval.low)} to ${percent(interval.high)}), of ${rated}` : 'no thumbs yet'
  const line = (className, x1, x2) => svgElement('line', { class: className, x1, x2, y1: 10, y2: 10 })
  return element(
    'div',
    { className: 'variant' },
    element('span', { className: 'name' }, variant_name ?? 'no variant'),
    svgElement(
      'svg',
      { viewBox: '0 0 100 20', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      line('scale', 0, 100),
      interval && line('range', interval.low * 100, interval.high * 100),
      interval && svgElement('line', { class: 'point', x1: up_rate * 100, x2: up_rate * 100, y1: 2, y2: 18 }),
    ),
    element('span', { className: 'small numbers' }, words),
  )
}

function verdict(difference) {
  if (!difference) return 'Two variants with thumbs are needed for a comparison.'
  const { variant, against, low, high, significant } = difference
  const points = (share) => `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(Math.round(share * 100))}`
  const interval = `${points(difference.difference)} points, 95 % interval ${points(low)} to ${points(high)}`
  const names = [variant ?? 'no variant', against ?? 'no variant']
  if (!significant) return `No difference is shown between ${names[0]} and ${names[1]} yet (${interval}).`
  const [better, worse] = difference.difference > 0 ? names : names.toReversed()
  return `${better} is liked better than ${worse} (${names[0]} against ${names[1]}: ${interval}).`
}
