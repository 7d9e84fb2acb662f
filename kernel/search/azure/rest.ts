import { setTimeout as pause } from 'node:timers/promises'
import { createDefaultHttpClient, createHttpHeaders, createPipelineRequest, type PipelineResponse } from '@azure/core-rest-pipeline'
import { AzureKeyCredential, SearchIndexClient } from '@azure/search-documents'
import { EnvError } from '../../runtime/env.ts'
import { retryAfterOf } from '../../runtime/retry-after.ts'
import { failureOf, isPassing, mayHaveArrived, type ServiceReply, unreachable } from './service-failure.ts'

/** How often a request is sent and how long one pause may be, in milliseconds. */
export interface Patience {
  readonly tries: number
  readonly longestPauseMs: number
  readonly timeoutMs: number
  /** Told of a request that may have arrived without an answer: it can still take effect. */
  readonly unanswered?: () => void
}

/** Somebody waits for the answer: a busy service is told rather than waited for. */
export const READING: Patience = { tries: 2, longestPauseMs: 1_000, timeoutMs: 10_000 }
/** A document of a thousand batches is not begun again for one that was throttled. */
export const WRITING: Patience = { tries: 8, longestPauseMs: 30_000, timeoutMs: 60_000 }
const FIRST_PAUSE_MS = 200
/** Of a reply: twice the largest that the service takes as a request. */
const MAX_REPLY_BYTES = 32 * 1024 * 1024

export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the endpoint, with its query but without api-version. */
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Rest {
  /** The answer, whatever its status, after the tries that `patience` allows. ApiError unavailable when there is none. */
  ask(request: ServiceRequest, patience?: Patience): Promise<ServiceReply>
  /** The parsed body of an answer of one of these statuses; undefined for an empty one. Else the ApiError that it means. */
  expect(request: ServiceRequest, statuses: readonly number[], about?: { index?: string; patience?: Patience }): Promise<unknown>
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Plain HTTP would show the key to everybody on the way; only this machine itself is exempt. */
function checkEndpoint(endpoint: string): URL {
  const url = new URL(endpoint)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))) return url
  throw new EnvError('SEARCH_ENDPOINT: must be an https address (https://NAME.search.windows.net)')
}

/** The client would read a reply to its end, however long it is. */
const EVERY_STATUS = new Set([Number.POSITIVE_INFINITY])

async function repliedAs({ status, headers, readableStreamBody }: PipelineResponse): Promise<ServiceReply> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of readableStreamBody ?? []) {
    pieces.push(Buffer.from(piece))
    bytes += piece.length
    if (bytes > MAX_REPLY_BYTES) throw new Error(`the reply is larger than ${MAX_REPLY_BYTES} bytes`)
  }
  const fields = new Headers([...headers].map(([name, value]): [string, string] => [name, value]))
  return { status, headers: fields, text: Buffer.concat(pieces).toString() }
}

const pauseFor = (reply: ServiceReply | undefined, attempt: number): number =>
  (reply && retryAfterOf(reply.headers, Date.now())) ?? FIRST_PAUSE_MS * 2 ** attempt * (1 + Math.random())

/**
 * The service's REST interface through the pipeline of `@azure/search-documents`: its key, its telemetry, its redacting log. Bodies are
 * JSON as the service documents it and not the client's models: those turn every text that looks like a date into a Date, and drop what
 * they do not know of an index definition, which this port keeps.
 */
export function createRest({ endpoint, apiKey }: { endpoint: string; apiKey: string }): Rest {
  const url = checkEndpoint(endpoint)
  const allowInsecureConnection = url.protocol === 'http:'
  // Retrying is decided here, where it is known who waits.
  const options = { allowInsecureConnection, retryOptions: { maxRetries: 0 } }
  const client = new SearchIndexClient(endpoint, new AzureKeyCredential(apiKey), options)
  const http = createDefaultHttpClient()
  const base = endpoint.replace(/\/+$/, '')

  const once = async ({ method, path, body, headers = {} }: ServiceRequest, timeoutMs: number): Promise<ServiceReply> => {
    const request = createPipelineRequest({
      url: `${base}${path}${path.includes('?') ? '&' : '?'}api-version=${client.serviceVersion}`,
      method,
      allowInsecureConnection,
      headers: createHttpHeaders({ ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }),
      ...(body === undefined ? {} : { body }),
      abortSignal: AbortSignal.timeout(timeoutMs),
      streamResponseStatusCodes: EVERY_STATUS,
    })
    return await repliedAs(await client.pipeline.sendRequest(http, request))
  }

  const ask: Rest['ask'] = async (request, patience = READING) => {
    for (let attempt = 0; ; attempt++) {
      const result = await once(request, patience.timeoutMs).catch((error: unknown) => ({ failure: unreachable(error, url.host) }))
      const reply = 'failure' in result ? undefined : result
      if ('failure' in result && mayHaveArrived(result.failure)) patience.unanswered?.()
      if (reply && !isPassing(reply.status)) return reply
      const wait = pauseFor(reply, attempt)
      if (attempt + 1 < patience.tries && wait <= patience.longestPauseMs) {
        await pause(wait)
        continue
      }
      if ('failure' in result) throw result.failure
      return result
    }
  }
  return {
    ask,
    async expect(request, statuses, { index, patience } = {}) {
      const reply = await ask(request, patience)
      if (!statuses.includes(reply.status)) throw failureOf(reply, index)
      if (reply.text === '') return undefined
      const body: unknown = JSON.parse(reply.text)
      return body
    },
  }
}

/** The path of an index; names that the service could not have are written so that they cannot leave it. */
export const indexPath = (index: string): string => `/indexes('${encodeURIComponent(index.replaceAll("'", "''"))}')`
