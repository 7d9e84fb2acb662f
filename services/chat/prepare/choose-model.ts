import type { Config } from '../../../kernel/config/config.ts'
import type { VariantEntry } from '../../../kernel/config/models-config.ts'
import { DEFAULT_ALIAS, type ModelAlias, modelAlias, type Served } from '../../../kernel/llm/aliases.ts'
import { type Generation, generationSchema, type Override } from '../request.ts'

export interface ReasoningEffective {
  readonly requested: string | null
  readonly sent_effort: string | null
  readonly provider: string
  readonly source: 'request' | 'provider_default'
  /** Whether something else was sent than was asked for. */
  readonly sanitized: boolean
}

export interface ModelChoice {
  readonly alias: ModelAlias
  readonly n: number
  /** What is sent, under the names that the provider knows. */
  readonly sent: Readonly<Record<string, unknown>>
  /** What has effect, under the names of the interface. */
  readonly effective: Readonly<Record<string, unknown>>
  readonly reasoning: ReasoningEffective
  /** Keys of the override that nothing reads. */
  readonly ignored: readonly string[]
}

const SENT = ['temperature', 'top_p', 'max_tokens', 'frequency_penalty', 'presence_penalty', 'repetition_penalty', 'stop'] as const
/** Reasoning models refuse sampling settings and count their thoughts into another limit. */
const SENT_TO_REASONING = ['max_tokens', 'stop'] as const
const KNOWN = new Set(['llm', 'model', 'n', 'params', 'reasoning_effort', 'reasoning.effort', 'reasoning'])

/** The model, its parameters (defaults, the alias, the variant, the request) and the reasoning effort. ApiError 400 for an unknown alias. */
export function chooseModel(
  config: Pick<Config, 'llms'>,
  served: Served,
  override: Override,
  variant?: Pick<VariantEntry, 'model' | 'params'>,
): ModelChoice {
  const llm = typeof override.llm === 'object' ? override.llm : undefined
  const name =
    typeof override.llm === 'string' ? override.llm : (override.model ?? llm?.alias ?? llm?.model ?? variant?.model ?? DEFAULT_ALIAS)
  const alias = modelAlias(config, served, name)
  const entry = config.llms.models[name]!
  const merged: Generation = { ...config.llms.defaults.params, ...entry.params, ...variant?.params, ...llm, ...override.params }
  const effective = pick(merged, alias.supports_reasoning ? SENT_TO_REASONING : SENT)
  return {
    alias,
    n: override.n ?? generationSchema.shape.n.parse(merged.n) ?? 1,
    effective,
    sent: alias.supports_reasoning ? renamed(effective) : effective,
    reasoning: reasoningOf(override, alias),
    ignored: Object.keys(override).filter((key) => !KNOWN.has(key)),
  }
}

function reasoningOf(override: Override, { provider, supports_reasoning }: ModelAlias): ReasoningEffective {
  const requested = override.reasoning_effort ?? override['reasoning.effort'] ?? override.reasoning?.effort ?? null
  if (!requested) return { requested, sent_effort: null, provider, source: 'provider_default', sanitized: false }
  // endpoints refuse `auto`; medium is their own middle
  const safe = requested === 'auto' ? 'medium' : requested
  const sent_effort = supports_reasoning && provider !== 'embedded' ? safe : null
  return { requested, sent_effort, provider, source: 'request', sanitized: sent_effort !== requested }
}

const pick = (from: Generation, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]))

function renamed({ max_tokens, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? rest : { ...rest, max_completion_tokens: max_tokens }
}
