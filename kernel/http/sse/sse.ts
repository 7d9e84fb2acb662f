import type { Server, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../runtime/errors.ts'
import { countedNames } from '../limits/limits.ts'
import { memorySlots, type StreamSlots } from '../limits/stream-slots.ts'
import { toApiError } from '../reply/to-api-error.ts'

const MAX_BACKLOG_BYTES = 1_048_576
/** So long a stream that is taken up again may turn out to be at its end before its head goes out. */
const AT_ITS_END_MS = 1000

export interface SseEvent {
  readonly event?: string
  /** Sent as JSON; a `Verbatim` as it is. */
  readonly data: unknown
  /** On resumable streams: what the client gives back as Last-Event-ID. */
  readonly id?: string
}

/** A line that other protocols ask for, which is no JSON. */
export class Verbatim {
  readonly line: string
  constructor(line: string) {
    this.line = line
  }
}

export interface SseStream {
  /** False when the stream is over: the client left, did not read, or `close` was called. */
  send(event: SseEvent): boolean
  close(): void
  /** Closes it for good: where nothing was sent behind Last-Event-ID the reply is 204, which tells an EventSource not to come again. */
  finish(): void
  /** Aborted when the stream is over, however that came about. */
  readonly closed: AbortSignal
}

interface OpenStreams {
  readonly all: Set<SseStream>
  slots: StreamSlots
}

const servers = new WeakMap<object, OpenStreams>()

function streamsOf(server: object): OpenStreams {
  const known = servers.get(server)
  if (known) return known
  const made: OpenStreams = { all: new Set(), slots: memorySlots() }
  servers.set(server, made)
  return made
}

/** Counts a server's streams elsewhere than in this process: where several edges share a store. */
export function useStreamSlots(server: object, slots: StreamSlots): void {
  streamsOf(server).slots = slots
}

/** How many streams a server has open. */
export const openStreamCount = (server: object): number => streamsOf(server).all.size

/** Ends every stream of a server that stops. */
export function closeStreams(server: Server): void {
  for (const stream of streamsOf(server).all) stream.close()
}

/**
 * Turns the reply into an event stream: comment lines as heartbeat, a reader that leaves 1 MB unread is dropped. Headers that were
 * set on the reply go out with it. ApiError rate_limited when the caller has too many streams open.
 */
export async function openSse(request: FastifyRequest, reply: FastifyReply, options: { heartbeatMs?: number } = {}): Promise<SseStream> {
  const stream = await prepareSse(request, reply, options)
  stream.begin()
  return stream
}

/** As `openSse`, its head not sent yet. */
async function prepareSse(request: FastifyRequest, reply: FastifyReply, options: { heartbeatMs?: number } = {}) {
  const release = await streamsOf(request.server.server).slots.take(countedNames(request))
  if (reply.raw.destroyed) {
    release()
    throw left()
  }
  const over = new AbortController()
  reply.hijack()
  const raw = reply.raw
  const begin = () => {
    if (!raw.headersSent && !raw.destroyed) sendHead(request, reply)
  }
  const stream = {
    closed: over.signal,
    send: (event: SseEvent) => {
      begin()
      return !over.signal.aborted && write(raw, frame(event))
    },
    close: () => {
      begin()
      end(raw)
    },
    finish: () => {
      if (raw.headersSent) return end(raw)
      raw.setHeaders(new Map(Object.entries(headersOf(reply))))
      raw.writeHead(204).end()
    },
    begin,
  }
  const { all } = streamsOf(request.server.server)
  all.add(stream)
  const beat = setInterval(() => {
    begin()
    write(raw, ': alive\n\n')
  }, options.heartbeatMs ?? 15_000)
  raw.once('close', () => {
    clearInterval(beat)
    all.delete(stream)
    release()
    over.abort(left())
  })
  raw.on('error', (error) => request.log.debug({ err: error }, 'event stream broke'))
  return stream
}

function sendHead(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply
  const own = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }
  raw.setHeaders(new Map(Object.entries({ ...headersOf(reply), ...own })))
  raw.writeHead(200)
  if (request.method === 'HEAD') raw.end()
  else {
    raw.flushHeaders()
    if (raw.chunkedEncoding) frameHere(raw)
  }
}

/**
 * Opens a stream for the time of some work and closes it afterwards. Work that fails ends it with an `error` event `{message}`, which
 * shows what a client may know; the rest is logged. One that is taken up again at its end is answered 204.
 */
export async function streamSse(request: FastifyRequest, reply: FastifyReply, work: (stream: SseStream) => Promise<void>): Promise<void> {
  const stream = await prepareSse(request, reply)
  const again = request.method === 'GET' && request.headers['last-event-id'] !== undefined
  const head = again ? setTimeout(stream.begin, AT_ITS_END_MS) : stream.begin()
  try {
    await work(stream)
    stream.finish()
  } catch (error) {
    if (stream.closed.aborted) return request.log.debug({ err: error }, 'the client left, its work ended')
    request.log.error({ err: error }, 'event stream failed')
    stream.send({ event: 'error', data: { message: toApiError(error).message } })
  } finally {
    if (head) clearTimeout(head)
    stream.close()
  }
}

const left = (): ApiError => new ApiError('unavailable', 'the client left the stream')

/** Drops the reader rather than hold for it what it does not read. */
function write(raw: ServerResponse, text: string): boolean {
  if (raw.destroyed || raw.writableEnded) return false
  const length = Buffer.byteLength(text)
  if (raw.writableLength + length > MAX_BACKLOG_BYTES && raw.writableLength > 0) {
    raw.destroy()
    return false
  }
  raw.write(framedHere.has(raw) ? `${length.toString(16)}\r\n${text}\r\n` : text)
  return true
}

/** Replies whose chunks are framed by `write`. */
const framedHere = new WeakSet<ServerResponse>()

/** Node sends a chunk as four pieces, which costs a third more processor time than one text with its length before it. */
function frameHere(raw: ServerResponse): void {
  raw.chunkedEncoding = false
  framedHere.add(raw)
}

/** The end of a chunked reply is node's again. */
function end(raw: ServerResponse): void {
  if (framedHere.delete(raw)) raw.chunkedEncoding = true
  raw.end()
}

function frame({ event, data, id }: SseEvent): string {
  const head = `${event === undefined ? '' : `event: ${oneLine(event)}\n`}${id === undefined ? '' : `id: ${oneLine(id)}\n`}`
  return `${head}data: ${data instanceof Verbatim ? oneLine(data.line) : JSON.stringify(data ?? null)}\n\n`
}

const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ')

function headersOf(reply: FastifyReply): Record<string, string | string[] | number> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).filter((entry): entry is [string, string | string[] | number] => entry[1] !== undefined),
  )
}
