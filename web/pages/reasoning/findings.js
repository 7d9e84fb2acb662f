import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { inNames } from './item-names.js'

const sure = (value) => (value >= 0.95 ? 'very sure' : value >= 0.8 ? 'fairly sure' : value >= 0.6 ? 'rather unsure' : 'a hint')
const perCent = (value) => `${Math.round(value * 100)} %`

/**
 * The answer, then the findings by weight, each with how sure it is and a way to its place in the charts.
 * @param {object} output of a run
 * @param {Map<string, string>} names by id
 * @param {(insight: object) => void} onShow
 */
export function drawFindings(root, output, names, onShow) {
  const { result, explanation, validation, executedSteps = [] } = output
  const insights = result?.keyInsights ?? []
  const missing = executedSteps.filter((step) => step.status !== 'completed')
  root.replaceChildren(
    ...[
      element(
        'div',
        { className: 'card padded answer' },
        element('p', { className: 'summary' }, inNames(result?.summary, names) ?? 'Nothing was found.'),
        result?.confidence > 0 &&
          element('p', { className: 'soft' }, `Confidence ${perCent(result.confidence)}: ${sure(result.confidence)}.`),
      ),
      insights.length > 0 && element('ol', { className: 'insights' }, ...insights.map((insight) => insightItem(insight, names, onShow))),
      ...missing.map(stepNotice),
      explanation && textOf(explanation, names),
      validation && checksOf(validation),
    ].filter(Boolean),
  )
}

/** A step that failed is a warning; one that had nothing to do is a remark. */
const stepNotice = ({ step, status, reason = '' }) =>
  status === 'failed'
    ? element(
        'div',
        { className: 'notice warning' },
        element('strong', {}, `The step ${step} failed; the others stand.`),
        element('span', {}, reason),
      )
    : element('p', { className: 'small soft' }, `Step ${step} left out: ${reason}`)

function insightItem(insight, names, onShow) {
  if (typeof insight === 'string') return element('li', {}, insight)
  const { text, certainty, caveat, caveats, about = [] } = insight
  const said = [caveat, ...(caveats ?? [])].filter(Boolean)
  return element(
    'li',
    { className: 'card padded' },
    element('p', {}, inNames(text, names)),
    element(
      'p',
      { className: 'row small soft' },
      certainty !== undefined &&
        element(
          'span',
          { className: 'certainty', title: `certainty ${certainty.toFixed(2)}` },
          bar(certainty),
          `${sure(certainty)}, ${perCent(certainty)}`,
        ),
      about.length > 0 && element('button', { type: 'button', className: 'compact', onclick: () => onShow(insight) }, 'Show in the chart'),
    ),
    said.length > 0 && element('p', { className: 'small soft' }, said.join(' ')),
  )
}

function bar(value) {
  const track = element('span', { className: 'sure-track', 'aria-hidden': 'true' }, element('span', {}))
  track.firstChild.style.inlineSize = `${value * 100}%`
  return track
}

const wordsOf = (explanation) => (typeof explanation === 'string' ? explanation : explanation.text)

function textOf(explanation, names) {
  const text = inNames(wordsOf(explanation), names)
  if (!text) return null
  const by = explanation.source ?? explanation.by ?? explanation.model
  return element(
    'details',
    { className: 'card padded', open: true },
    element('summary', {}, 'Explanation'),
    ...text.split(/\n+/).map((line) => element('p', {}, line)),
    by && element('p', { className: 'small soft' }, `Worded by ${by}.`),
  )
}

function checksOf({ checks = [] }) {
  const failed = checks.filter((check) => !check.passed)
  if (!checks.length) return null
  return element(
    'details',
    { className: 'card padded', open: failed.length > 0 },
    element(
      'summary',
      {},
      failed.length
        ? `${failed.length} of ${plural(checks.length, 'check')} did not pass`
        : `All ${plural(checks.length, 'check')} passed: every number was computed anew`,
    ),
    element(
      'ul',
      { className: 'small' },
      ...checks
        .slice(0, 200)
        .map(({ name, passed, detail }) =>
          element(
            'li',
            { data: { passed } },
            element('strong', {}, `${passed ? '✓' : '✗'} ${name}`),
            ' ',
            typeof detail === 'string' ? detail : '',
          ),
        ),
    ),
  )
}

/** The findings as rows, for a spreadsheet; no cell begins like a formula. */
export function findingsCsv({ result }, names) {
  // what a spreadsheet would run, in half or full width, as in the exports of the server
  const isFormula = (value) => typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(value)
  const safe = (value) => `"${(isFormula(value) ? `'${value}` : String(value ?? '')).replaceAll('"', '""')}"`
  const rows = (result?.keyInsights ?? []).map((i) => [
    inNames(i.text ?? i, names),
    i.kind,
    (i.about ?? []).join(' '),
    i.t,
    i.direction,
    i.effect,
    i.certainty,
  ])
  return [['finding', 'kind', 'about', 'time', 'direction', 'effect', 'certainty'], ...rows]
    .map((row) => row.map(safe).join(','))
    .join('\r\n')
}
