import { type ModelAlias, modelNameOf } from '../../kernel/llm/aliases.ts'
import type { Llm } from '../../kernel/llm/llm.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'

export interface Validation {
  readonly ok: boolean
  readonly checked_at: string
  readonly latency_ms: number
  readonly error?: string
}

export type ValidatedModel = ModelAlias & { readonly validation: Validation }

const TIMEOUT_MS = 5000
const TIMEOUT_DEEP_MS = 20_000

/** Asks the provider about each alias, all at once. `deep` makes a real call. */
export function validateModels(
  { llm, clock }: { llm: Llm; clock: Clock },
  models: readonly ModelAlias[],
  options: { deep: boolean; signal: AbortSignal },
): Promise<ValidatedModel[]> {
  return Promise.all(models.map(async (model) => ({ ...model, validation: await validate(llm, clock, model, options) })))
}

async function validate(
  llm: Llm,
  clock: Clock,
  model: ModelAlias,
  { deep, signal }: { deep: boolean; signal: AbortSignal },
): Promise<Validation> {
  const checked_at = new Date(clock.now()).toISOString()
  const started = performance.now()
  const limit = AbortSignal.timeout(deep ? TIMEOUT_DEEP_MS : TIMEOUT_MS)
  try {
    await llm.check(modelNameOf(model), { deep, signal: AbortSignal.any([signal, limit]), alias: model.alias })
    return { ok: true, checked_at, latency_ms: elapsed(started) }
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, checked_at, latency_ms: elapsed(started), error: reasonOf(error, limit) }
  }
}

function reasonOf(error: unknown, limit: AbortSignal): string {
  if (limit.aborted) return 'The model did not answer in time.'
  return error instanceof ApiError ? error.message : 'The model could not be checked.'
}

const elapsed = (started: number): number => Math.round((performance.now() - started) * 1000) / 1000
