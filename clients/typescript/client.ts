import { type ErrorBody, type Operations, routes } from './api.ts'
import { readEvents } from './read-events.ts'

export interface ClientOptions {
  /** Where the server is. */
  readonly url: string
  /** Subscription key. */
  readonly key?: string
  /** Bearer token. */
  readonly token?: string
  readonly fetch?: typeof fetch
}

/** Any operation of the document, by its operationId. */
export type OperationId = keyof Operations
/** Operations that can answer with an event stream. */
export type StreamId = { [Id in OperationId]: Operations[Id] extends { events: object } ? Id : never }[OperationId]
export type Reply<Id extends OperationId> = Operations[Id]['reply']

/** One event of a stream: its name, its parsed data, and the id from which the stream can be taken up again. */
export type StreamEvent<Id extends StreamId> = {
  [Name in keyof Operations[Id]['events']]: { event: Name; data: Operations[Id]['events'][Name]; id: string | undefined }
}[keyof Operations[Id]['events']]

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

type Input<Id extends OperationId> = Omit<Operations[Id], 'reply' | 'events'> & CallOptions
type Arguments<Id extends OperationId> = Record<never, never> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]

/** A reply that is no success. `body` is the server's own, undefined where something between answered. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  readonly body: ErrorBody | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: ErrorBody | undefined, retryAfterSeconds: number | undefined) {
    super(body?.error.message ?? `the server answered with ${status}`)
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface Client {
  /** Calls an operation and gives its body. Rejects with ApiFailure, or with fetch's own error when nothing answers. */
  call<Id extends OperationId>(id: Id, ...input: Arguments<Id>): Promise<Reply<Id>>
  /** The events of a stream as they come. Leaving the loop ends the stream. */
  stream<Id extends StreamId>(id: Id, ...input: Arguments<Id>): AsyncGenerator<StreamEvent<Id>>
}

export function createClient(options: ClientOptions): Client {
  return {
    async call(id, ...[input]) {
      const reply = await send(options, id, input ?? {})
      return (await bodyOf(reply)) as Reply<typeof id>
    },
    async *stream<Id extends StreamId>(id: Id, ...[input]: Arguments<Id>) {
      const headers = { accept: 'text/event-stream', ...input?.headers }
      const reply = await send(options, id, { ...input, headers })
      for await (const { event, data, id: eventId } of readEvents(reply.body!))
        yield { event, data: JSON.parse(data), id: eventId } as StreamEvent<Id>
    },
  }
}

interface Parts extends CallOptions {
  readonly path?: object
  readonly query?: object
  readonly body?: unknown
}

async function send({ url, key, token, fetch: send = fetch }: ClientOptions, id: OperationId, parts: Parts): Promise<Response> {
  const headers = new Headers(parts.headers)
  if (key) headers.set('ocp-apim-subscription-key', key)
  if (token) headers.set('authorization', `Bearer ${token}`)
  const isForm = parts.body instanceof FormData
  if (parts.body !== undefined && !isForm) headers.set('content-type', 'application/json')
  const body = isForm ? (parts.body as FormData) : parts.body === undefined ? undefined : JSON.stringify(parts.body)
  const reply = await send(new URL(pathOf(id, parts), url), { method: routes[id][0], headers, body, signal: parts.signal })
  if (reply.ok) return reply
  throw new ApiFailure(reply.status, await failureOf(reply), Number(reply.headers.get('retry-after') ?? '') || undefined)
}

/** Path and query of an operation. */
export function pathOf(id: OperationId, { path = {}, query = {} }: { path?: object; query?: object } = {}): string {
  const values = new Map(Object.entries(path))
  const filled = routes[id][1].replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]])),
  )
  return search.size ? `${filled}?${search}` : filled
}

async function bodyOf(reply: Response): Promise<unknown> {
  const type = reply.headers.get('content-type') ?? ''
  if (reply.status === 204 || type === '') return undefined
  if (/^application\/(?:[\w.+-]+\+)?json/.test(type)) return reply.json()
  return type.startsWith('text/') ? reply.text() : reply.blob()
}

async function failureOf(reply: Response): Promise<ErrorBody | undefined> {
  const body: unknown = await reply.json().catch(() => undefined)
  return typeof body === 'object' && body !== null && 'error' in body ? (body as ErrorBody) : undefined
}
