import { apiJson } from '../../api/api.js'
import { download } from '../../api/download.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { timeAgo } from '../../parts/time-ago.js'
import { toast, toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { editCase, expectedOf, isCase } from './evaluation-case.js'
import { experimentCard, ratingsByDay } from './feedback-charts.js'

const ROOT = '/api/v2/feedback'
const REFRESH_MS = 15_000
const FIRST = 20
/** What the server gives at once at most. */
const LAST = 100
/** Characters of a user's id that are shown; those of browsers are long and tell nobody anything. */
const SHORT_NAME = 16
const RATINGS = { 1: ['complete', 'Up'], 0: ['', 'Neutral'], '-1': ['error', 'Down'] }

const byId = (id) => document.getElementById(id)
const percent = (share) => `${Math.round(share * 100)} %`
let timer
let limit = FIRST

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
  return apiJson(user ? `${ROOT}?user_id=${encodeURIComponent(user)}&limit=${limit}` : `${ROOT}/recent?limit=${limit}`)
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
      ? element('div', { className: 'card' }, listTable({ label: 'Recent feedback', head, rows: records.map(recordRow), lead: 1 }))
      : element(
          'p',
          { className: 'card empty' },
          byId('user').value.trim()
            ? 'This user has rated nothing.'
            : 'Nothing has been rated yet. Ratings come from the thumbs under an answer, or from POST /api/v2/feedback.',
        ),
  )
  byId('more').hidden = records.length < limit || limit >= LAST
}

function recordRow(record) {
  const [status, word] = RATINGS[record.rating]
  const question = record.response_payload?.question
  return [
    element('span', { className: 'badge', data: { status } }, word),
    element(
      'div',
      {},
      record.feedback_text ? element('p', {}, record.feedback_text) : element('p', { className: 'soft' }, 'No comment'),
      typeof question === 'string' && element('p', { className: 'hint' }, 'Asked: ', question.slice(0, 300)),
      isCase(record) && caseButton(record),
    ),
    userButton(record.user_id),
    record.experiment_name ? `${record.experiment_name}: ${record.variant_name ?? 'no variant'}` : '–',
    timeAgo(new Date(record.updated_at)),
  ]
}

/** The name of a user, which shows that user's records. */
function userButton(user) {
  const show = () => {
    byId('user').value = user
    byId('user-form').requestSubmit()
    byId('user').focus()
  }
  const label = `Records of ${user}`
  const words = user.length > SHORT_NAME ? `${user.slice(0, SHORT_NAME)}…` : user
  return element('button', { type: 'button', className: 'link user', 'aria-label': label, title: label, onclick: show }, words)
}

function caseButton(record) {
  const label = expectedOf(record) ? 'Change the test case' : 'Make it a test case'
  const open = async () => {
    try {
      if (await editCase(record)) {
        toast('The case is kept with the rating.')
        await whileBusy(refresh())
      }
    } catch (error) {
      toastError(error)
    }
    // The row was drawn anew meanwhile.
    document.querySelector(`[data-case="${CSS.escape(record.response_id)}"]`)?.focus()
  }
  const title = 'What should have been answered, kept for npm run eval'
  const more = { title, 'aria-label': `${label}: ${record.response_payload.question.slice(0, 80)}`, data: { case: record.response_id } }
  return element('button', { type: 'button', className: 'compact', onclick: open, ...more }, label)
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
byId('more').addEventListener('click', () => {
  limit = LAST
  whileBusy(refresh())
})
byId('user').addEventListener('search', () => byId('user-form').requestSubmit())
byId('export-cases').addEventListener('click', () =>
  whileBusy(download(`${ROOT}/cases.jsonl`, 'cases.jsonl'))
    .then(() =>
      toast('Exported are thumbs down with an expected answer or document. The others are left out: “Make it a test case” gives them one.'),
    )
    .catch(toastError),
)
byId('export').addEventListener('click', () => whileBusy(download(`${ROOT}/export.csv`, 'feedback.csv')).catch(toastError))

whileBusy(refresh())
