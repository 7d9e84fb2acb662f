import { ApiError, api } from '../../api/api.js'
import { readEvents } from '../../api/read-events.js'

const LONGEST_WAIT_MS = 8000
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
export const hasEnded = ({ status }) => status === 'completed' || status === 'failed' || status === 'cancelled'

/**
 * Tells of every change of a run from now on until it has ended; a stream that breaks is taken up behind its last event. Rejects where the
 * run is gone or may not be seen any more.
 * @param {string} path of the run
 * @param {string | undefined} lastId of the last entry of the timeline that is known
 * @param {(run: object, entry: string | undefined) => void} onRun with the id of the entry that tells of it
 */
export async function followRun(path, lastId, onRun) {
  let last = lastId
  for (let breaks = 0; ; breaks++) {
    let wait = Math.min(LONGEST_WAIT_MS, 300 * 2 ** breaks)
    try {
      const reply = await api(`${path}/events`, { headers: { Accept: 'text/event-stream', ...(last ? { 'Last-Event-ID': last } : {}) } })
      for await (const { id, data, event } of readEvents(reply)) {
        if (event === 'error') break
        breaks = 0
        last = id ?? last
        onRun(data, id)
        if (hasEnded(data)) return
      }
    } catch (error) {
      const passes = !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500
      if (!passes) throw error
      wait = error.retryAfterMs ?? wait
    }
    await sleep(wait)
  }
}
