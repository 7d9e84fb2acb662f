import { apiJson } from '../../api/api.js'

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
  const look = async () => {
    for (;;) {
      const edit = await apiJson(`/k12/annex-edits/${encodeURIComponent(requestId)}`, { signal })
      if (!(edit.status in WORDS)) return edit
      tell(WORDS[edit.status])
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      if (signal.aborted) return undefined
    }
  }
  return {
    ended: look().catch((error) => {
      if (signal.aborted) return undefined
      throw error
    }),
    cancel: () => apiJson('/ai/k12/tools/annex-editing-cancel', { method: 'POST', json: { requestId } }).catch(() => undefined),
    stop: () => leaving.abort(),
  }
}
