import { element } from '../../parts/element.js'

const EVERY_MS = 700

/** How a job fares, as a line. */
export const jobWords = ({ status, progress, message }) =>
  element(
    'p',
    { className: status === 'error' ? 'notice error' : 'soft' },
    status === 'queued' || status === 'processing' ? `${message} (${progress} %)` : message,
  )

/** Shows a job until it has ended; gives how it ended. */
export async function followJob(read, place) {
  for (;;) {
    const job = await read()
    place.replaceChildren(jobWords(job))
    if (job.status === 'complete' || job.status === 'error') return job
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}
