import { sentence } from '../parts/format.js'
import { freshHeaders } from '../shell/identity-provider.js'
import { markShown } from '../shell/session.js'
import { signIn } from '../shell/sign-in.js'

/** A call that failed, in words that can be shown. `status` is 0 when no answer came. */
export class ApiError extends Error {
  constructor(message, { status = 0, code = 'unreachable', requestId, details, retryAfterMs } = {}) {
    super(message)
    this.name = 'ApiError'
    Object.assign(this, { status, code, requestId, details, retryAfterMs })
  }
}

/**
 * One call with the credentials of this tab. A 401 opens the sign-in panel, and the call is made again with what was given there.
 * Resolves with a success or 304; rejects with an ApiError, or the signal's reason.
 * @param {string} path
 * @param {{ method?: string, json?: unknown, form?: FormData, headers?: Record<string, string>, signal?: AbortSignal }} [options]
 */
export async function api(path, { method = 'GET', json, form, headers = {}, signal } = {}) {
  for (;;) {
    let reply
    const askedAt = performance.now()
    try {
      reply = await fetch(path, {
        method,
        signal,
        cache: 'no-store',
        headers: { ...(await freshHeaders()), ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
        body: json === undefined ? form : JSON.stringify(json),
      })
    } catch (error) {
      if (signal?.aborted) throw error
      throw new ApiError('The server does not answer.')
    }
    if (reply.ok || reply.status === 304) {
      markShown()
      return reply
    }
    const error = errorOf(reply.status, await reply.text(), (name) => reply.headers.get(name))
    if (error.status === 401 && (await signIn(error.message, askedAt))) continue
    throw error
  }
}

/** As `api`, with the reply's JSON. */
export const apiJson = async (path, options) => (await api(path, options)).json()

/** The ApiError of a reply that is not a success. */
export function errorOf(status, text, header) {
  const retryAfter = Number(header('retry-after'))
  const facts = { status, requestId: header('x-request-id') ?? undefined, retryAfterMs: retryAfter > 0 ? retryAfter * 1000 : undefined }
  try {
    const { code, message, details, request_id } = JSON.parse(text).error
    return new ApiError(sentence(String(message)), { ...facts, code: String(code), details, requestId: request_id ?? facts.requestId })
  } catch {
    return new ApiError(`The server answered ${status} without an explanation.`, { ...facts, code: 'unexpected' })
  }
}
