import { apiJson } from '../../api/api.js'
import { until } from '../../api/until.js'

/** A change is shown this soon. */
const LOOK_MS = 400
const WORDS = { accepted: 'Waiting for its turn …', processing: 'Editing …' }

/**
 * Follows an edit to its end.
 * @param {string} requestId
 * @param {(words: string) => void} tell
 * @returns {{ ended: Promise<object | undefined>, cancel: () => Promise<unknown>, stop: () => void }} `ended` resolves with the edit, or
 * with undefined where nobody wants it any more
 */
export function followEdit(requestId, tell) {
  const leaving = new AbortController()
  const { signal } = leaving
  const look = () => apiJson(`/k12/annex-edits/${encodeURIComponent(requestId)}`, { signal })
  return {
    ended: until(look, ({ status }) => !(status in WORDS), { everyMs: LOOK_MS, signal, onState: ({ status }) => tell(WORDS[status]) }),
    cancel: () => apiJson('/ai/k12/tools/annex-editing-cancel', { method: 'POST', json: { requestId } }).catch(() => undefined),
    stop: () => leaving.abort(),
  }
}
