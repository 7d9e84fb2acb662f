import { actorWords } from '../../parts/actor-words.js'
import { confirm } from '../../parts/confirm.js'
import { element } from '../../parts/element.js'
import { dateAndTime, duration, number, plural } from '../../parts/format.js'
import { runBadge } from '../../parts/run-badge.js'
import { timeAgo } from '../../parts/time-ago.js'
import { compareView } from './compare-view.js'

const tones = { built: 'waiting', live: 'completed', rolled_back: 'waiting', discarded: 'none', cancelled: 'none' }
const words = {
  running: 'being built',
  built: 'ready, waits for you',
  live: 'answers now',
  rolled_back: 'switched back',
  discarded: 'removed',
}
/** What that means for who searches, and what comes next. */
const meanings = {
  running: 'Searches stay with the build of now. Once this one is ready, it waits for you to compare and to switch.',
  built: 'Searches stay with the old build until you switch. Look at the two below, then switch to the new one or remove it.',
  live: 'Searches go to the new build. The old one is kept up to date, so that you can switch back, until you remove it.',
  rolled_back: 'Searches go to the old build again. The new one is kept up to date until you remove it.',
}
const origins = { received: 'the files', parsed: 'the texts', chunked: 'the passages', embedded: 'the vectors' }

/** What can be done with a rebuild, by where it stands. `ask`: what is asked before. */
const steps = {
  running: (rebuild) => [
    rebuild.paused ? { step: 'resume', label: 'Go on' } : { step: 'pause', label: 'Pause' },
    {
      step: 'cancel',
      label: 'Cancel',
      ask: {
        title: 'Cancel the rebuild?',
        text: 'What was built is removed. The index that answers stays as it is.',
        action: 'Cancel it',
        keep: 'Go on',
      },
    },
  ],
  built: () => [{ step: 'cut-over', label: 'Switch to it', primary: true }, discardNew],
  rolled_back: () => [{ step: 'cut-over', label: 'Switch to it again' }, discardNew],
  live: ({ builds }) =>
    builds.old === null
      ? []
      : [
          { step: 'roll-back', label: 'Switch back' },
          {
            step: 'discard',
            label: 'Remove the old build',
            ask: { title: 'Remove the old build?', text: 'From then on there is no way back to it.', action: 'Remove' },
          },
        ],
}
const discardNew = {
  step: 'discard',
  label: 'Remove',
  ask: { title: 'Remove the new build?', text: 'The index that answers stays as it is.', action: 'Remove' },
}

/** One whose old build is gone may have given way to a later one since. */
export const stateWords = ({ status, paused, builds }) =>
  paused ? 'paused' : status === 'live' && builds.old === null ? 'done' : (words[status] ?? status)

/** Whether something can still be done with it. */
export const isOpen = (rebuild) => stepsOf(rebuild).length > 0
const stepsOf = (rebuild) => steps[rebuild.status]?.(rebuild) ?? []

/**
 * A rebuild: how far it is, how the two builds compare, and what can be done.
 * @param {object} rebuild as the server tells it
 * @param {(rebuild: object, step: string) => void} act
 */
export function rebuildCard(rebuild, act) {
  const { runId: id, index, from, config, status, actor, created_at: at, compare, reason, failed, as_of: then } = rebuild
  return element(
    'article',
    { className: 'card rebuild', 'aria-labelledby': `rebuild-${id}`, tabindex: '-1', data: { run: id } },
    element(
      'div',
      { className: 'spaced' },
      element('h3', { id: `rebuild-${id}` }, index),
      runBadge(tones[status] ?? status, stateWords(rebuild)),
    ),
    element(
      'p',
      { className: 'facts' },
      element('span', {}, `made from ${origins[from]}`),
      then && element('span', {}, `documents as of ${dateAndTime(new Date(then))}`),
      config.chunking && element('span', {}, chunking(config.chunking)),
      config.embeddings?.connection && element('span', {}, `vectors by ${config.embeddings.connection}`),
      config.index && element('span', {}, 'with fields of its own'),
      element('span', {}, `by ${actorWords(actor)}`),
      element('span', {}, timeAgo(new Date(at))),
    ),
    isOpen(rebuild) && element('p', {}, meanings[status]),
    status === 'running' && progress(rebuild),
    reason && element('p', { className: 'soft' }, reason),
    failed > 0 && failures(rebuild),
    ...(compare ? compareView(compare) : []),
    buttons(rebuild, act),
  )
}

const chunking = ({ max_tokens: most, overlap_tokens: overlap }) =>
  [most !== undefined && `passages of ${most} tokens`, overlap !== undefined && `${overlap} shared`].filter(Boolean).join(', ')

function progress({ index, read, total, written, eta_seconds: eta, waits_for: long, paused }) {
  const percent = total > 0 ? Math.floor((read / total) * 100) : 0
  const fill = element('div')
  fill.style.setProperty('--done', `${percent}%`)
  const bar = { className: 'track', role: 'progressbar', 'aria-label': `Progress of ${index}`, 'aria-valuemin': 0, 'aria-valuemax': 100 }
  const left = long ? `; ${long} takes long` : eta === null || paused ? '' : `, ${duration(eta * 1000)} to go`
  return element(
    'div',
    { data: { outcome: 'working' } },
    element('div', { ...bar, 'aria-valuenow': percent }, fill),
    element('p', { className: 'soft small' }, `${number(read)} of ${plural(total, 'document')}, ${number(written)} written${left}`),
  )
}

const failures = ({ failed, failures: list }) =>
  element(
    'details',
    {},
    element('summary', {}, `${plural(failed, 'document')} could not be built`),
    element(
      'ul',
      {},
      ...list.map(({ document_id: id, message }) => element('li', {}, element('span', { className: 'mono small' }, id), ` ${message}`)),
    ),
  )

function buttons(rebuild, act) {
  const offered = stepsOf(rebuild)
  if (offered.length === 0) return false
  return element(
    'div',
    { className: 'row' },
    ...offered.map(({ step, label, primary, ask }) =>
      element(
        'button',
        {
          type: 'button',
          className: primary ? 'primary' : 'compact',
          data: { step },
          'aria-label': `${label}: ${rebuild.index}`,
          onclick: async () => (!ask || (await confirm(ask))) && act(rebuild, step),
        },
        label,
      ),
    ),
  )
}
