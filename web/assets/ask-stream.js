import { ApiError, api } from './api.js'
import { readEvents } from './read-events.js'

/**
 * Asks, tells of each token as it comes, and resolves with the whole chat response.
 * @param {object} request
 * @param {(token: string) => void} onToken
 * @param {AbortSignal} signal
 */
export async function askStream(request, onToken, signal) {
  const reply = await api('/api/v2/flexible_rag', { method: 'POST', json: request, headers: { Accept: 'text/event-stream' }, signal })
  const requestId = reply.headers.get('x-request-id') ?? undefined
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
