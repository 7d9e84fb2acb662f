import type { Config } from '../config/config.ts'
import { modelAlias, modelNameOf, providerOf } from '../llm/aliases.ts'
import type { Llm } from '../llm/llm.ts'
import { modelReranker } from './model.ts'
import type { Reranker } from './reranker.ts'

/** Tokens of an order of 200 passages. */
const MAX_TOKENS = 1_000

/** The endpoint where one is configured, else the model of `retrieval.rerank.model` where one answers, else nobody. */
export function chooseReranker({
  reranker: given,
  llm,
  config,
}: {
  readonly reranker?: Reranker | undefined
  readonly llm: Llm
  readonly config: Config
}): Reranker | undefined {
  const reranker = given?.absent ? undefined : given
  const alias = config.retrieval.rerank.model
  if (reranker || !alias || providerOf(llm, alias) === 'embedded') return reranker
  const chosen = modelAlias(config, llm, alias)
  // Reasoning models refuse sampling settings and count their thoughts into another limit.
  const parameters = chosen.supports_reasoning ? {} : { temperature: 0, max_tokens: MAX_TOKENS }
  return modelReranker({ llm, alias, model: modelNameOf(chosen), parameters })
}
