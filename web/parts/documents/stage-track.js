import { element } from '../element.js'

const STAGES = ['received', 'stored', 'parsing', 'chunking', 'embedding', 'indexing', 'indexed']

/** A progress bar and the stages that a document passes; put both into an element whose `data-outcome` tells how it ended. */
export function createStageTrack(label) {
  const fill = element('div')
  const bar = element(
    'div',
    {
      className: 'track',
      role: 'progressbar',
      'aria-label': label,
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
  return {
    bar,
    stages,
    progress(percent, words) {
      fill.style.setProperty('--done', `${percent}%`)
      bar.setAttribute('aria-valuenow', String(Math.round(percent)))
      bar.setAttribute('aria-valuetext', words)
    },
    at(stage, finished = false) {
      const now = STAGES.indexOf(stage)
      for (const [i, li] of [...stages.children].entries())
        li.dataset.state = i < now || (finished && i === now) ? 'past' : i === now ? 'now' : 'later'
    },
  }
}
