import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import { retryAfterOf } from '../../runtime/retry-after.ts'

/** An answer of the service, whatever its status. */
export interface ServiceReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const LONGEST_MESSAGE = 500
const errorSchema = z.object({ error: z.object({ code: z.string().nullish(), message: z.string() }) })

/** What the service says is wrong. It quotes the request's fields and filters, never its key. */
function wordsOf(text: string): string {
  try {
    return errorSchema.parse(JSON.parse(text)).error.message.slice(0, LONGEST_MESSAGE)
  } catch {
    return 'no reason given'
  }
}

/** Whether the same request may succeed a little later: throttled, overloaded, restarting. */
export const isPassing = (status: number): boolean => status === 429 || status === 408 || status >= 500

/**
 * The ApiError that an answer means. Statuses: https://learn.microsoft.com/rest/api/searchservice/http-status-codes. `index` is the one
 * that was asked, so that 404 can name it.
 */
export function failureOf(reply: ServiceReply, index?: string): ApiError {
  const { status, headers, text } = reply
  const details = index === undefined ? {} : { index }
  const cause = new Error(`Azure AI Search answered ${status}, request-id ${headers.get('request-id') ?? 'unknown'}`)
  if (status === 404 && index !== undefined) return new ApiError('not_found', `there is no index ${index}`, { details, cause })
  if (status === 409 || status === 412)
    return new ApiError('conflict', `the search service reports a conflict: ${wordsOf(text)}`, { details, cause })
  if (status === 413) return new ApiError('payload_too_large', 'the search service does not take a request of this size', { cause })
  if (status === 400) return new ApiError('invalid_request', `the search service refuses this: ${wordsOf(text)}`, { details, cause })
  if (status === 401 || status === 403)
    return new ApiError('unavailable', 'the search service refuses SEARCH_API_KEY; an admin key is needed', {
      details: { reason: 'wrong_key' },
      headers: { 'retry-after': '30' },
      cause,
    })
  const seconds = Math.ceil((retryAfterOf(headers, Date.now()) ?? 5_000) / 1000)
  const headersOf = { headers: { 'retry-after': String(seconds) }, cause }
  if (status === 429 || status === 503) return new ApiError('unavailable', `the search service is busy (${status})`, headersOf)
  // It answers, and may do so to this very request for ever: that is not waited for without end.
  return new ApiError('upstream_failed', `the search service failed (${status})`, headersOf)
}

/** A connection that failed. The client's own message may hold the address, never the key; only its word is kept. */
export function unreachable(error: unknown, host: string): ApiError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.name : 'unknown'
  return new ApiError('unavailable', `the search service ${host} does not answer (${code})`, {
    details: { reason: 'unreachable' },
    headers: { 'retry-after': '5' },
    cause: new Error(code),
  })
}

/** Words of connections that were never made. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/** Whether the service may have got the request whose connection failed. */
export const mayHaveArrived = ({ cause }: ApiError): boolean => !(cause instanceof Error && NOT_SENT.has(cause.message))
