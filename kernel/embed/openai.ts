import OpenAI, { APIError, APIUserAbortError } from 'openai'
import { z } from 'zod'
import { tokensOf } from '../llm/count-tokens.ts'
import { namesContext } from '../llm/openai/openai-failure.ts'
import { boundedFetch } from '../net/bounded-fetch.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { addressOf } from '../net/shown-address.ts'
import { isUnreached } from '../net/unreached.ts'
import { ApiError, messageOf, WorkError } from '../runtime/errors.ts'
import { retryAfterOf } from '../runtime/retry-after.ts'
import type { Embedder, EmbedOptions } from './embedder.ts'

export interface OpenaiEmbedderOptions {
  readonly baseUrl: string
  /** Servers on the own machine often ask for none. */
  readonly apiKey?: string
  readonly model: string
  readonly timeoutMs?: number
  readonly maxBatch?: number
  /** As of `OpenaiLlmOptions`. */
  readonly guarded?: true
  /** Named in failures: the model and where its address is set. */
  readonly where?: string
  /** Skips the probe. */
  readonly dimensions?: number
}

const TIMEOUT_MS = 60_000
const MAX_BATCH = 64
/** Of one vector as JSON: 8,192 numbers of 32 characters. */
const MAX_VECTOR_BYTES = 262_144
/** Used when the endpoint does not answer at the start; from OpenAI's model pages. */
const KNOWN: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
}

const replySchema = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(2) })),
  usage: z.object({ total_tokens: z.int().nonnegative() }).nullish().catch(null),
})

const failed = (message: string, options: { retryable: boolean; retryAfterMs?: number; cause?: unknown }) =>
  new WorkError('embedding_failed', message, options)

/** llama.cpp says it with 500, and says it again however often it is asked. */
const saysTooLong = (message: string): boolean => /\btoo large to process\b/i.test(message) || namesContext(message)
const LONGER =
  ': a passage is longer than the model takes at once; start it with more room (llama.cpp: -c and -ub), or lower chunking.max_tokens'
const REFUSED_KEY = ': it does not accept the key'
/** llama.cpp embeds where it is started for that (--embeddings), and says 501 elsewhere. */
const MEANINGS: Readonly<Record<number, string>> = { 401: REFUSED_KEY, 403: REFUSED_KEY, 501: ': it was not started to make embeddings' }

/** 408, 409, 429, 5xx and a connection that breaks may pass; another status will come again. */
function asWorkError(cause: unknown): unknown {
  if (cause instanceof APIUserAbortError || cause instanceof WorkError) return cause
  if (!(cause instanceof APIError)) return failed(`embeddings: ${messageOf(cause)}`, { retryable: isBrokenOff(cause), cause })
  const status: number | undefined = cause.status
  const tooLong = saysTooLong(cause.message)
  const retryable =
    !tooLong && (status === undefined || status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501))
  const headers: Headers | undefined = cause.headers
  const retryAfterMs = retryAfterOf(headers, Date.now())
  // Nobody there, or nobody who has time now: no text is to blame. Any other answer may be about the text, and tries end.
  const away = isUnreached(cause) || status === 429 || status === 503
  const why = away ? new ApiError('unavailable', 'the embeddings endpoint is away or busy') : undefined
  if (status === undefined) return failed(`embeddings: ${cause.message}`, { retryable, retryAfterMs, cause: why ?? cause })
  // The endpoint's own words, and with them the cause, may repeat the key or the text; its status does not.
  const meaning = tooLong ? LONGER : (MEANINGS[status] ?? '')
  return failed(`embeddings: the endpoint answered with status ${status}${meaning}`, { retryable, retryAfterMs, cause: why })
}

/** What `fetch` rejects with when a reply stops in its middle, or does not end in time. */
const isBrokenOff = (cause: unknown): boolean =>
  cause instanceof TypeError || (cause instanceof DOMException && cause.name === 'TimeoutError')

function unitVector(values: readonly number[]): Float32Array {
  const vector = Float32Array.from(values)
  let sum = 0
  for (const x of vector) sum += x * x
  const length = Math.sqrt(sum)
  if (!Number.isFinite(length) || length === 0)
    throw failed('embeddings: the endpoint sent a vector without direction', { retryable: false })
  return vector.map((x) => x / length)
}

/** One call: the vectors in the order of the texts. */
async function request(
  client: OpenAI,
  model: string,
  texts: readonly string[],
  { signal, onUsage }: EmbedOptions = {},
): Promise<Float32Array[]> {
  // The API refuses empty strings; the package asks for base64 unless told otherwise, which not every server knows.
  const input = texts.map((t) => (t.trim() === '' ? '-' : t))
  const reply = replySchema.safeParse(await client.embeddings.create({ model, input, encoding_format: 'float' }, { signal }))
  if (!reply.success)
    throw failed('embeddings: the endpoint sent something else than a list of vectors', { retryable: false, cause: reply.error })
  onUsage?.(reply.data.usage?.total_tokens ?? tokensOf(texts))
  const byIndex = new Map(reply.data.data.map((d) => [d.index, d.embedding]))
  return texts.map((_, i) => {
    const values = byIndex.get(i)
    if (!values) throw failed(`embeddings: the endpoint sent ${byIndex.size} vectors for ${texts.length} texts`, { retryable: false })
    return unitVector(values)
  })
}

/** The failure with the setting to look at, for operators with the address. */
function located(error: unknown, { where, baseUrl }: OpenaiEmbedderOptions): unknown {
  if (!where || !(error instanceof WorkError)) return error
  const { code, message, retryable, retryAfterMs, cause } = error
  return new WorkError(code, `${message} (${where})`, { retryable, retryAfterMs, cause, operators: addressOf(baseUrl) })
}

async function probe(client: OpenAI, model: string): Promise<number> {
  try {
    const [vector] = await request(client, model, ['dimensions'])
    return vector!.length
  } catch (cause) {
    const error = asWorkError(cause)
    const known = KNOWN[model]
    if (known !== undefined && error instanceof WorkError && error.retryable) return known
    throw error
  }
}

/**
 * Embeddings of any OpenAI-compatible endpoint. Asks it once for the number of dimensions; rejects with WorkError
 * `embedding_failed` when it does not answer and the model is not a known one.
 */
export async function openaiEmbedder(given: OpenaiEmbedderOptions): Promise<Embedder> {
  const { baseUrl, model, maxBatch = MAX_BATCH, timeoutMs = TIMEOUT_MS } = given
  const bounds = { maxBytes: (maxBatch + 1) * MAX_VECTOR_BYTES, timeoutMs }
  const fetch = given.guarded ? boundedFetch(bounds, guardedFetch) : boundedFetch(bounds)
  const client = new OpenAI({ baseURL: baseUrl, apiKey: given.apiKey ?? 'none', timeout: timeoutMs, maxRetries: 0, fetch })
  const dimensions = given.dimensions ?? (await probe(client, model))
  return {
    kind: 'openai',
    model,
    dimensions,
    maxBatch,
    hybridByDefault: true,
    async embed(texts, _kind, options = {}) {
      const vectors: Float32Array[] = []
      try {
        for (let at = 0; at < texts.length; at += maxBatch)
          vectors.push(...(await request(client, model, texts.slice(at, at + maxBatch), options)))
      } catch (cause) {
        const error = located(asWorkError(cause), given)
        if (error instanceof WorkError && error.retryAfterMs !== undefined) options.onBusy?.(error.retryAfterMs)
        throw error
      }
      const other = vectors.find((v) => v.length !== dimensions)
      if (other) throw failed(`embeddings: ${model} has ${dimensions} dimensions, the endpoint sent ${other.length}`, { retryable: false })
      return vectors
    },
  }
}
