import type { Config } from '../config/config.ts'
import type { ModelEntry } from '../config/models-config.ts'
import { addressOf } from '../net/shown-address.ts'
import { ApiError, inFull } from '../runtime/errors.ts'
import { DEFAULT_ALIAS, sentName } from './aliases.ts'
import { costOf } from './cost.ts'
import { extractiveLlm } from './extractive/extractive.ts'
import { type Completion, type CompletionRequest, type Llm, type Provider, TOO_SLOW } from './llm.ts'
import { type Connection, connectionOf, type LlmEnv, type Part, settingOf, timeoutOf } from './openai/connection.ts'
import type { OpenaiLlmOptions } from './openai/openai.ts'
import { createTroubles, type Troubles } from './troubles.ts'

/** Clients of endpoints that no alias names any more are forgotten at this many. */
const MAX_CLIENTS = 32

/** A connection that stands above config.yaml and the environment. */
export interface ConnectedModel {
  readonly connection: Exclude<Connection, { embedded: true }>
  readonly model: string
  /** Where it is set. */
  readonly setting: string
}

interface Serving {
  readonly llm: Llm
  readonly entry: ModelEntry
  /** What its troubles are noted under; absent where nothing is called. */
  readonly called?: string
  /** Names what failed, where, and which setting to look at. */
  readonly named: (error: unknown) => unknown
}

/**
 * Every alias by its own provider. The configuration is read with each call, so that a change of it (a new price, another endpoint)
 * holds from the next call on; a client, with its open connections, stays as long as its endpoint and key do.
 */
export function routedLlm(
  config: Pick<Config, 'llms'>,
  env: LlmEnv,
  connected: (alias: string) => ConnectedModel | undefined = () => undefined,
  troubles: Troubles = createTroubles(),
): Llm {
  const embedded = extractiveLlm()
  const clients = new Map<string, Promise<Llm>>()
  const providerOf = (alias: string): Provider => {
    if (connected(alias)) return 'openai-compatible'
    const entry = entryOf(config, alias)
    return 'embedded' in connectionOf(entry, env) ? 'embedded' : entry.provider
  }
  const modelOf = (alias: string) => connected(alias)?.model
  const meant = (alias: string) => {
    const entry = entryOf(config, alias)
    const own = connected(alias)
    const model = own?.model ?? sentName({ provider: entry.provider }, alias, entry)
    return { entry, own, model, connection: own ? timed(own.connection, entry) : connectionOf(entry, env) }
  }
  const serving = async (alias: string): Promise<Serving> => {
    const { entry, own, model, connection } = meant(alias)
    if ('problem' in connection) throw new ApiError('upstream_failed', `The model alias ${alias} cannot be used: ${connection.problem}`)
    if ('embedded' in connection) return { llm: embedded, entry, named: (error) => error }
    const setting = (part: Part) => (part === 'time' ? undefined : own?.setting) ?? settingOf(alias, entry, env, part)
    const named = (error: unknown) => namedFailure(error, model, connection.endpoint.baseUrl, setting)
    return { llm: await clientOf(clients, connection.endpoint), entry, named, called: calledOf(model, connection.endpoint) }
  }
  const call = async (request: CompletionRequest, made: (llm: Llm) => Promise<Completion>) => {
    const alias = aliasOf(config, request)
    const { llm, entry, named, called } = await serving(alias)
    try {
      const completion = await made(llm)
      if (called) troubles.over(called)
      return priced(completion, entry)
    } catch (error) {
      const told = named(error)
      if (called && !request.signal.aborted) troubles.note(called, told)
      throw told
    }
  }
  return {
    get provider() {
      return providerOf(DEFAULT_ALIAS)
    },
    providerOf,
    modelOf,
    troubleOf(alias) {
      const { model, connection } = meant(alias)
      const trouble = 'endpoint' in connection ? troubles.of(calledOf(model, connection.endpoint)) : undefined
      return trouble && inFull(trouble.error)
    },
    complete: (request) => call(request, (llm) => llm.complete(request)),
    stream: (request, onToken) => call(request, (llm) => llm.stream(request, onToken)),
    async check(model, options) {
      const alias = aliasOf(config, { model, alias: options.alias })
      const { llm, entry, named, called } = await serving(alias)
      if (called) await troubles.hear(called)
      const trouble = called ? troubles.of(called) : undefined
      if (trouble && !options.deep && !trouble.askAgain) throw trouble.error
      const deep = options.deep || trouble !== undefined
      const asked = deep ? sentName({ provider: entry.provider, modelOf }, alias, entry) : model
      try {
        await llm.check(asked, { ...options, deep })
        if (deep && called) troubles.over(called)
      } catch (error) {
        const told = named(error)
        if (deep && called && !options.signal.aborted) troubles.note(called, told)
        throw told
      }
    },
  }
}

const timed = (connection: ConnectedModel['connection'], entry: ModelEntry): ConnectedModel['connection'] =>
  'endpoint' in connection ? { endpoint: { ...connection.endpoint, ...timeoutOf(entry) } } : connection

/** A connection that is changed has the troubles of the one before no more. */
const calledOf = (model: string, { baseUrl }: OpenaiLlmOptions): string => `${model}\n${baseUrl}`

/** The failure of an endpoint with the model and the setting that its status points to; for operators with the address, without credentials. */
function namedFailure(error: unknown, model: string, baseUrl: string, setting: (part: Part) => string): unknown {
  if (!(error instanceof ApiError) || error.code !== 'upstream_failed') return error
  const { provider_status: status, reason } = error.details
  const part: Part = reason === TOO_SLOW ? 'time' : status === 401 || status === 403 ? 'key' : status === 404 ? 'model' : 'address'
  const where = setting(part)
  const { details, headers, cause } = error
  return new ApiError(error.code, `${error.message} Model ${model}; the setting is ${where}.`, {
    details: { ...details, model, setting: where },
    operators: addressOf(baseUrl),
    headers,
    cause: cause ?? error,
  })
}

async function clientOf(clients: Map<string, Promise<Llm>>, endpoint: OpenaiLlmOptions): Promise<Llm> {
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
