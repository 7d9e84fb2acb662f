import { until } from '../../api/until.js'
import { element } from '../../parts/element.js'

/** How a job fares, as a line. */
export const jobWords = ({ status, progress, message }) =>
  element(
    'p',
    { className: status === 'error' ? 'notice error' : 'soft' },
    status === 'queued' || status === 'processing' ? `${message} (${progress} %)` : message,
  )

/** Shows a job until it has ended; gives how it ended. */
export async function followJob(read, place) {
  const show = (job) => place.replaceChildren(jobWords(job))
  const job = await until(read, ({ status }) => status === 'complete' || status === 'error', { onState: show })
  show(job)
  return job
}
