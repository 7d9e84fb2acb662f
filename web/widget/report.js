import { until } from '../api/until.js'
import { element } from '../parts/element.js'
import { CallError, callJson, send } from './calls.js'
import { showFindings } from './findings.js'

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
  at('upload-errors').replaceChildren()
  at('drop-words').textContent = review.session.reportId ? words.replace : words.choose
  at('file').disabled = false
  at('work').hidden = true
  if (review.session.reportId) await follow(review.session.reportId, mine)
  else {
    showFindings(review, [])
    at('warnings').replaceChildren()
    at('counts').replaceChildren()
    review.say('')
  }
}

const isOver = ({ status }) => status === 'completed' || status === 'failed'

/** Waits for the end of the analysis and shows what it found. */
async function follow(reportId, mine) {
  const words = review.words()
  const read = () => callJson(`runtime/sdac/report-analysis/${reportId}/status`)
  await until(read, (state) => mine !== turn || isOver(state), { everyMs: POLL_MS, onState: () => working(words.checking) })
  if (mine !== turn) return
  const { warnings, findings } = await callJson(`runtime/sdac/reports/${reportId}`)
  if (mine !== turn) return
  at('work').hidden = true
  at('file').disabled = false
  review.session.reportId = reportId
  at('drop-words').textContent = words.replace
  at('warnings').replaceChildren(...warnings.map((text) => element('p', { className: 'warned' }, text)))
  showFindings(review, findings)
  review.say([...warnings, findings.length ? words.done(findings.length) : words.clean].join(' '))
}

function working(text, percent) {
  at('work').hidden = false
  at('work-words').textContent = text
  if (percent === undefined) at('bar').removeAttribute('value')
  else at('bar').value = percent
}

async function upload(file) {
  if (!review?.session) return
  const words = review.words()
  at('upload-errors').replaceChildren()
  if (!/\.(xlsx|csv)$/i.test(file.name)) return complain([words.notSheet])
  if (file.size > MAX_BYTES) return complain([words.tooLarge])
  const mine = ++turn
  at('file').disabled = true
  review.say(words.checking)
  try {
    const form = new FormData()
    form.append('sessionId', review.session.sessionId)
    form.append('file', file)
    working(words.sending(0), 0)
    const { jobId, reportId } = await send('runtime/sdac/upload', form, (percent) => working(words.sending(percent), percent))
    const job = await until(
      () => callJson(`runtime/sdac/uploads/${jobId}/status`),
      ({ status }) => mine !== turn || status === 'error' || status === 'complete',
      { everyMs: POLL_MS, onState: ({ message, progress }) => working(message || words.checking, progress) },
    )
    if (mine !== turn) return
    if (job.status === 'error')
      return complain(job.errors.map((e) => e.message ?? String(e)).concat(job.errors.length ? [] : [job.message]))
    await follow(reportId, mine)
  } catch (error) {
    if (mine === turn) complain([error instanceof CallError ? review.reasonOf(error) : String(error)])
  }
}

function complain(messages) {
  at('work').hidden = true
  at('file').disabled = false
  at('file').value = ''
  at('upload-errors').replaceChildren(...messages.map((text) => element('li', {}, text)))
  review.say(messages.join(' '))
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
