import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import { EXTRACTIVE_MODEL } from './extractive.ts'
import type { Llm } from './llm.ts'

/** A model as the interface names it: `deployment` on Azure, `model` elsewhere. */
export interface ModelAlias {
  readonly alias: string
  readonly provider: string
  readonly model?: string
  readonly deployment?: string
  readonly supports_multimodal: boolean
  readonly supports_reasoning: boolean
  readonly is_default: boolean
}

export const DEFAULT_ALIAS = 'default'

/** The configured aliases; the embedded answerer stands in for all of them where no endpoint is set. */
export function modelAliases(config: Config, provider: Llm['provider']): ModelAlias[] {
  return Object.entries(config.llms.models).map(([alias, entry]) => ({
    alias,
    ...(provider === 'embedded' ? { provider, model: EXTRACTIVE_MODEL } : { provider: entry.provider, ...nameOf(alias, entry) }),
    supports_multimodal: entry.multimodal,
    supports_reasoning: entry.reasoning,
    is_default: alias === DEFAULT_ALIAS,
  }))
}

/** The alias of this name. ApiError invalid_request with `details.known_models` when there is none. */
export function modelAlias(config: Config, provider: Llm['provider'], name: string): ModelAlias {
  const all = modelAliases(config, provider)
  const found = all.find(({ alias }) => alias === name)
  if (found) return found
  throw new ApiError('invalid_request', `There is no model alias ${JSON.stringify(name)}.`, {
    details: { field: 'override_config', known_models: all.map(({ alias }) => alias) },
  })
}

function nameOf(
  alias: string,
  { provider, model, deployment }: Config['llms']['models'][string],
): { model: string } | { deployment: string } {
  if (provider === 'azure-openai' || (deployment && !model)) return { deployment: deployment ?? model ?? alias }
  return { model: model ?? alias }
}
