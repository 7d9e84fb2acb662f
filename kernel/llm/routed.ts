import type { Config } from '../config/config.ts'
import type { ModelEntry } from '../config/models-config.ts'
import { ApiError } from '../runtime/errors.ts'
import { DEFAULT_ALIAS } from './aliases.ts'
import { costOf } from './cost.ts'
import { extractiveLlm } from './extractive/extractive.ts'
import type { Completion, CompletionRequest, Llm, Provider } from './llm.ts'
import { type Connection, connectionOf, type LlmEnv } from './openai/connection.ts'

/** Clients of endpoints that no alias names any more are forgotten at this many. */
const MAX_CLIENTS = 32

/**
 * Every alias by its own provider. The configuration is read with each call, so that a change of it (a new price, another endpoint)
 * holds from the next call on; a client, with its open connections, stays as long as its endpoint and key do.
 */
export function routedLlm(config: Pick<Config, 'llms'>, env: LlmEnv): Llm {
  const embedded = extractiveLlm()
  const clients = new Map<string, Promise<Llm>>()
  const providerOf = (alias: string): Provider => {
    const entry = entryOf(config, alias)
    return 'embedded' in connectionOf(entry, env) ? 'embedded' : entry.provider
  }
  const serving = async (alias: string): Promise<{ llm: Llm; entry: ModelEntry }> => {
    const entry = entryOf(config, alias)
    const connection = connectionOf(entry, env)
    if ('problem' in connection) throw new ApiError('upstream_failed', `The model alias ${alias} cannot be used: ${connection.problem}`)
    return { llm: 'embedded' in connection ? embedded : await clientOf(clients, connection), entry }
  }
  return {
    get provider() {
      return providerOf(DEFAULT_ALIAS)
    },
    providerOf,
    async complete(request) {
      const { llm, entry } = await serving(aliasOf(config, request))
      return priced(await llm.complete(request), entry)
    },
    async stream(request, onToken) {
      const { llm, entry } = await serving(aliasOf(config, request))
      return priced(await llm.stream(request, onToken), entry)
    },
    async check(model, options) {
      const { llm } = await serving(aliasOf(config, { model, alias: options.alias }))
      await llm.check(model, options)
    },
  }
}

async function clientOf(clients: Map<string, Promise<Llm>>, { endpoint }: Extract<Connection, { endpoint: object }>): Promise<Llm> {
  const key = JSON.stringify(endpoint)
  const known = clients.get(key)
  if (known) return known
  if (clients.size >= MAX_CLIENTS) clients.clear()
  // the package is large: a process without an endpoint never loads it
  const made = import('./openai/openai.ts').then(({ openaiLlm }) => openaiLlm(endpoint))
  clients.set(key, made)
  return made
}

const priced = (completion: Completion, { price }: ModelEntry): Completion =>
  completion.usage && price ? { ...completion, cost: costOf(completion.usage, price) } : completion

/** The alias that a call names, or the one whose model it names, or the default. */
export function aliasOf({ llms }: Pick<Config, 'llms'>, { alias, model }: Pick<CompletionRequest, 'alias' | 'model'>): string {
  if (alias !== undefined) return alias
  const names = Object.entries(llms.models)
  return names.find(([name, entry]) => model === name || model === entry.deployment || model === entry.model)?.[0] ?? DEFAULT_ALIAS
}

/** An alias that a reload has just taken away is served as the default. */
function entryOf({ llms: { models } }: Pick<Config, 'llms'>, alias: string): ModelEntry {
  const entry = Object.hasOwn(models, alias) ? models[alias] : models[DEFAULT_ALIAS]
  if (!entry) throw new ApiError('internal', 'config.yaml has no model alias named default.')
  return entry
}
