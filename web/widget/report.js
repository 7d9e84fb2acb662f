import { until } from '../api/until.js'
import { element } from '../parts/element.js'
import { callJson, send } from './calls.js'
import { showFindings } from './findings.js'
import { hideLayout, showLayout } from './layout.js'
import { hideActions, showActions } from './report-actions.js'
import { troubleOf } from './trouble.js'

const MAX_BYTES = 100 * 1024 * 1024
const POLL_MS = 700
const at = (id) => document.getElementById(id)
let review
/** Uploads and looks that a later one has overtaken end without a word. */
let turn = 0

/** Shows the report of the session, or where to drop one. */
export async function showReport(given) {
  review = given
  const words = review.words()
  const mine = ++turn
  at('upload').hidden = false
  clear()
  at('drop-words').textContent = words.choose
  resting()
  if (review.session.reportId) await follow(review.session.reportId, mine)
  else review.say('')
}

/** Ends looking at the report of a session that is none any more. */
export function leaveReport() {
  turn++
}

/** What stands of a report that is not looked at any more. */
function clear() {
  for (const part of ['trouble', 'warnings', 'counts', 'findings']) at(part).replaceChildren()
  at('findings-title').hidden = true
  hideLayout()
  hideActions()
}

const isOver = ({ status }) => status === 'completed' || status === 'failed'

/** Waits for the end of the analysis and shows what it found, or why it ended without. */
async function follow(reportId, mine) {
  const words = review.words()
  const read = () => callJson(`runtime/sdac/report-analysis/${reportId}/status`)
  await until(read, (state) => mine !== turn || isOver(state), { everyMs: POLL_MS, onState: () => working(words.checking) })
  if (mine !== turn) return
  const report = await callJson(`runtime/sdac/reports/${reportId}?lang=${review.words().code}`)
  if (mine === turn) show(report)
}

function show(report) {
  const words = review.words()
  resting()
  clear()
  review.session.reportId = report.reportId
  at('drop-words').textContent = words.replace
  showLayout(review, report, (part) => correct(report.reportId, part))
  showActions(review, report)
  if (report.status === 'error') return complain(troubleOf(report, words))
  at('warnings').replaceChildren(...report.warnings.map((text) => element('p', { className: 'warned' }, text)))
  at('findings-title').textContent = words.of(report.fileName)
  at('findings-title').hidden = report.findings.length === 0
  showFindings(review, report)
  review.say([...report.warnings, report.findings.length ? words.done(report.findings.length) : words.clean].join(' '))
}

function working(text, percent) {
  at('work').hidden = false
  at('file').disabled = true
  at('work-words').textContent = text
  if (percent === undefined) at('bar').removeAttribute('value')
  else at('bar').value = percent
}

function resting() {
  at('work').hidden = true
  at('file').disabled = false
  at('file').value = ''
}

/** Follows a job to its end, and shows its report. */
async function followJob({ jobId, reportId }, mine) {
  const words = review.words()
  let told
  const onState = ({ status, stage, progress }) => {
    const text = status === 'queued' ? words.queued : (words.stages[stage] ?? words.checking)
    working(text, progress)
    if (text !== told) review.say(text)
    told = text
  }
  const ends = ({ status }) => mine !== turn || status === 'error' || status === 'complete'
  await until(() => callJson(`runtime/sdac/uploads/${jobId}/status`), ends, { everyMs: POLL_MS, onState })
  if (mine === turn) await follow(reportId, mine)
}

/** Does something that is given a turn; what fails is told where the file was dropped. */
async function taking(work) {
  const mine = ++turn
  try {
    await review.keepSession()
    await work(mine)
  } catch (error) {
    if (mine !== turn) return
    resting()
    complain([element('p', {}, review.reasonOf(error))])
  }
}

function upload(file) {
  if (!review?.session) return
  const words = review.words()
  at('trouble').replaceChildren()
  const refusal = !/\.(xlsx|csv)$/i.test(file.name) ? words.notSheet : file.size > MAX_BYTES ? words.tooLarge : undefined
  if (refusal) {
    resting()
    return complain([element('p', {}, refusal)])
  }
  taking(async (mine) => {
    const form = new FormData()
    form.append('sessionId', review.session.sessionId)
    form.append('file', file)
    working(words.sending(0), 0)
    review.say(words.sending(0))
    await followJob(await send('runtime/sdac/upload', form, (percent) => working(words.sending(percent), percent)), mine)
  })
}

/** Has the report read again as a person says. */
function correct(reportId, part) {
  const words = review.words()
  at('trouble').replaceChildren()
  working(words.checking)
  at('report').scrollTop = 0
  at('report').focus()
  taking(async (mine) => {
    await followJob(await callJson(`runtime/sdac/reports/${reportId}/layout`, { method: 'PUT', json: { sheets: [part] } }), mine)
    if (mine === turn && at('trouble').childElementCount === 0) review.say(`${at('status').textContent} ${words.layout.remembered}`)
  })
}

function complain(nodes) {
  at('trouble').replaceChildren(...nodes)
  review.say(at('trouble').innerText)
}

at('file').addEventListener('change', ({ target }) => target.files[0] && upload(target.files[0]))
at('drop').addEventListener('dragover', (event) => {
  event.preventDefault()
  at('drop').classList.add('over')
})
at('drop').addEventListener('dragleave', () => at('drop').classList.remove('over'))
at('drop').addEventListener('drop', (event) => {
  event.preventDefault()
  at('drop').classList.remove('over')
  const [file] = event.dataTransfer.files
  if (file && !at('file').disabled) upload(file)
})
