import { ApiError, api } from '../../api/api.js'
import { readEvents } from '../../api/read-events.js'
import { claimBrowser } from '../../parts/kept-by-browser.js'
import { person } from '../../shell/session.js'

/**
 * Asks, tells of each token as it comes where the route streams, and resolves with the whole chat response.
 * @param {{ path: string, body: object }} request
 * @param {(token: string) => void} onToken
 * @param {AbortSignal} signal
 */
export async function askStream({ path, body }, onToken, signal) {
  const headers = body.stream ? { Accept: 'text/event-stream' } : {}
  const reply = await api(path, { method: 'POST', json: body, headers, signal })
  claimBrowser(person())
  const requestId = reply.headers.get('x-request-id') ?? undefined
  if (!body.stream) return { ...(await reply.json()), requestId }
  const broken = (message) => new ApiError(message, { code: 'broken_off', requestId })
  try {
    for await (const { event, data } of readEvents(reply)) {
      if (event === 'done') return { ...data, requestId }
      if (event === 'error') throw broken(data.message ?? 'The answer broke off.')
      if (typeof data.token === 'string') onToken(data.token)
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error
    throw broken('The connection was lost while the answer was being written.')
  }
  throw broken('The answer ended before it was complete.')
}
