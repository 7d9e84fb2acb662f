import { z } from 'zod'
import { boundedFetch } from '../net/bounded-fetch.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { addressOf } from '../net/shown-address.ts'
import { ApiError, messageOf } from '../runtime/errors.ts'
import type { Reranked, Reranker } from './reranker.ts'

export interface EndpointRerankerOptions {
  /** Up to and without `/rerank`. */
  readonly baseUrl: string
  readonly apiKey?: string
  /** Sent where it is set: servers of one model need none. */
  readonly model?: string
  /** As of `OpenaiLlmOptions`. */
  readonly guarded?: true
  /** Named in failures: where the address is set. */
  readonly where?: string
}

/** Some servers send the documents back beside their places. */
const BOUNDS = { maxBytes: 4_194_304 }
const fetchRanking = boundedFetch(BOUNDS)
const fetchGuarded = boundedFetch(BOUNDS, guardedFetch)

const indexSchema = z.int().nonnegative()
/** Cohere, Jina and vLLM wrap their results; Text Embeddings Inference sends the list bare, with `score`. */
const replySchema = z.union([
  z.object({ results: z.array(z.object({ index: indexSchema, relevance_score: z.number() })) }).transform(({ results }) => results),
  z
    .array(z.object({ index: indexSchema, score: z.number() }))
    .transform((all) => all.map(({ index, score }) => ({ index, relevance_score: score }))),
])

/** A cross-encoder behind `POST <baseUrl>/rerank` (query, documents, top_n). */
export function endpointReranker({ baseUrl, apiKey, model, guarded, where }: EndpointRerankerOptions): Reranker {
  const url = `${baseUrl.replace(/\/+$/, '')}/rerank`
  const headers = { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) }
  return {
    model: model ?? 'rerank',
    async rerank(query, documents, { top, signal }) {
      if (documents.length === 0 || top === 0) return []
      const body = JSON.stringify({ ...(model ? { model } : {}), query, documents, top_n: Math.min(top, documents.length) })
      const send = guarded ? fetchGuarded : fetchRanking
      try {
        const reply = await ask(send, url, { method: 'POST', headers, body, signal, redirect: 'error' })
        return bestOf(reply, documents.length, top)
      } catch (error) {
        signal.throwIfAborted()
        if (!where || !(error instanceof ApiError)) throw error
        throw new ApiError(error.code, `${error.message} (${where})`, { cause: error, operators: addressOf(baseUrl) })
      }
    },
  }
}

async function ask(send: typeof fetch, url: string, request: RequestInit & { signal: AbortSignal }): Promise<unknown> {
  try {
    const response = await send(url, request)
    if (!response.ok) {
      await response.body?.cancel()
      throw failed(`the endpoint answered with status ${response.status}`)
    }
    return await response.json()
  } catch (error) {
    request.signal.throwIfAborted()
    if (error instanceof ApiError) throw error
    // the words of a parser show how the reply begins, of whatever server it is
    throw failed(error instanceof SyntaxError ? 'the endpoint sent something else than JSON' : messageOf(error), error)
  }
}

function bestOf(reply: unknown, documents: number, top: number): Reranked[] {
  const parsed = replySchema.safeParse(reply)
  if (!parsed.success) throw failed('the endpoint sent something else than a ranking', parsed.error)
  const seen = new Set(parsed.data.map(({ index }) => index))
  if (seen.size < parsed.data.length || parsed.data.some(({ index }) => index >= documents))
    throw failed('the endpoint ranked documents that it was not sent, or one twice')
  return parsed.data
    .map(({ index, relevance_score }) => ({ index, score: relevance_score }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, top)
}

const failed = (problem: string, cause?: unknown) => new ApiError('upstream_failed', `rerank: ${problem}`, { cause })
