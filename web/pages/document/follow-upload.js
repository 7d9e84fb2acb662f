import { ApiError, api, apiJson } from '../../api/api.js'
import { readEvents } from '../../api/read-events.js'

const TRIES = 6
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const isSettled = ({ status }) => status === 'complete' || status === 'error'

/**
 * Tells of every change of an upload until nothing more will happen to it; resolves with its last status.
 * A broken stream is taken up again after its last event.
 * @param {string} uploadId
 * @param {(status: object) => void} onStatus
 * @param {number} [attempt] what belongs to an earlier try is passed over
 */
export async function followUpload(uploadId, onStatus, attempt = 1) {
  const path = `/api/v2/upload/status/${encodeURIComponent(uploadId)}`
  let lastEventId
  for (let breaks = 0; ; breaks++) {
    let wait = Math.min(8000, 300 * 2 ** breaks)
    try {
      const reply = await api(`${path}/events`, {
        headers: { Accept: 'text/event-stream', ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}) },
      })
      for await (const { id, data } of readEvents(reply)) {
        breaks = 0
        lastEventId = id ?? lastEventId
        if (data.attempt < attempt) continue
        onStatus(data)
        if (isSettled(data)) return data
      }
    } catch (error) {
      // A stream that breaks is a TypeError; 429 and 503 pass; everything else is final.
      const passes = !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status === 503
      if (!passes || breaks >= TRIES) throw error
      wait = error.retryAfterMs ?? wait
    }
    const status = await apiJson(path).catch(() => undefined)
    if (status && isSettled(status)) return status
    if (breaks >= TRIES) throw new ApiError('The server keeps ending the stream of this upload.')
    await sleep(wait)
  }
}
