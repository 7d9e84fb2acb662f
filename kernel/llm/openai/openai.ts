import OpenAI, { APIError, AzureOpenAI, type ClientOptions } from 'openai'
import type { Completion, CompletionRequest, Llm, Provider } from '../llm.ts'
import { estimatedUsage, sumOfUsage } from './estimated-usage.ts'
import { eventStreamReader } from './event-stream.ts'
import { joinStream, type Told } from './join-stream.ts'
import { failure, silenceGuard, twice } from './openai-failure.ts'
import { noCompletion, type Reply, readReply } from './openai-replies.ts'
import { bodyOf } from './openai-request.ts'
import { guardedStreamedFetch, readPieces, readWhole, streamedFetch } from './streamed-fetch.ts'

export interface OpenaiLlmOptions {
  /** Up to and with `/v1`. On Azure the resource's address, with `apiVersion`. */
  readonly baseUrl: string
  readonly apiKey?: string
  /** Access token for Azure, in place of a key. */
  readonly token?: string
  readonly apiVersion?: string
  readonly provider?: Exclude<Provider, 'embedded'>
  /** An administrator named the address while the server ran: it leads to no link-local or metadata address. */
  readonly guarded?: true
  /** Longest wait for a whole reply with its retry, and longest silence of a stream. */
  readonly timeoutMs?: number
}

/** Of a whole reply. */
const MAX_BYTES = 4_000_000

/**
 * Any Chat Completions endpoint, or deployments of Azure OpenAI (`apiVersion` given). A failure that may pass is tried again once.
 * Failures are ApiError `upstream_failed` with `details.provider_status`; keys and reply bodies stay out of them.
 */
export function openaiLlm(options: OpenaiLlmOptions): Llm {
  const { provider = 'openai', timeoutMs = 60_000 } = options
  const client = clientOf(options, timeoutMs)
  return {
    provider,
    complete: (request) => complete(client, request, timeoutMs),
    stream: (request, onToken) => stream(client, request, timeoutMs, onToken),
    check: (model, { deep, signal }) => check(client, model, deep, signal),
  }
}

function clientOf({ baseUrl, apiKey, token, apiVersion, guarded }: OpenaiLlmOptions, timeoutMs: number): OpenAI {
  const common: ClientOptions = {
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: guarded ? guardedStreamedFetch : streamedFetch,
  }
  if (!apiVersion) return new OpenAI({ ...common, baseURL: baseUrl, apiKey: apiKey ?? 'none' })
  const baseURL = `${baseUrl.replace(/\/+$/, '')}/openai`
  const { provider: _, ...azure } = common
  // an empty key keeps the library from reading one from the environment beside the token
  const identity = token ? { apiKey: '', azureADTokenProvider: async () => token } : { apiKey: apiKey ?? 'none' }
  return new AzureOpenAI({ ...azure, ...identity, baseURL, apiVersion })
}

async function complete(client: OpenAI, request: CompletionRequest, timeoutMs: number): Promise<Completion> {
  const silence = silenceGuard(timeoutMs)
  const signal = AbortSignal.any([request.signal, silence.signal])
  try {
    const first = await once(client, request, signal).catch((error) => once(client, alone(error, request), signal))
    return await completed(client, request, first, signal)
  } catch (error) {
    throw failure(error, request.signal, silence.signal)
  } finally {
    silence.stop()
  }
}

async function once(client: OpenAI, request: CompletionRequest, signal: AbortSignal): Promise<Told> {
  const reply = await twice(() => client.chat.completions.create(bodyOf(request), { signal }).asResponse(), signal, request.onBusy)
  const { texts, toolCalls, usage, finishReason, origin } = await readCompletion(reply)
  return {
    texts: texts.slice(0, request.n),
    ...(toolCalls.length ? { toolCalls } : {}),
    usage: usage ?? estimatedUsage(request, texts, toolCalls),
    finishReason,
    origin,
  }
}

async function readCompletion(reply: Response): Promise<Reply> {
  const completion = readReply(JSON.parse(await readWhole(reply, MAX_BYTES)))
  if (completion.texts.length === 0) throw noCompletion()
  return completion
}

/** The request for one completion, where a server may refuse to give several (llama.cpp gives as many as it has slots). Throws where it is not that. */
function alone(error: unknown, request: CompletionRequest): CompletionRequest {
  if (request.n === 1 || !(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) throw error
  return { ...request, n: 1 }
}

/** Some servers give one completion whatever `n` is: the others are asked for one by one. Those that fail are left out. */
async function completed(client: OpenAI, request: CompletionRequest, told: Told, signal: AbortSignal): Promise<Completion> {
  const missing = request.n - told.texts.length
  if (missing <= 0) return told
  const more = await Promise.allSettled(Array.from({ length: missing }, () => once(client, { ...request, n: 1 }, signal)))
  signal.throwIfAborted()
  const found = more.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  return {
    ...told,
    texts: [...told.texts, ...found.flatMap(({ texts }) => texts)],
    usage: found.reduce((sum, { usage }) => sumOfUsage(sum, usage), told.usage),
  }
}

async function stream(
  client: OpenAI,
  request: CompletionRequest,
  timeoutMs: number,
  onToken: (token: string) => void,
): Promise<Completion> {
  const silence = silenceGuard(timeoutMs)
  const signal = AbortSignal.any([request.signal, silence.signal])
  const answer = joinStream(request, onToken)
  try {
    const reply = await opened(client, request, signal).catch((error) => opened(client, alone(error, request), signal))
    await readEvents(reply, silence.heard, answer.take)
    signal.throwIfAborted()
    return await completed(client, request, answer.told(), signal)
  } catch (error) {
    throw failure(error, request.signal, silence.signal)
  } finally {
    silence.stop()
  }
}

function opened(client: OpenAI, request: CompletionRequest, signal: AbortSignal): Promise<Response> {
  const body = { ...bodyOf(request), stream: true as const, stream_options: { include_usage: true } }
  return twice(() => client.chat.completions.create(body, { signal }).asResponse(), signal, request.onBusy)
}

/** Hands on the data of a reply's events up to `[DONE]`, and reads on to its end, so that the connection can be used again. */
async function readEvents(reply: Response, heard: () => void, onData: (data: string) => void): Promise<void> {
  const read = eventStreamReader()
  let done = false
  await readPieces(reply, (piece) => {
    heard()
    for (const data of read(piece)) {
      done ||= data.startsWith('[DONE]')
      if (!done) onData(data)
    }
  })
}

async function check(client: OpenAI, model: string, deep: boolean, signal: AbortSignal): Promise<void> {
  try {
    if (!deep) return await (await client.models.list({ signal }).asResponse()).body?.cancel()
    const body = { model, messages: [{ role: 'user' as const, content: 'Reply with: ok' }], max_completion_tokens: 16 }
    await readCompletion(await client.chat.completions.create(body, { signal }).asResponse())
  } catch (error) {
    // some compatible servers have no model list; an answer is an answer
    if (!deep && error instanceof APIError && error.status === 404) return
    throw failure(error, signal)
  }
}
