import { apiJson } from '../../api/api.js'
import { followEvents } from '../../api/follow-events.js'

const isSettled = ({ status }) => status === 'complete' || status === 'error'

/**
 * Tells of every change of an upload until nothing more will happen to it; resolves with its last status.
 * @param {string} uploadId
 * @param {(status: object) => void} onStatus
 * @param {number} [attempt] what belongs to an earlier try is passed over
 */
export function followUpload(uploadId, onStatus, attempt = 1) {
  const path = `/api/v2/upload/status/${encodeURIComponent(uploadId)}`
  return followEvents(`${path}/events`, {
    tries: 6,
    onEvent(status) {
      if (status.attempt < attempt) return undefined
      onStatus(status)
      return isSettled(status) ? status : undefined
    },
    async ask() {
      const status = await apiJson(path).catch(() => undefined)
      return status && isSettled(status) ? status : undefined
    },
  })
}
