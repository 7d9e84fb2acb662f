import { ApiError, api } from './api.js'
import { readEvents } from './read-events.js'
import { passes } from './until.js'

const LONGEST_WAIT_MS = 8000
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** A stream that breaks is no ApiError or one without a status; a server that is busy or starts anew will answer again. */
const mayGoOn = (error) => !(error instanceof ApiError) || passes(error)

/**
 * Follows a stream of events; one that breaks is taken up behind its last event. Resolves with the first thing that `onEvent` or `ask`
 * gives; rejects where the server will not answer any more, or has broken off `tries` times in a row.
 * @param {string} address
 * @param {object} how
 * @param {string} [how.after] id of the last event that is known
 * @param {(data: object, id?: string) => any} how.onEvent
 * @param {() => Promise<any>} [how.ask] asked after each break
 * @param {number} [how.tries]
 */
export async function followEvents(address, { after, onEvent, ask = async () => undefined, tries = Number.POSITIVE_INFINITY }) {
  let last = after
  for (let breaks = 0; ; breaks++) {
    let wait = Math.min(LONGEST_WAIT_MS, 300 * 2 ** breaks)
    try {
      const reply = await api(address, { headers: { Accept: 'text/event-stream', ...(last ? { 'Last-Event-ID': last } : {}) } })
      for await (const { id, data, event } of readEvents(reply)) {
        if (event === 'error') break
        breaks = 0
        last = id ?? last
        const end = onEvent(data, id)
        if (end !== undefined) return end
      }
    } catch (error) {
      if (!mayGoOn(error) || breaks >= tries) throw error
      wait = error.retryAfterMs ?? wait
    }
    const end = await ask()
    if (end !== undefined) return end
    if (breaks >= tries) throw new ApiError('The server keeps ending the stream of events.')
    await sleep(wait)
  }
}
