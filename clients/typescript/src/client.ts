import { type ErrorBody, type Operations, routes } from '../api.js'
import { readEvents } from './read-events.ts'
import { type Progress, sendForm } from './send-form.ts'

export type * from '../api.js'
export type { Progress } from './send-form.ts'

export interface ClientOptions {
  /** Where the server is. */
  readonly url: string
  /** Subscription key. */
  readonly key?: string | undefined
  /** Bearer token. */
  readonly token?: string | undefined
  readonly fetch?: typeof fetch | undefined
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
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

type Input<Id extends OperationId> = Omit<Operations[Id], 'reply' | 'events'> & CallOptions
type Arguments<Id extends OperationId> = Record<never, never> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]

export interface UploadOptions {
  /** `title` and `doc_type` are asked for; the title is the file's name where it is left out. */
  readonly metadata: { readonly title?: string; readonly doc_type: string; readonly [name: string]: unknown }
  /** The document's name; a File has one of its own. */
  readonly name?: string | undefined
  /** More fields of the form: `target_index`, `replace_existing`, `process_mode`, … */
  readonly fields?: Readonly<Record<string, string>> | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** The same key is never accepted twice; one is made where it is left out. */
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

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
  /**
   * The events of a stream as they come. Leaving the loop ends the stream. One that is read by GET is taken up again after
   * its last event when the connection breaks or the server is busy, up to six times in a row.
   */
  stream<Id extends StreamId>(id: Id, ...input: Arguments<Id>): AsyncGenerator<StreamEvent<Id>>
  /** Uploads one file, tells how far it is, and tries again under the same key while the server is away or busy, up to six times. */
  upload(file: Blob, options: UploadOptions): Promise<Reply<'uploadDocument'>>
}

const TRIES = 6

export function createClient(options: ClientOptions): Client {
  return {
    async call(id, ...[input]) {
      const reply = await send(options, id, input ?? {})
      return (await bodyOf(reply)) as Reply<typeof id>
    },
    stream: (id, ...[input]) => follow(options, id, input ?? {}),
    upload: (file, more) => upload(options, file, more),
  }
}

interface Parts extends CallOptions {
  readonly path?: object
  readonly query?: object
  readonly body?: unknown
}

/** What ends a stream in OpenAI's form, where everything else is JSON. */
const END = '[DONE]'

async function* follow<Id extends StreamId>(options: ClientOptions, id: Id, parts: Parts): AsyncGenerator<StreamEvent<Id>> {
  let last: string | undefined
  for (let breaks = 0; ; ) {
    const headers = { accept: 'text/event-stream', ...parts.headers, ...(last === undefined ? {} : { 'last-event-id': last }) }
    try {
      const reply = await send(options, id, { ...parts, headers })
      if (reply.status === 204) return
      const type = reply.headers.get('content-type') ?? 'nothing'
      if (!type.startsWith('text/event-stream')) throw new Error(`${id} was answered with ${type}, not with events`)
      for await (const { event, data, id: eventId } of readEvents(reply.body as ReadableStream<Uint8Array>)) {
        breaks = 0
        last = eventId ?? last
        if (data === END) return
        yield { event, data: JSON.parse(data), id: eventId } as StreamEvent<Id>
      }
      return
    } catch (error) {
      if (routes[id][0] !== 'GET' || !isPassing(error) || parts.signal?.aborted || ++breaks > TRIES) throw error
      await pause(error, breaks, parts.signal)
    }
  }
}

async function upload(options: ClientOptions, file: Blob, more: UploadOptions): Promise<Reply<'uploadDocument'>> {
  const { metadata, fields = {}, onProgress, idempotencyKey = crypto.randomUUID(), signal } = more
  const name = more.name ?? (file as { name?: string }).name
  if (!name) throw new TypeError('name: this file has no name; give one, with its extension')
  for (let tries = 1; ; tries++) {
    const form = new FormData()
    form.append('metadata', JSON.stringify({ title: name, ...metadata }))
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', file, name)
    const headers = headersOf(options, { 'idempotency-key': idempotencyKey })
    const url = String(new URL(pathOf('uploadDocument'), options.url))
    try {
      const request = { url, headers, form, total: file.size, onProgress, signal }
      const reply = await sendForm(request, options.fetch ?? fetch)
      return (await bodyOf(await checked(reply))) as Reply<'uploadDocument'>
    } catch (error) {
      if (!isPassing(error) || signal?.aborted || tries > TRIES) throw error
      await pause(error, tries, signal)
    }
  }
}

/** Whether the same call may succeed later: nothing answered, the connection broke, or the server was busy. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiFailure ? error.status === 429 || error.status === 503 : error instanceof TypeError

function pause(error: unknown, tries: number, signal: AbortSignal | undefined): Promise<void> {
  const asked = error instanceof ApiFailure ? error.retryAfterSeconds : undefined
  const ms = Math.min(60_000, asked === undefined ? 250 * 2 ** tries : asked * 1000)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

function headersOf({ key, token }: ClientOptions, more: Readonly<Record<string, string>> = {}): Headers {
  const headers = new Headers(more)
  if (key) headers.set('ocp-apim-subscription-key', key)
  if (token) headers.set('authorization', `Bearer ${token}`)
  return headers
}

async function send(options: ClientOptions, id: OperationId, parts: Parts): Promise<Response> {
  const headers = headersOf(options, parts.headers)
  const isForm = parts.body instanceof FormData
  if (parts.body !== undefined && !isForm) headers.set('content-type', 'application/json')
  const body = isForm ? (parts.body as FormData) : parts.body === undefined ? null : JSON.stringify(parts.body)
  const request = { method: routes[id][0], headers, body, signal: parts.signal ?? null }
  return checked(await (options.fetch ?? fetch)(new URL(pathOf(id, parts), options.url), request))
}

/** Path and query of an operation. */
export function pathOf(id: OperationId, { path = {}, query = {} }: { path?: object; query?: object } = {}): string {
  const values = new Map(Object.entries(path))
  const filled = routes[id][1].replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]])),
  ).toString()
  return search ? `${filled}?${search}` : filled
}

async function bodyOf(reply: Response): Promise<unknown> {
  const type = reply.headers.get('content-type') ?? ''
  if (reply.status === 204 || type === '') return undefined
  if (/^application\/(?:[\w.+-]+\+)?json/.test(type)) return reply.json()
  return type.startsWith('text/') ? reply.text() : reply.blob()
}

async function checked(reply: Response): Promise<Response> {
  if (reply.ok) return reply
  throw new ApiFailure(reply.status, await failureOf(reply), Number(reply.headers.get('retry-after') ?? '') || undefined)
}

async function failureOf(reply: Response): Promise<ErrorBody | undefined> {
  const body: unknown = await reply.json().catch(() => undefined)
  return typeof body === 'object' && body !== null && 'error' in body ? (body as ErrorBody) : undefined
}
