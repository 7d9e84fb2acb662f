import type { IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import type { LookupFunction } from 'node:net'
import { ApiError } from '../runtime/errors.ts'
import { publicUrl } from './public-address.ts'
import { publicLookup } from './public-lookup.ts'
import { socketFaultOf } from './socket-fault.ts'

const MOST_REDIRECTS = 5
/** Until the head of a reply has come, and between two pieces of its body. */
const SILENCE_MS = 15_000

/** How connections are made; another one is for tests alone. */
export interface Transport {
  readonly request: (url: URL, options: RequestOptions) => ReturnType<typeof httpsRequest>
  readonly lookup: LookupFunction
}
const overTheInternet: Transport = { request: httpsRequest, lookup: publicLookup() }

/**
 * The reply of an https address of the internet, its body still to be read. Each redirection is checked as the first address was, and
 * what is connected to is what was checked. ApiError invalid_request for an address that is none of the internet, upstream_failed for
 * every other end but 2xx, timeout when the signal ends.
 */
export async function openPublic(
  address: string,
  signal: AbortSignal,
  transport: Transport = overTheInternet,
): Promise<{ readonly url: URL; readonly reply: IncomingMessage }> {
  let next = address
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const checked = publicUrl(next)
    if ('problem' in checked) throw refused(hops > 0 ? `leads on to an address that ${checked.problem}` : checked.problem)
    const { url } = checked
    const reply = await head(url, signal, transport)
    const status = reply.statusCode ?? 0
    if (status >= 200 && status < 300) return { url, reply }
    reply.destroy()
    const { location } = reply.headers
    if (status < 300 || status >= 400 || location === undefined) throw failed(`${url.host} answered with ${status}${ADVICE[status] ?? ''}`)
    const target = URL.parse(location, url.href)
    if (!target) throw failed(`${url.host} leads on to something that is no address`)
    next = target.href
  }
  throw failed(`it leads on more than ${MOST_REDIRECTS} times`)
}

const refused = (problem: string) => new ApiError('invalid_request', `url: ${problem}`, { details: { field: 'url' } })
const failed = (problem: string, cause?: unknown) =>
  new ApiError('upstream_failed', `url: ${problem}`, { cause, details: { field: 'url' } })

function head(url: URL, signal: AbortSignal, { request, lookup }: Transport): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'millrace' }
    const call = request(url, { lookup, headers, signal, agent: false, timeout: SILENCE_MS })
    call.once('response', resolve)
    call.once('timeout', () => call.destroy(new ApiError('timeout', `url: ${url.host} said nothing for ${SILENCE_MS / 1000} s`)))
    call.on('error', (error) => reject(asApiError(error, url.host, signal)))
    call.end()
  })
}

function asApiError(error: Error, host: string, signal: AbortSignal): ApiError {
  if (error instanceof ApiError) return error
  if (signal.aborted)
    return signal.reason instanceof ApiError ? signal.reason : new ApiError('timeout', 'the address took too long', { cause: error })
  const fault = socketFaultOf(error)
  return fault === 'private' ? refused('must not lead into a private network') : failed(WORDS[fault](host), error)
}

const WORDS = {
  'unknown-name': (host: string) => `nobody knows the name ${host}: look how it is spelt, and whether this server reaches the internet`,
  certificate: (host: string) =>
    `${host} has no certificate that this server trusts (NODE_EXTRA_CA_CERTS at its start names a file of authorities of your own)`,
  other: (host: string) => `${host} does not answer`,
} as const

/** What to do about a page that a program is not given. */
const BY_HAND = ': download the file and upload it'
const ADVICE: Readonly<Record<number, string>> = { 401: BY_HAND, 403: BY_HAND, 404: ': look whether the address is whole' }
