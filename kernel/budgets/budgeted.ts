import type { Config } from '../config/config.ts'
import type { Embedder, EmbedOptions } from '../embed/embedder.ts'
import { providerOf } from '../llm/aliases.ts'
import { aroundLlm } from '../llm/around.ts'
import { costOf } from '../llm/cost.ts'
import { tokensOf } from '../llm/count-tokens.ts'
import type { CompletionRequest, Llm } from '../llm/llm.ts'
import { promptTokens } from '../llm/openai/estimated-usage.ts'
import { aliasOf } from '../llm/routed.ts'
import { ApiError, WorkError } from '../runtime/errors.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Place, Places } from './places.ts'

/** What the budget of the embeddings is counted under, beside the aliases. */
const EMBEDDINGS = 'embeddings'
/** Of an answer whose request sets no limit. */
const ANSWER_TOKENS = 1_000

/** A model port whose calls wait for a place in the budget of their alias. An alias without one is called at once. */
export function budgetedLlm(llm: Llm, config: Pick<Config, 'llms'>, places: Places): Llm {
  return aroundLlm(llm, async (request, call) => {
    const alias = aliasOf(config, request)
    const budget = Object.hasOwn(config.llms.models, alias) ? config.llms.models[alias]?.budget : undefined
    if (!budget || providerOf(llm, alias) === 'embedded') return call(request)
    const { caller, signal, uncounted } = request
    const tokens = budget.tokens_per_minute === undefined ? 0 : expectedTokens(request)
    const place = await places.take(alias, budget, { caller, tokens, signal, uncounted })
    let spent: number | undefined
    try {
      const completion = await call({ ...request, onBusy: bothBusy(place, request) })
      spent = completion.usage?.total
      return completion
    } finally {
      place.release(spent)
    }
  })
}

const bothBusy =
  (place: Place, { onBusy }: Pick<CompletionRequest, 'onBusy'>) =>
  (retryAfterMs: number) => {
    place.busy(retryAfterMs)
    onBusy?.(retryAfterMs)
  }

function expectedTokens(request: CompletionRequest): number {
  const { max_tokens, max_completion_tokens = max_tokens } = request.parameters
  return promptTokens(request) + request.n * (typeof max_completion_tokens === 'number' ? max_completion_tokens : ANSWER_TOKENS)
}

/**
 * An embedder each of whose requests waits for a place in the budget of the embeddings, and whose tokens and cost are counted. Stands
 * behind a cache, which asks for what is missing only.
 */
export function budgetedEmbedder(
  embedder: Embedder,
  config: Pick<Config, 'embeddings'>,
  places: Places,
  metrics?: Pick<Metrics, 'llmTokens' | 'llmCost'>,
): Embedder {
  const { model, maxBatch } = embedder
  const count = (tokens: number, step = 'other') => {
    const labels = { model, alias: EMBEDDINGS, step }
    metrics?.llmTokens.inc({ ...labels, kind: 'embedding' }, tokens)
    const { price } = config.embeddings
    if (!price) return
    const { amount, currency } = costOf({ prompt: tokens, completion: 0, total: tokens }, price)
    metrics?.llmCost.inc({ ...labels, currency }, amount)
  }
  async function embedBatch(texts: readonly string[], kind: 'passage' | 'query', options: EmbedOptions): Promise<Float32Array[]> {
    const { budget } = config.embeddings
    let spent: number | undefined
    const onUsage = (tokens: number) => {
      spent = (spent ?? 0) + tokens
      count(tokens, options.step)
      options.onUsage?.(tokens)
    }
    if (!budget) return embedder.embed(texts, kind, { ...options, onUsage })
    const { caller, signal = new AbortController().signal, uncounted } = options
    const tokens = budget.tokens_per_minute === undefined ? 0 : tokensOf(texts)
    const place = await places.take(EMBEDDINGS, budget, { caller, tokens, signal, uncounted }).catch(asWorkError)
    return embedder.embed(texts, kind, { ...options, onUsage, onBusy: bothBusy(place, options) }).finally(() => place.release(spent))
  }
  return {
    ...embedder,
    async embed(texts, kind, options = {}) {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += maxBatch) vectors.push(...(await embedBatch(texts.slice(at, at + maxBatch), kind, options)))
      return vectors
    },
  }
}

/** What the embedder port promises to throw. */
function asWorkError(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const { retry_after_s: wait } = error.details
  const retryAfterMs = typeof wait === 'number' ? wait * 1000 : undefined
  throw new WorkError('embedding_failed', error.message, {
    retryable: true,
    cause: error,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}
