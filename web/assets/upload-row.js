import { adviceFor, adviceForDocument } from './advice.js'
import { element } from './element.js'
import { bytes } from './format.js'

const STAGES = ['received', 'stored', 'parsing', 'chunking', 'embedding', 'indexing', 'indexed']

/** One file on its way: name, bar, stages, and what went wrong. */
export function createUploadRow(file) {
  const state = element('span', { className: 'small soft numbers' }, 'Waiting')
  const fill = element('div')
  const bar = element(
    'div',
    {
      className: 'track',
      role: 'progressbar',
      'aria-label': file.name,
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-valuenow': 0,
      'aria-valuetext': 'waiting',
    },
    fill,
  )
  const stages = element(
    'ol',
    { className: 'stages', 'aria-hidden': 'true' },
    ...STAGES.map((stage) => element('li', { data: { stage } }, stage)),
  )
  const node = element(
    'li',
    { className: 'work', data: { outcome: 'working' } },
    element(
      'div',
      { className: 'spaced' },
      element('div', { className: 'name' }, file.name, ' ', element('span', { className: 'hint numbers' }, bytes(file.size))),
      state,
    ),
    bar,
    stages,
  )

  function progress(percent, words, shown) {
    fill.style.setProperty('--done', `${percent}%`)
    bar.setAttribute('aria-valuenow', String(Math.round(percent)))
    bar.setAttribute('aria-valuetext', words)
    state.textContent = shown ?? words
  }
  function at(stage, finished = false) {
    const now = STAGES.indexOf(stage)
    for (const [i, li] of [...stages.children].entries())
      li.dataset.state = i < now || (finished && i === now) ? 'past' : i === now ? 'now' : 'later'
  }
  function problem(message, advice, tail) {
    node.dataset.outcome = 'failed'
    node.append(
      element(
        'div',
        { className: 'notice error' },
        element('span', {}, message, ' ', advice),
        tail && element('span', { className: 'small soft' }, tail[0], ' ', element('span', { className: 'mono' }, tail[1])),
      ),
    )
  }

  return {
    node,
    sending: (share) =>
      progress(0, 'sending', share < 1 ? `Sending, ${Math.round(share * 100)} % of ${bytes(file.size)}` : 'Sent, being checked'),
    waiting: (ms) => progress(0, 'waiting', `The server is busy; again in ${Math.ceil(ms / 1000)} s`),
    accepted: () => {
      node.dataset.accepted = ''
      at('received')
      progress(0, 'queued', 'Queued')
    },
    show(status) {
      if (status.status === 'complete' || status.status === 'error') return
      at(status.processing_stage)
      progress(status.progress, `${status.processing_stage}, ${status.progress} %`, `${status.progress} %`)
    },
    settle(status) {
      at(status.processing_stage, status.status === 'complete')
      if (status.status === 'complete') {
        node.dataset.outcome = 'done'
        const words = status.processing_stage === 'stored' ? 'Stored' : 'Searchable'
        progress(status.progress, words)
        if (status.processing_stage === 'stored' && status.message) node.append(element('p', { className: 'hint' }, status.message))
        return
      }
      progress(status.progress, `failed at ${status.processing_stage}`, 'Failed')
      const last = status.errors?.at(-1)
      problem(last?.message ?? status.message ?? 'No reason was given.', adviceForDocument(last?.code), ['Upload', status.upload_id])
    },
    fail(error) {
      progress(0, 'failed', 'Not accepted')
      problem(error.message, adviceFor(error.code), error.requestId && ['Request', error.requestId])
    },
  }
}
