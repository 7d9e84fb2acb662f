import { apiJson } from './api.js'
import { download } from './download.js'
import { element } from './element.js'
import { failure } from './failure.js'
import { experimentCard, ratingsByDay } from './feedback-charts.js'
import { ago, dateAndTime, plural } from './format.js'
import { mountShell, whileBusy } from './shell.js'
import { toastError } from './toast.js'

const ROOT = '/api/v2/feedback'
const REFRESH_MS = 15_000
const RATINGS = { 1: ['complete', 'Up'], 0: ['', 'Neutral'], '-1': ['error', 'Down'] }

const byId = (id) => document.getElementById(id)
const percent = (share) => `${Math.round(share * 100)} %`
let timer

mountShell()

async function refresh() {
  clearTimeout(timer)
  try {
    const [summary, records] = await Promise.all([apiJson(`${ROOT}/summary`), readRecords()])
    byId('problem').replaceChildren()
    byId('report').hidden = false
    drawSummary(summary)
    drawRecords(records)
    timer = setTimeout(refresh, REFRESH_MS)
  } catch (error) {
    byId('problem').replaceChildren(failure(error, () => whileBusy(refresh())))
  }
}

function readRecords() {
  const user = byId('user').value.trim()
  return apiJson(user ? `${ROOT}?user_id=${encodeURIComponent(user)}` : `${ROOT}/recent?limit=50`)
}

function drawSummary(summary) {
  const rated = summary.thumbs_up + summary.thumbs_down
  const tiles = [
    ['Ratings', summary.total],
    ['Thumbs up', summary.thumbs_up],
    ['Thumbs down', summary.thumbs_down],
    ['Neutral', summary.neutral],
    ['Up rate', rated ? percent(summary.up_rate) : '–'],
  ]
  byId('tiles').replaceChildren(...tiles.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))))
  byId('days').replaceChildren(...ratingsByDay(summary.by_day))
  byId('experiments').replaceChildren(
    ...(summary.by_experiment.length
      ? summary.by_experiment.map(experimentCard)
      : [element('p', { className: 'card empty' }, 'No rating names an experiment yet.')]),
  )
}

function drawRecords(records) {
  const head = ['Rating', 'Comment', 'User', 'Experiment', 'When']
  byId('records').replaceChildren(
    records.length
      ? element(
          'div',
          { className: 'card table records', tabindex: '0', role: 'region', 'aria-label': 'Table of recent feedback' },
          element(
            'table',
            {},
            element('thead', {}, element('tr', {}, ...head.map((name) => element('th', { scope: 'col' }, name)))),
            element('tbody', {}, ...records.map(recordRow)),
          ),
        )
      : element(
          'p',
          { className: 'card empty' },
          byId('user').value.trim() ? 'This user has rated nothing.' : 'Nothing has been rated yet.',
        ),
  )
}

function recordRow(record) {
  const [status, word] = RATINGS[record.rating]
  const question = record.response_payload?.question
  const when = new Date(record.updated_at)
  return element(
    'tr',
    {},
    element('td', {}, element('span', { className: 'badge', data: { status } }, word)),
    element(
      'td',
      {},
      record.feedback_text ? element('p', {}, record.feedback_text) : element('p', { className: 'soft' }, 'No comment'),
      typeof question === 'string' && element('p', { className: 'hint' }, 'Asked: ', question.slice(0, 300)),
    ),
    element('td', {}, record.user_id),
    element('td', {}, record.experiment_name ? `${record.experiment_name}: ${record.variant_name ?? 'no variant'}` : '–'),
    element('td', {}, element('time', { datetime: record.updated_at, title: dateAndTime(when) }, ago(when))),
  )
}

byId('user-form').addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    const records = await whileBusy(readRecords())
    drawRecords(records)
    byId('announcer').textContent = `${plural(records.length, 'record')}.`
  } catch (error) {
    toastError(error)
  }
})
byId('user').addEventListener('search', () => byId('user-form').requestSubmit())
byId('export').addEventListener('click', () => whileBusy(download(`${ROOT}/export.csv`, 'feedback.csv')).catch(toastError))

whileBusy(refresh())
