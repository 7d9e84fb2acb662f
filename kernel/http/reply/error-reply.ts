import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, inFull, messageOf } from '../../runtime/errors.ts'
import { requestIdOf } from '../app/request-context.ts'
import { securityHeaders } from '../app/security-headers.ts'
import { errorBody } from './error-body.ts'
import { toApiError } from './to-api-error.ts'

/** How long a client that is still sending may take to read the refusal before its connection is closed. */
const LINGER_MS = 10_000
/** After each piece (64 kB) of what nobody wants: reading it as fast as it comes would cost everybody's turns. */
const PIECE_EVERY_MS = 5
/** Bodies up to this size are read to their end after a refusal, and the connection stays. */
const WORTH_READING = 1_048_576

/** Answers anything thrown with the generic body; `tell` says what the caller may read of a failure. Faults of our own are logged whole; the client sees only their request id. */
export function replyError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  tell: (error: ApiError) => string = messageOf,
): FastifyReply {
  const { body: sent, query: querystring } = request
  const error = toApiError(thrown, request.routeOptions.bodyLimit, { body: sent, querystring })
  if (error.code === 'internal' || (error.status >= 500 && error.cause !== undefined))
    request.log.error({ err: error.cause ?? error, code: error.code }, inFull(error))
  else request.log.debug({ code: error.code, status: error.status }, error.message)
  const about = { requestId: request.id, url: request.raw.url ?? '', method: request.method, now: new Date() }
  const body = JSON.stringify(errorBody(error, { ...about, message: tell(error) }))
  reply.code(error.status).headers(error.headers).header('cache-control', 'no-store').type('application/json; charset=utf-8')
  if (!stillSending(request)) return reply.send(body)
  return reply.headers({ connection: 'close', 'content-length': String(Buffer.byteLength(body)) }).send(lingering(request, body))
}

function stillSending({ raw }: FastifyRequest): boolean {
  if (raw.complete !== false || raw.destroyed) return false
  const length = raw.headers['content-length']
  return raw.headers['transfer-encoding'] !== undefined || Number(length ?? 0) > WORTH_READING
}

/**
 * The whole body at once, its end only when the client has sent everything or the time is over. Closing at once would reset the
 * connection under a client that writes, and it would never read the reply.
 */
function lingering({ raw }: FastifyRequest, body: string): Readable {
  raw.unpipe()
  readSlowly(raw)
  const stream = new Readable({ read() {} })
  stream.push(body)
  const end = () => {
    clearTimeout(timer)
    if (!stream.readableEnded && !stream.destroyed) stream.push(null)
  }
  const timer = setTimeout(end, LINGER_MS)
  raw.once('end', end).once('close', end)
  return stream
}

function readSlowly(raw: IncomingMessage): void {
  raw.on('data', () => {
    raw.pause()
    setTimeout(() => raw.resume(), PIECE_EVERY_MS)
  })
  raw.resume()
}

/** Answers a request that expects of a server what none but HTTP's own 100-continue stands for. */
export function replyExpectation({ headers, url = '', method = '' }: IncomingMessage, response: ServerResponse): void {
  const requestId = requestIdOf(headers)
  const error = new ApiError('invalid_request', 'the header Expect asks for something else than 100-continue', { status: 417 })
  const body = JSON.stringify(errorBody(error, { requestId, url, method, now: new Date() }))
  const own = { 'x-request-id': requestId, 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }
  response.writeHead(417, { ...securityHeaders, ...own, connection: 'close' }).end(body)
}

/** Answers what never became a request: broken syntax, headers too large or too slow. */
export function replyClientError(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const message = { 431: 'the headers are too large', 408: 'the request took too long to arrive', 400: 'the request is not valid HTTP' }[
    status
  ]
  const requestId = requestIdOf({})
  const body = JSON.stringify(
    errorBody(new ApiError('invalid_request', message ?? '', { status }), { requestId, url: '', method: '', now: new Date() }),
  )
  const head = [
    `HTTP/1.1 ${status} Error`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
