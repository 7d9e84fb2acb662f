import type { Operations } from '../../clients/typescript/api.js'
import { pathOf } from '../../clients/typescript/src/client.ts'
import { readEvents } from '../../clients/typescript/src/read-events.ts'
import { type Answer, answerSchema } from './replies.ts'
import { parseJson, RequestError } from './request-error.ts'
import { call, callJson, readReply, type Server } from './server.ts'

export interface AskOptions {
  /** Chunks to retrieve. */
  readonly top?: number
  readonly signal?: AbortSignal
}

const bodyOf = (question: string, { top }: AskOptions): Operations['flexibleRag']['body'] => ({
  question,
  fetch_args: { CloudSearchFetcher: top === undefined ? {} : { top_k: top } },
})

/** The answer to a question, from the documents. */
export const ask = (server: Server, question: string, options: AskOptions = {}): Promise<Answer> =>
  callJson(server, pathOf('flexibleRag'), answerSchema, { method: 'POST', json: bodyOf(question, options), signal: options.signal })

/** As `ask`, and tells of each token as it comes. */
export async function askStream(
  server: Server,
  question: string,
  onToken: (token: string) => void,
  options: AskOptions = {},
): Promise<Answer> {
  const reply = await call(server, pathOf('flexibleRag'), {
    method: 'POST',
    json: { ...bodyOf(question, options), stream: true },
    headers: { Accept: 'text/event-stream' },
    signal: options.signal,
  })
  const requestId = reply.headers.get('x-request-id') ?? undefined
  for await (const { event, data } of readEvents(reply.body!)) {
    if (event === 'done') return readReply(data, answerSchema, requestId)
    if (event === 'error') throw broken(textOf(data, 'message') || 'The answer broke off.', requestId)
    onToken(textOf(data, 'token'))
  }
  throw broken('The answer ended before it was complete.', requestId)
}

const broken = (message: string, requestId: string | undefined) =>
  new RequestError(message, { code: 'upstream_failed', requestId, advice: 'Ask again; without --stream the answer comes in one piece.' })

function textOf(data: string, field: string): string {
  const value = parseJson(data)
  const text = value && typeof value === 'object' && field in value ? (value as Record<string, unknown>)[field] : undefined
  return typeof text === 'string' ? text : ''
}
