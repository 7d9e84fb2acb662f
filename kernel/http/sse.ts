import type { Server, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { countedName } from './limits.ts'
import { toApiError } from './to-api-error.ts'

/** Streams that one key (or address) may have open in this process. */
export const MAX_STREAMS_PER_CALLER = 50
const MAX_BACKLOG_BYTES = 1_048_576

export interface SseEvent {
  readonly event?: string
  /** Sent as JSON. */
  readonly data: unknown
  /** On resumable streams: what the client gives back as Last-Event-ID. */
  readonly id?: string
}

export interface SseStream {
  /** False when the stream is over: the client left, did not read, or `close` was called. */
  send(event: SseEvent): boolean
  close(): void
  /** Aborted when the stream is over, however that came about. */
  readonly closed: AbortSignal
}

interface OpenStreams {
  readonly all: Set<SseStream>
  readonly perCaller: Map<string, number>
}

const servers = new WeakMap<object, OpenStreams>()

function streamsOf(server: object): OpenStreams {
  const known = servers.get(server)
  if (known) return known
  const made: OpenStreams = { all: new Set(), perCaller: new Map() }
  servers.set(server, made)
  return made
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
export function openSse(request: FastifyRequest, reply: FastifyReply, options: { heartbeatMs?: number } = {}): SseStream {
  const release = claim(streamsOf(request.server.server), countedName(request))
  const over = new AbortController()
  reply.hijack()
  const raw = reply.raw
  const stream: SseStream = {
    closed: over.signal,
    send: (event) => !over.signal.aborted && write(raw, frame(event)),
    close: () => raw.end(),
  }
  const { all } = streamsOf(request.server.server)
  all.add(stream)
  const beat = setInterval(() => write(raw, ': alive\n\n'), options.heartbeatMs ?? 15_000)
  raw.once('close', () => {
    clearInterval(beat)
    all.delete(stream)
    release()
    over.abort(new ApiError('unavailable', 'the client left the stream'))
  })
  raw.on('error', (error) => request.log.debug({ err: error }, 'event stream broke'))
  const own = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }
  raw.setHeaders(new Map(Object.entries({ ...headersOf(reply), ...own })))
  raw.writeHead(200)
  if (request.method === 'HEAD') raw.end()
  else raw.flushHeaders()
  return stream
}

/**
 * Opens a stream for the time of some work and closes it afterwards. Work that fails ends it with an `error` event `{message}`, which
 * shows what a client may know; the rest is logged.
 */
export async function streamSse(request: FastifyRequest, reply: FastifyReply, work: (stream: SseStream) => Promise<void>): Promise<void> {
  const stream = openSse(request, reply)
  try {
    await work(stream)
  } catch (error) {
    if (stream.closed.aborted) return request.log.debug({ err: error }, 'the client left, its work ended')
    request.log.error({ err: error }, 'event stream failed')
    stream.send({ event: 'error', data: { message: toApiError(error).message } })
  } finally {
    stream.close()
  }
}

function claim({ perCaller }: OpenStreams, caller: string): () => void {
  const count = perCaller.get(caller) ?? 0
  if (count >= MAX_STREAMS_PER_CALLER)
    throw new ApiError('rate_limited', `${MAX_STREAMS_PER_CALLER} event streams are open; close one first`, {
      headers: { 'retry-after': '5' },
    })
  perCaller.set(caller, count + 1)
  return () => {
    const left = (perCaller.get(caller) ?? 1) - 1
    if (left > 0) perCaller.set(caller, left)
    else perCaller.delete(caller)
  }
}

/** Drops the reader rather than hold for it what it does not read. */
function write(raw: ServerResponse, text: string): boolean {
  if (raw.destroyed || raw.writableEnded) return false
  if (raw.writableLength + Buffer.byteLength(text) > MAX_BACKLOG_BYTES && raw.writableLength > 0) {
    raw.destroy()
    return false
  }
  raw.write(text)
  return true
}

function frame({ event, data, id }: SseEvent): string {
  const lines = [...(event === undefined ? [] : [`event: ${oneLine(event)}`]), ...(id === undefined ? [] : [`id: ${oneLine(id)}`])]
  return `${[...lines, `data: ${JSON.stringify(data ?? null)}`].join('\n')}\n\n`
}

const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ')

function headersOf(reply: FastifyReply): Record<string, string | string[] | number> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).filter((entry): entry is [string, string | string[] | number] => entry[1] !== undefined),
  )
}
