import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { publicUrl } from '../../kernel/net/public-address.ts'
import { publicLookup } from '../../kernel/net/public-lookup.ts'
import { socketFaultOf } from '../../kernel/net/socket-fault.ts'
import { retryAfterOf } from '../../kernel/runtime/retry-after.ts'

/** Until the reply's head has come. */
const ANSWER_MS = 15_000

export interface Posted {
  /** Of the reply; null where there was none. */
  readonly status: number | null
  /** Why it did not arrive; null when it did. */
  readonly error: string | null
  readonly retryAfterMs?: number
}

/** Where deliveries may go: https on the internet, or anywhere where the operator lets them. */
export function checkTarget(address: string, allowPrivate: boolean): { readonly url: URL } | { readonly problem: string } {
  if (!allowPrivate) return publicUrl(address)
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return { problem: 'must be an http or https address' }
  if (url.username || url.password) return { problem: 'must not hold a user name or password' }
  return { url }
}

/**
 * Sends a body. Redirections are not followed, and are failures like every other reply but 2xx. What is connected to is what was
 * checked, at each attempt anew. Nothing of a reply's body is read.
 */
export function post(
  address: string,
  { body, headers, allowPrivate, signal }: { body: string; headers: Record<string, string>; allowPrivate: boolean; signal: AbortSignal },
): Promise<Posted> {
  const checked = checkTarget(address, allowPrivate)
  if ('problem' in checked) return Promise.resolve({ status: null, error: `the address ${checked.problem}` })
  const { url } = checked
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const call = send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'millrace', 'content-length': Buffer.byteLength(body), ...headers },
      ...(allowPrivate ? {} : { lookup: publicLookup() }),
      agent: false,
      signal: bounded,
    })
    call.once('response', (reply) => {
      const status = reply.statusCode ?? 0
      const wait = retryAfterOf(new Headers({ 'retry-after': reply.headers['retry-after'] ?? '' }), Date.now())
      reply.on('error', () => undefined)
      reply.destroy()
      const arrived = status >= 200 && status < 300
      resolve({ status, error: arrived ? null : `answered with ${status}`, ...(wait === undefined ? {} : { retryAfterMs: wait }) })
    })
    call.once('error', (error) => resolve({ status: null, error: reasonOf(error, bounded) }))
    call.end(body)
  })
}

/** What a socket says of this machine is not told; what the receiver can mend is. */
function reasonOf(error: Error, signal: AbortSignal): string {
  if (signal.aborted) return `no answer within ${ANSWER_MS / 1000} s`
  const fault = socketFaultOf(error)
  if (fault !== 'other') return WORDS[fault]
  return 'code' in error && error.code === 'ECONNREFUSED' ? 'the connection was refused' : 'the connection broke off'
}

const WORDS = {
  private: 'the name leads into a private network',
  'unknown-name': 'nobody knows the name',
  certificate: 'no valid certificate',
} as const
