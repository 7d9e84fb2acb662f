import { adviceForDocument } from '../../api/advice.js'
import { apiJson } from '../../api/api.js'
import { documentPath } from '../../api/document-path.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { timeAgo } from '../../parts/time-ago.js'
import { toast, toastError } from '../../parts/toast.js'

const REFRESH_MS = 3000
const SEARCH_MS = 250
const SOON_MS = 700
const FIRST = 10
const LAST = 500

/** The list of uploads that the server knows, newest first. Reads again while one of them is under way. */
export function createRecentUploads({ list, query, status, more }) {
  let timer
  let turn = 0
  let limit = FIRST

  async function refresh() {
    clearTimeout(timer)
    const mine = ++turn
    const search = new URLSearchParams({ limit: String(limit) })
    if (query.value.trim()) search.set('q', query.value.trim())
    if (status.value) search.set('status', status.value)
    try {
      const uploads = await apiJson(`/api/v2/upload/list?${search}`)
      if (mine !== turn) return
      draw(uploads)
      more.hidden = uploads.length < limit || limit === LAST
      if (uploads.some((u) => u.status === 'queued' || u.status === 'processing')) timer = setTimeout(refresh, REFRESH_MS)
    } catch (error) {
      if (mine !== turn) return
      list.replaceChildren(failure(error, refresh))
    }
  }

  function draw(uploads) {
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.upload : undefined
    const filtered = query.value.trim() || status.value
    list.replaceChildren(
      uploads.length
        ? table(uploads, retry)
        : element(
            'p',
            { className: 'card empty' },
            filtered ? 'No upload fits this search.' : 'Nothing has been uploaded yet. Your first files will be listed here.',
          ),
    )
    if (focused) list.querySelector(`[data-upload="${CSS.escape(focused)}"]`)?.focus()
  }

  async function retry(upload) {
    try {
      await apiJson(`/api/v2/upload/${encodeURIComponent(upload.upload_id)}/retry`, { method: 'POST', json: {} })
      toast(`${upload.filename} is processed again.`)
    } catch (error) {
      toastError(error)
    }
    refresh()
  }

  query.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(refresh, SEARCH_MS)
  })
  status.addEventListener('change', refresh)
  more.addEventListener('click', () => {
    limit = Math.min(LAST, limit * 5)
    refresh()
  })
  /** Reads again in a moment, once for all that ends until then: many files do not make many calls. */
  let soon
  const refreshSoon = () => {
    if (soon) return
    soon = setTimeout(() => {
      soon = undefined
      refresh()
    }, SOON_MS)
  }
  return { refresh, refreshSoon }
}

function table(uploads, retry) {
  const head = ['File', 'Status', 'Uploaded'].map((text) => element('th', { scope: 'col' }, text))
  return element(
    'div',
    { className: 'card' },
    element(
      'table',
      { className: 'list plain', 'aria-labelledby': 'recent-title' },
      element(
        'thead',
        {},
        element('tr', {}, ...head, element('th', { scope: 'col' }, element('span', { className: 'unseen' }, 'Actions'))),
      ),
      element('tbody', {}, ...uploads.map((upload) => row(upload, retry))),
    ),
  )
}

function row(upload, retry) {
  const created = new Date(upload.timestamps?.created ?? upload.created_at ?? Number.NaN)
  const failed = upload.status === 'error'
  const reason = failed ? upload.errors?.at(-1) : undefined
  return element(
    'tr',
    {},
    element(
      'td',
      { className: 'file' },
      element('a', { href: documentPath(upload.upload_id), data: { upload: `open-${upload.upload_id}` } }, upload.filename),
      reason && element('p', { className: 'hint' }, `${reason.message} ${adviceForDocument(reason.code)}`),
      !failed && upload.message && upload.processing_stage === 'stored' && element('p', { className: 'hint' }, upload.message),
    ),
    element('td', {}, element('span', { className: 'badge numbers', data: { status: upload.status } }, statusWords(upload))),
    element('td', { className: 'when' }, timeAgo(created)),
    element(
      'td',
      { className: 'do' },
      failed &&
        element(
          'button',
          {
            type: 'button',
            className: 'compact',
            data: { upload: upload.upload_id },
            'aria-label': `Retry ${upload.filename}`,
            onclick: () => retry(upload),
          },
          'Retry',
        ),
    ),
  )
}

function statusWords({ status, progress, processing_stage: stage, queue }) {
  if (queue && queue.state !== 'moving') return queue.state === 'stuck' ? `stuck in ${stage}` : 'no worker'
  if (status === 'processing') return `${stage ?? 'processing'}, ${progress} %`
  if (status === 'complete') return stage === 'stored' ? 'stored' : 'complete'
  return status
}
