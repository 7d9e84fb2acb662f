import type { Config } from '../config/config.ts'
import type { ModelEntry, Price } from '../config/models-config.ts'
import { ApiError } from '../runtime/errors.ts'
import { EXTRACTIVE_MODEL } from './extractive/extractive.ts'
import type { Llm, Provider } from './llm.ts'

/** A model as the interface names it: `deployment` on Azure, `model` elsewhere. */
export interface ModelAlias {
  readonly alias: string
  readonly provider: string
  readonly model?: string
  readonly deployment?: string
  readonly supports_multimodal: boolean
  readonly supports_reasoning: boolean
  readonly is_default: boolean
  /** Of a million tokens. */
  readonly price?: Price
}

/** Who serves an alias. */
export type Served = Pick<Llm, 'provider' | 'providerOf' | 'modelOf'>
export const providerOf = (llm: Served, alias: string): Provider => llm.providerOf?.(alias) ?? llm.provider

export const DEFAULT_ALIAS = 'default'

/** The configured aliases; the embedded answerer stands in for those without an endpoint. */
export function modelAliases(config: Pick<Config, 'llms'>, llm: Served): ModelAlias[] {
  return Object.entries(config.llms.models).map(([alias, entry]) => {
    const embedded = providerOf(llm, alias) === 'embedded'
    return {
      alias,
      ...(embedded
        ? { provider: 'embedded', model: EXTRACTIVE_MODEL }
        : { provider: servedProvider(llm, alias, entry), ...nameOf(llm, alias, entry) }),
      supports_multimodal: entry.multimodal,
      supports_reasoning: entry.reasoning,
      is_default: alias === DEFAULT_ALIAS,
      ...(embedded || !entry.price ? {} : { price: entry.price }),
    }
  })
}

/** As `modelAliases` has them, but what a configured endpoint would be sent. */
export const sentName = (llm: Served, alias: string, entry: ModelEntry): string => modelNameOf({ alias, ...nameOf(llm, alias, entry) })

/** What a provider calls the model behind an alias. */
export const modelNameOf = ({ alias, model, deployment }: Pick<ModelAlias, 'alias' | 'model' | 'deployment'>): string =>
  deployment ?? model ?? alias

/** The alias of this name. ApiError invalid_request with `details.known_models` and the field that named it when there is none. */
export function modelAlias(config: Pick<Config, 'llms'>, llm: Served, name: string, field = 'override_config'): ModelAlias {
  const all = modelAliases(config, llm)
  const found = all.find(({ alias }) => alias === name)
  if (found) return found
  throw new ApiError('invalid_request', `There is no model alias ${JSON.stringify(name)}.`, {
    details: { field, known_models: all.map(({ alias }) => alias) },
  })
}

const servedProvider = (llm: Served, alias: string, { provider }: Pick<ModelEntry, 'provider'>): Provider =>
  llm.modelOf?.(alias) === undefined ? provider : 'openai-compatible'

function nameOf(llm: Served, alias: string, { provider, model, deployment }: ModelEntry): { model: string } | { deployment: string } {
  const connected = llm.modelOf?.(alias)
  if (connected !== undefined) return { model: connected }
  if (provider === 'azure-openai' || (deployment && !model)) return { deployment: deployment ?? model ?? alias }
  return { model: model ?? alias }
}
