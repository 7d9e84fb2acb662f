import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { intendedLookup, intendedUrl } from './intended-address.ts'
import { CONNECT_TIMEOUT } from './unreached.ts'

const lookupIntended = intendedLookup()
/** A network that swallows what is sent to it answers nothing at all: a server that is there takes a connection sooner. */
const CONNECT_MS = 5_000
const BODYLESS = new Set([204, 205, 304])

export interface HttpCall {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  readonly signal?: AbortSignal | null | undefined
  readonly lookup?: LookupFunction | undefined
  /** So long the name and the connection may take. */
  readonly connectMs?: number
}

/** One call over node:http or node:https, whose reply is read as it comes. */
export async function callHttp(
  url: URL,
  { method, headers, body, signal, lookup, connectMs = CONNECT_MS }: HttpCall,
): Promise<IncomingMessage> {
  const fields = { ...headers, 'accept-encoding': 'identity', ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) }
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = call(url, { method, headers: fields, ...(signal ? { signal } : {}), ...(lookup ? { lookup } : {}) }, resolve)
    request.on('error', reject)
    request.on('socket', (socket) => {
      if (!socket.connecting) return
      const timer = setTimeout(() => request.destroy(connectTimeout(url)), connectMs)
      for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer))
    })
    request.end(body)
  })
  // it may break before anybody reads; the reader looks at how it ended
  reply.on('error', () => {})
  return reply
}

const connectTimeout = ({ host }: URL) => Object.assign(new Error(`${host} takes no connection`), { code: CONNECT_TIMEOUT })

/** As `callHttp`, to an address that an administrator may mean alone. Rejects with a TypeError, as `fetch` does, for others. */
export function callIntended(url: URL, call: Omit<HttpCall, 'lookup'>): Promise<IncomingMessage> {
  const intended = intendedUrl(url.origin)
  if ('problem' in intended) throw new TypeError(`the address ${intended.problem}`)
  return callHttp(url, { ...call, lookup: lookupIntended })
}

export const headersOf = (reply: IncomingMessage): Headers =>
  new Headers(Object.entries(reply.headers).map(([name, value]) => [name, String(value)]))

/** A `fetch` to addresses that an administrator names (`intendedUrl`). It follows no redirect: what was checked is what is called. */
export const guardedFetch: typeof fetch = async (input, init = {}) => {
  const { method = 'GET', headers, body, signal } = init
  const url = new URL(input instanceof Request ? input.url : input)
  if (body !== undefined && body !== null && typeof body !== 'string') throw new TypeError('only texts are sent')
  const reply = await callIntended(url, {
    method,
    headers: Object.fromEntries(new Headers(headers)),
    body: body ?? undefined,
    signal,
  })
  const status = reply.statusCode ?? 0
  if (status >= 300 && status < 400) {
    reply.destroy()
    throw new TypeError('the server sends its callers to another address; name that one')
  }
  if (BODYLESS.has(status)) reply.resume()
  const content = BODYLESS.has(status) ? null : (Readable.toWeb(reply) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>)
  return new Response(content, { status, headers: headersOf(reply) })
}
