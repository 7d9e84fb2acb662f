import { helpsToReadAgain, helpsToRetry } from '../../api/advice.js'
import { ApiError, api, apiJson } from '../../api/api.js'
import { download } from '../../api/download.js'
import { failure } from '../../api/failure.js'
import { confirm } from '../../parts/confirm.js'
import { isKeptOnly } from '../../parts/documents/kept-only.js'
import { hasPagePictures, pageUnit } from '../../parts/documents/page-unit.js'
import { whatGoes } from '../../parts/documents/what-goes.js'
import { element, icon } from '../../parts/element.js'
import { createPagePicture } from '../../parts/page-picture/page-picture.js'
import { toast, toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { drawDetails } from './document-details.js'
import { createDocumentState } from './document-state.js'
import { createDocumentText } from './document-text.js'
import { drawTimeline } from './document-timeline.js'
import { followUpload } from './follow-upload.js'

const LOOK_MS = 3000
const TIMELINE_MS = 250
/** Characters from which on a name is written smaller. */
const LONG_NAME = 60

const byId = (id) => document.getElementById(id)
const id = new URLSearchParams(location.search).get('id') ?? ''
const path = `/api/v2/upload/${encodeURIComponent(id)}`
const isSettled = ({ status }) => status === 'complete' || status === 'error'

// Where the parts stand below each other, what comes before the text is folded.
if (matchMedia('(max-width: 60rem)').matches) for (const fold of document.querySelectorAll('.fold')) fold.open = false

let entity
let following = false
/** Whether it was deleted, or is being: what is still on its way tells nothing any more. */
let isGone = false
const state = createDocumentState(byId('state'))
const text = createDocumentText({ root: byId('text-body'), path: `${path}/text`, onPassage: (page, words) => picture?.point(page, words) })
/** Of a PDF or a picture: its pages as they look, beside the text. */
let picture
let hasPicture = true
const actions = createActions()

/** Replies overtake each other: what tells of an earlier moment than what is shown is left out. */
const isOlder = (next) =>
  entity && (next.attempt < entity.attempt || (next.attempt === entity.attempt && next.timestamps.updated < entity.timestamps.updated))

function show(next) {
  if (isGone || isOlder(next)) return
  const settledNow = isSettled(next) && entity && !isSettled(entity)
  entity = next
  document.title = `${next.filename} · Millrace`
  byId('name').textContent = next.filename
  byId('name').classList.toggle('long', next.filename.length > LONG_NAME)
  byId('summary').textContent = next.filename.startsWith(next.metadata.title) ? '' : (next.metadata.title ?? '')
  byId('body').hidden = byId('actions').hidden = false
  state.show(next)
  drawDetails(byId('details'), next)
  actions.show(next)
  text.show(next)
  if (hasPicture && next.pages && hasPagePictures(next.filename)) showPicture(next.pages)
  redrawTimeline()
  const ready = isKeptOnly(next) ? `${next.filename} is stored, and cannot be searched.` : `${next.filename} is ready.`
  if (settledNow) byId('announcer').textContent = next.status === 'complete' ? ready : `${next.filename} failed.`
}

function showPicture(pages) {
  const onAbsent = () => {
    hasPicture = false
    picture = undefined
    byId('page-fold').hidden = true
    delete byId('body').dataset.pictured
  }
  if (!picture) {
    byId('page-fold').hidden = false
    byId('body').dataset.pictured = ''
    for (const fold of document.querySelectorAll('.beside .fold')) fold.open = false
    picture = createPagePicture({ root: byId('page-view'), path, onAbsent })
  }
  picture.begin(pages)
}

let waiting = false
function redrawTimeline() {
  if (waiting) return
  waiting = true
  setTimeout(async () => {
    waiting = false
    if (isGone) return
    try {
      drawTimeline(byId('timeline'), (await apiJson(`${path}/timeline`)).items, pageUnit(entity.filename))
    } catch (error) {
      if (error.status !== 404) byId('timeline').replaceChildren(element('li', {}, failure(error, redrawTimeline)))
    }
  }, TIMELINE_MS)
}

/** Follows the upload until it ends. Its place in the queue changes without an event of its own, so that is looked up beside. */
async function follow() {
  if (following) return
  following = true
  const looking = setInterval(lookForPlace, LOOK_MS)
  try {
    show(await followUpload(id, (next) => (isSettled(next) || next.queue) && show(next), entity.attempt))
  } catch (error) {
    if (error.status === 404) goneMeanwhile()
    else toastError(error)
  } finally {
    clearInterval(looking)
    following = false
  }
}

let etag
async function lookForPlace() {
  try {
    const reply = await api(`/api/v2/upload/status/${encodeURIComponent(id)}`, { headers: etag ? { 'If-None-Match': etag } : {} })
    etag = reply.headers.get('etag') ?? undefined
    if (reply.status === 200 && following) show(await reply.json())
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404) goneMeanwhile()
  }
}

async function load() {
  byId('problem').replaceChildren()
  try {
    show(await apiJson(`/api/v2/upload/status/${encodeURIComponent(id)}`))
    if (!isSettled(entity)) whileBusy(follow())
  } catch (error) {
    if (error.status === 404 || !id) gone('There is no such document. It may have been deleted.')
    else byId('problem').replaceChildren(failure(error, load))
  }
}

function gone(words) {
  isGone = true
  byId('body').hidden = true
  byId('actions').replaceChildren()
  byId('summary').textContent = ''
  const back = element('a', { href: '/' }, 'Go to the uploads')
  byId('problem').replaceChildren(element('div', { className: 'notice', role: 'status' }, element('strong', {}, words), back))
  back.focus()
}

function goneMeanwhile() {
  if (!isGone) gone('This document was deleted.')
}

function createActions() {
  const button = (label, onclick, more = {}) => element('button', { type: 'button', onclick, ...more }, label)
  const retry = button('Retry', () => act(retry, () => command('retry', `${entity.filename} is processed again.`)), {
    className: 'primary',
  })
  const cancel = button('Cancel', () => act(cancel, cancelIt))
  const original = button('Download original', () => act(original, () => download(`${path}/file`, entity.filename)))
  original.prepend(icon('download'))
  const remove = button('Delete', () => act(remove, deleteIt), { className: 'danger' })
  byId('actions').append(retry, cancel, original, remove)
  return {
    show(next) {
      const focused = [retry, cancel].find((b) => b === document.activeElement)
      retry.hidden = !(next.status === 'error' ? helpsToRetry(next.errors?.at(-1)) : helpsToReadAgain(next))
      cancel.hidden = isSettled(next)
      // The button that was pressed went away with its purpose.
      if (focused?.hidden) (focused === retry ? (cancel.hidden ? original : cancel) : retry.hidden ? original : retry).focus()
    },
  }
}

/** One at a time, with the wheel turning; what fails is told. */
async function act(button, work) {
  if (button.getAttribute('aria-busy')) return
  button.setAttribute('aria-busy', 'true')
  try {
    await whileBusy(work())
  } catch (error) {
    toastError(error)
    if (error.status === 409) load()
  } finally {
    button.removeAttribute('aria-busy')
  }
}

async function command(name, said) {
  const next = await apiJson(`${path}/${name}`, { method: 'POST', json: {} })
  toast(said)
  show(next)
  if (!isSettled(next)) whileBusy(follow())
}

async function cancelIt() {
  const question = {
    title: 'Cancel processing?',
    text: `${entity.filename} will not become searchable. You can retry it later.`,
    action: 'Cancel it',
  }
  if (await confirm(question)) await command('cancel', `${entity.filename} was cancelled.`)
}

async function deleteIt() {
  const what = whatGoes(entity.filename, 'its passages', entity.attachments)
  if (!(await confirm({ title: 'Delete this document?', text: what, action: 'Delete' }))) return
  isGone = true
  const { status } = await apiJson(path, { method: 'DELETE' }).catch((error) => {
    isGone = false
    throw error
  })
  gone(status === 'deleted' ? `${entity.filename} was deleted.` : `${entity.filename} is being deleted.`)
}

load()
