import { until } from '../../api/until.js'
import { element } from '../../parts/element.js'

const isUnderWay = ({ status }) => status === 'queued' || status === 'processing'

/** How a job fares, as a line; while it is under way with a bar. */
export function jobWords({ status, progress, message }) {
  if (!isUnderWay({ status })) return element('p', { className: status === 'error' ? 'notice error' : 'soft' }, message)
  const fill = element('div')
  fill.style.setProperty('--done', `${progress}%`)
  const bar = { className: 'track', role: 'progressbar', 'aria-label': 'Progress', 'aria-valuemin': 0, 'aria-valuemax': 100 }
  return element(
    'div',
    { className: 'stack-small' },
    element('div', { ...bar, 'aria-valuenow': progress }, fill),
    element('p', { className: 'soft' }, `${message} (${progress} %)`),
  )
}

/** Shows a job until it has ended; gives how it ended. */
export async function followJob(read, place) {
  const show = (job) => place.replaceChildren(jobWords(job))
  const job = await until(read, (state) => !isUnderWay(state), { onState: show })
  show(job)
  return job
}
