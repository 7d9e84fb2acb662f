import { adviceForDocument, helpsToReadAgain, helpsToRetry } from '../../api/advice.js'
import { apiJson } from '../../api/api.js'
import { documentPath } from '../../api/document-path.js'
import { failure } from '../../api/failure.js'
import { isKeptOnly } from '../../parts/documents/kept-only.js'
import { placeWords } from '../../parts/documents/place-words.js'
import { element } from '../../parts/element.js'
import { timeAgo } from '../../parts/time-ago.js'
import { toast, toastError } from '../../parts/toast.js'

const REFRESH_MS = 3000
const SEARCH_MS = 250
const SOON_MS = 700
const FIRST = 10
/** What the server gives in one reply at most. */
const PAGE = 500

/** The list of uploads that the server knows, newest first. Reads again while one of them is under way. */
export function createRecentUploads({ list, query, status, more }) {
  let timer
  let turn = 0
  /** How many are wanted, over as many replies as that takes. */
  let wanted = FIRST

  async function refresh() {
    clearTimeout(timer)
    const mine = ++turn
    try {
      const { uploads, next } = await readWanted()
      if (mine !== turn) return
      draw(uploads)
      more.hidden = !next
      // The longer the list, the more seldom it is read again.
      if (uploads.some((u) => u.status === 'queued' || u.status === 'processing'))
        timer = setTimeout(refresh, REFRESH_MS * Math.ceil(uploads.length / PAGE))
    } catch (error) {
      if (mine !== turn) return
      list.replaceChildren(failure(error, refresh))
    }
  }

  /** Page after page, until as many are there as are wanted or no more come. */
  async function readWanted() {
    const uploads = []
    let next = ''
    do {
      const search = new URLSearchParams({ limit: String(Math.min(PAGE, wanted - uploads.length)), cursor: next })
      if (query.value.trim()) search.set('q', query.value.trim())
      if (status.value) search.set('status', status.value)
      const page = await apiJson(`/api/v2/upload/list?${search}`)
      uploads.push(...page.items)
      next = page.next_cursor
    } while (next && uploads.length < wanted)
    return { uploads, next }
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
  more.addEventListener('click', async () => {
    const before = list.querySelectorAll('tbody tr').length
    wanted = wanted < PAGE ? Math.min(PAGE, wanted * 5) : wanted + PAGE
    await refresh()
    // With the last page the button has gone: whoever came by keyboard goes on at what is new.
    if (more.hidden) list.querySelectorAll('tbody tr')[before]?.querySelector('a')?.focus()
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
      !failed && upload.warnings?.length > 0 && element('p', { className: 'hint' }, upload.warnings.join(' ')),
      placeWords(upload) && element('p', { className: 'hint numbers' }, placeWords(upload)),
      !failed &&
        !placeWords(upload) &&
        upload.message &&
        (upload.processing_stage === 'stored' || isKeptOnly(upload)) &&
        element('p', { className: 'hint' }, upload.message),
    ),
    element(
      'td',
      {},
      element('span', { className: 'badge numbers', data: { status: isKeptOnly(upload) ? 'kept' : upload.status } }, statusWords(upload)),
    ),
    element('td', { className: 'when' }, timeAgo(created)),
    element(
      'td',
      { className: 'do' },
      (failed ? helpsToRetry(reason) : helpsToReadAgain(upload)) &&
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

function statusWords(upload) {
  const { status, progress, processing_stage: stage, queue } = upload
  if (queue && queue.state !== 'moving') return queue.state === 'stuck' ? `stuck in ${stage}` : 'no worker'
  if (status === 'processing') return `${stage ?? 'processing'}, ${progress} %`
  if (isKeptOnly(upload)) return stage === 'stored' ? 'stored, not searchable' : 'not searchable'
  return status
}
