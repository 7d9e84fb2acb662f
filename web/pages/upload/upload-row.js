import { adviceFor, adviceForDocument } from '../../api/advice.js'
import { documentPath } from '../../api/document-path.js'
import { requestId } from '../../api/request-id.js'
import { isKeptOnly } from '../../parts/documents/kept-only.js'
import { placeWords } from '../../parts/documents/place-words.js'
import { createStageTrack } from '../../parts/documents/stage-track.js'
import { stateWords } from '../../parts/documents/state-words.js'
import { element } from '../../parts/element.js'
import { bytes } from '../../parts/format.js'

/** One file on its way: name, bar, stages, and what went wrong. */
export function createUploadRow(file, replace) {
  const state = element('span', { className: 'small soft numbers' }, 'Waiting')
  const name = element('span', {}, file.name)
  const track = createStageTrack(file.name)
  const detail = element('p', { className: 'hint numbers', hidden: true })
  const node = element(
    'li',
    { className: 'work', data: { outcome: 'working' } },
    element(
      'div',
      { className: 'spaced' },
      element('div', { className: 'name' }, name, ' ', element('span', { className: 'hint numbers' }, bytes(file.size))),
      state,
    ),
    track.bar,
    track.stages,
    detail,
  )

  function progress(percent, words, shown) {
    track.progress(percent, words)
    state.textContent = shown ?? words
  }
  function tell(what) {
    detail.textContent = what ?? ''
    detail.hidden = !what
  }
  function problem(message, advice, tail) {
    node.dataset.outcome = 'failed'
    node.append(element('div', { className: 'notice error' }, element('span', {}, message, ' ', advice), tail))
  }

  /** The name is taken: what is there can be looked at, or this file put in its place without being chosen again. */
  function taken({ details, requestId: id }) {
    const there = element('a', { href: documentPath(details.upload_id) }, 'Open what is there')
    const put = element(
      'button',
      { type: 'button', className: 'compact', 'aria-label': `Replace it: ${file.name}`, onclick: replace },
      'Replace it',
    )
    const ways = element('div', { className: 'row' }, put, there)
    problem(
      `${details.source_file} is already in ${details.index}.`,
      'Put this file in its place, or give it another name and choose it again.',
      element('div', { className: 'stack-small' }, ways, requestId(id)),
    )
  }

  return {
    node,
    sending: (share) =>
      progress(0, 'sending', share < 1 ? `Sending, ${Math.round(share * 100)} % of ${bytes(file.size)}` : 'Sent, being checked'),
    waiting: (ms) => progress(0, 'waiting', `The server is busy; again in ${Math.ceil(ms / 1000)} s`),
    accepted: (uploadId) => {
      node.dataset.accepted = ''
      name.replaceChildren(element('a', { href: documentPath(uploadId) }, file.name))
      track.at('received')
      progress(0, 'queued', 'Queued')
    },
    show(status) {
      if (status.status === 'complete' || status.status === 'error') return
      track.at(status.processing_stage)
      const waits = status.status === 'queued'
      progress(status.progress, `${status.processing_stage}, ${status.progress} %`, waits ? 'Queued' : `${status.progress} %`)
      tell([waits ? '' : stateWords(status), placeWords(status)].filter(Boolean).join(' · '))
    },
    settle(status) {
      tell('')
      track.at(status.processing_stage, status.status === 'complete' && !isKeptOnly(status))
      if (status.status === 'complete') {
        const kept = isKeptOnly(status)
        node.dataset.outcome = kept ? 'kept' : 'done'
        progress(status.progress, kept ? 'Stored, not searchable' : 'Searchable')
        if (kept) tell(status.message)
        return
      }
      progress(status.progress, `failed at ${status.processing_stage}`, 'Failed')
      const last = status.errors?.at(-1)
      problem(
        last?.message ?? status.message ?? 'No reason was given.',
        adviceForDocument(last?.code),
        requestId(status.upload_id, 'Upload'),
      )
    },
    /** It was deleted while it was on its way. */
    gone() {
      tell('')
      node.dataset.outcome = 'failed'
      progress(0, 'deleted', 'Deleted')
      name.replaceChildren(file.name)
    },
    fail(error) {
      progress(0, 'failed', 'accepted' in node.dataset ? 'State not known' : 'Not accepted')
      if (error.status === 409 && error.details?.upload_id) return taken(error)
      problem(error.message, adviceFor(error), requestId(error.requestId))
    },
  }
}
