import { adviceForDocument } from '../../api/advice.js'
import { isKeptOnly } from '../../parts/documents/kept-only.js'
import { placeWords } from '../../parts/documents/place-words.js'
import { createStageTrack } from '../../parts/documents/stage-track.js'
import { stateWords } from '../../parts/documents/state-words.js'
import { element } from '../../parts/element.js'
import { dateAndTime, plural } from '../../parts/format.js'

/** How the document fares: status, progress, place in the queue, and what went wrong. */
export function createDocumentState(root) {
  const badge = element('span', { className: 'badge' })
  const message = element('span', { className: 'wrap' })
  const percent = element('span', { className: 'numbers soft' })
  const track = createStageTrack('Progress')
  const below = element('div', { className: 'stack-small' })
  root.append(
    element('div', { className: 'spaced' }, element('div', { className: 'row state-words' }, badge, message), percent),
    track.bar,
    track.stages,
    below,
  )
  let shown = ''
  return {
    show(entity) {
      const { status, progress, processing_stage: stage } = entity
      const kept = isKeptOnly(entity)
      badge.dataset.status = kept ? 'kept' : status
      badge.textContent = kept ? 'not searchable' : status
      // The reason of a failure stands in its notice.
      message.textContent = status === 'error' ? `Failed at ${stage}` : stateWords(entity)
      percent.textContent = `${progress} %`
      root.dataset.outcome = kept ? 'kept' : status === 'complete' ? 'done' : status === 'error' ? 'failed' : 'working'
      track.at(stage, status === 'complete' && !kept)
      track.progress(progress, `${stage}, ${progress} %`)
      const words = JSON.stringify([entity.queue, entity.errors, entity.warnings, status])
      if (words === shown) return
      shown = words
      below.replaceChildren(...queueLine(entity), ...leftOut(entity), ...errors(entity))
    },
  }
}

function queueLine(entity) {
  const { queue, filename } = entity
  if (!queue) return []
  if (queue.state === 'starved')
    return [
      warning(
        'Nothing has moved for 30 seconds: no worker is at it.',
        `${filename} is safe and goes on by itself once a worker is back. Its operator can see why under the service’s health.`,
      ),
    ]
  if (queue.state === 'stuck')
    return [
      warning('This stage has stood still for longer than it may take.', 'It is taken up again by itself; if not, cancel it and retry.'),
    ]
  const words = placeWords(entity)
  return words ? [element('p', { className: 'hint numbers' }, words)] : []
}

const warning = (words, ...advice) =>
  element('div', { className: 'notice warning' }, element('strong', {}, words), ...advice.map((line) => element('span', {}, line)))

/** What is not found because it was not read, or may be wrong. */
const leftOut = ({ warnings = [], status }) =>
  status === 'error' || warnings.length === 0 ? [] : [warning('Not all of the file was read, or some of it is unsure.', ...warnings)]

function errors({ errors: all, status }) {
  const current = status === 'error' ? all.at(-1) : undefined
  const earlier = current ? all.slice(0, -1) : all
  return [
    current &&
      element(
        'div',
        { className: 'notice error' },
        element('strong', { className: 'wrap' }, current.message),
        adviceForDocument(current.code) && element('span', {}, adviceForDocument(current.code)),
        element('span', { className: 'small soft' }, facts(current)),
      ),
    earlier.length > 0 &&
      element(
        'details',
        { className: 'earlier' },
        element('summary', {}, `${plural(earlier.length, 'earlier error')}`),
        element(
          'ul',
          {},
          ...earlier.map((e) => element('li', { className: 'small' }, e.message, ' ', element('span', { className: 'soft' }, facts(e)))),
        ),
      ),
  ].filter(Boolean)
}

const facts = ({ code, stage, attempt, at }) => `${code} in ${stage}, try ${attempt}, ${dateAndTime(new Date(at))}`
