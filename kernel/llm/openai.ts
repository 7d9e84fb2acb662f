import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import type { CompletionUsage } from 'openai/resources/completions'
import { ApiError } from '../errors.ts'
import type { ChatMessage, Completion, CompletionEvent, CompletionRequest, Llm, TokenUsage } from './llm.ts'

export interface OpenaiLlmOptions {
  /** Up to and with `/v1`. */
  readonly baseUrl: string
  readonly apiKey?: string
  readonly provider?: 'openai' | 'azure-openai'
  /** Longest wait for a whole reply with its retry, and longest silence of a stream. */
  readonly timeoutMs?: number
}

/** Any Chat Completions endpoint. Failures are ApiError `upstream_failed` with `details.provider_status`; keys and reply bodies stay out of them. */
export function openaiLlm({ baseUrl, apiKey, provider = 'openai', timeoutMs = 60_000 }: OpenaiLlmOptions): Llm {
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    maxRetries: 1,
    timeout: timeoutMs,
    logLevel: 'off',
    // Azure reads the key from its own header
    ...(provider === 'azure-openai' && apiKey ? { defaultHeaders: { 'api-key': apiKey } } : {}),
  })
  return {
    provider,
    complete: (request) => complete(client, request, timeoutMs),
    stream: (request) => stream(client, request, timeoutMs),
    check: (model, options) => check(client, model, options),
  }
}

async function complete(client: OpenAI, request: CompletionRequest, timeoutMs: number): Promise<Completion> {
  // the library's own limit counts each try anew
  const silence = silenceGuard(timeoutMs)
  try {
    const reply = await client.chat.completions.create(bodyOf(request), { signal: AbortSignal.any([request.signal, silence.signal]) })
    return {
      texts: reply.choices.map((choice) => choice.message.content ?? ''),
      usage: usageOf(reply.usage),
      finishReason: reply.choices[0]?.finish_reason ?? 'unknown',
    }
  } catch (error) {
    throw failure(error, request.signal, silence.signal)
  } finally {
    silence.stop()
  }
}

async function* stream(client: OpenAI, request: CompletionRequest, timeoutMs: number): AsyncIterable<CompletionEvent> {
  const silence = silenceGuard(timeoutMs)
  const texts: string[] = Array.from({ length: request.n }, () => '')
  let usage: TokenUsage | undefined
  let finishReason = ''
  try {
    const body = { ...bodyOf(request), stream: true as const, stream_options: { include_usage: true } }
    const chunks = await client.chat.completions.create(body, { signal: AbortSignal.any([request.signal, silence.signal]) })
    for await (const chunk of chunks) {
      silence.heard()
      usage = usageOf(chunk.usage ?? undefined) ?? usage
      for (const { index, delta, finish_reason } of chunk.choices) {
        if (index === 0 && finish_reason) finishReason = finish_reason
        if (!delta.content) continue
        texts[index] = (texts[index] ?? '') + delta.content
        if (index === 0) yield { type: 'token', token: delta.content }
      }
    }
    // the library ends its iteration in silence when it was aborted
    request.signal.throwIfAborted()
    silence.signal.throwIfAborted()
    if (!finishReason) throw new ApiError('upstream_failed', 'The model broke off its answer.')
  } catch (error) {
    throw failure(error, request.signal, silence.signal)
  } finally {
    silence.stop()
  }
  yield { type: 'end', completion: { texts, usage, finishReason } }
}

async function check(client: OpenAI, model: string, { deep, signal }: { deep: boolean; signal: AbortSignal }): Promise<void> {
  try {
    if (deep)
      await client.chat.completions.create(
        { model, messages: [{ role: 'user', content: 'Reply with: ok' }], max_completion_tokens: 16 },
        { signal },
      )
    else await client.models.list({ signal })
  } catch (error) {
    // some compatible servers have no model list; an answer is an answer
    if (!deep && error instanceof APIError && error.status === 404) return
    throw failure(error, signal)
  }
}

function bodyOf(request: CompletionRequest): ChatCompletionCreateParamsNonStreaming {
  return {
    ...request.parameters,
    model: request.model,
    messages: request.messages.map(messageOf),
    ...(request.n > 1 ? { n: request.n } : {}),
    ...(request.reasoningEffort ? { reasoning_effort: request.reasoningEffort as 'low' | 'medium' | 'high' } : {}),
  }
}

function messageOf({ role, content }: ChatMessage): ChatCompletionMessageParam {
  if (role === 'user') return { role, content: typeof content === 'string' ? content : [...(content as ChatCompletionContentPart[])] }
  return {
    role,
    content: typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
  }
}

function usageOf(usage: CompletionUsage | undefined): TokenUsage | undefined {
  if (!usage) return undefined
  const reasoning = usage.completion_tokens_details?.reasoning_tokens
  return {
    prompt: usage.prompt_tokens,
    completion: usage.completion_tokens,
    total: usage.total_tokens,
    ...(reasoning === undefined ? {} : { reasoning }),
  }
}

/** Aborts its signal when `heard` was not called for so long. */
function silenceGuard(timeoutMs: number): { signal: AbortSignal; heard(): void; stop(): void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new ApiError('upstream_failed', 'The model did not answer in time.')), timeoutMs)
  return { signal: controller.signal, heard: () => void timer.refresh(), stop: () => clearTimeout(timer) }
}

function failure(error: unknown, ...signals: readonly AbortSignal[]): unknown {
  const aborted = signals.find((signal) => signal.aborted)
  if (aborted) return aborted.reason
  if (error instanceof ApiError) return error
  if (error instanceof APIConnectionTimeoutError) return new ApiError('upstream_failed', 'The model did not answer in time.')
  if (error instanceof APIConnectionError) return new ApiError('upstream_failed', 'The model endpoint could not be reached.')
  if (error instanceof APIError && error.status !== undefined)
    return new ApiError('upstream_failed', `The model endpoint answered with status ${error.status}.`, {
      details: { provider_status: error.status },
    })
  return new ApiError('upstream_failed', 'The model broke off its answer.')
}
