import { ApiError, api, apiJson } from '../../api/api.js'
import { readEvents } from '../../api/read-events.js'

const TRIES = 6
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Tells of every step of a run until it has ended; resolves with what the run gives then.
 * @param {string} path of the run
 * @param {(step: { step: string, status: string, reason?: string }) => void} onStep
 */
export async function followSteps(path, onStep) {
  let last
  for (let breaks = 0; ; breaks++) {
    try {
      const reply = await api(`${path}/events`, { headers: { Accept: 'text/event-stream', ...(last ? { 'Last-Event-ID': last } : {}) } })
      for await (const { id, data } of readEvents(reply)) {
        breaks = 0
        last = id ?? last
        if (data.step) onStep(data)
      }
    } catch (error) {
      const passes = !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status === 503
      if (!passes || breaks >= TRIES) throw error
    }
    const run = await apiJson(path)
    if (run.status !== 'running') return run
    await sleep(Math.min(8000, 300 * 2 ** breaks))
  }
}
