import type { ModelEntry } from '../../config/models-config.ts'
import type { Env } from '../../runtime/env.ts'
import type { OpenaiLlmOptions } from './openai.ts'

/** What the environment says about model endpoints. */
export type LlmEnv = Pick<
  Env,
  | 'LLM_BASE_URL'
  | 'LLM_API_KEY'
  | 'LLM_MODEL'
  | 'AZURE_OPENAI_ENDPOINT'
  | 'AZURE_OPENAI_API_KEY'
  | 'AZURE_OPENAI_AD_TOKEN'
  | 'AZURE_OPENAI_API_VERSION'
  | 'secretOf'
>

/** How an alias is served: by the embedded answerer, by an endpoint, or not at all, and why. */
export type Connection = { readonly embedded: true } | { readonly problem: string } | { readonly endpoint: OpenaiLlmOptions }

const OPENAI_URL = 'https://api.openai.com/v1'

/**
 * The connection of an alias. LLM_API_KEY goes to LLM_BASE_URL and AZURE_OPENAI_API_KEY to AZURE_OPENAI_ENDPOINT, never to an address
 * of an alias' own: that one has its own key or none.
 */
export function connectionOf(entry: ModelEntry, env: LlmEnv): Connection {
  if (entry.provider === 'embedded') return { embedded: true }
  const missing = [entry.api_key_env, entry.token_env].find((name) => name && !env.secretOf(name))
  if (missing) return { problem: `The environment variable ${missing} is not set.` }
  const timeout = timeoutOf(entry)
  const azure = entry.provider === 'azure-openai' && !entry.base_url ? azureOf(entry, env) : undefined
  if (azure) return 'problem' in azure ? azure : { endpoint: { ...azure, ...timeout } }
  const { provider } = entry
  const own = entry.api_key_env ? env.secretOf(entry.api_key_env) : undefined
  if (entry.base_url) return { endpoint: { provider, baseUrl: entry.base_url, ...keyed(own), ...timeout } }
  if (env.LLM_BASE_URL) return { endpoint: { provider, baseUrl: env.LLM_BASE_URL, ...keyed(own ?? env.LLM_API_KEY), ...timeout } }
  if (provider === 'openai' && own) return { endpoint: { provider, baseUrl: OPENAI_URL, apiKey: own, ...timeout } }
  return { embedded: true }
}

/** The limit of time that an alias has, whoever serves it. */
export const timeoutOf = ({ timeout_ms }: Pick<ModelEntry, 'timeout_ms'>): { timeoutMs?: number } =>
  timeout_ms === undefined ? {} : { timeoutMs: timeout_ms }

function azureOf(entry: ModelEntry, env: LlmEnv): OpenaiLlmOptions | { problem: string } | undefined {
  const baseUrl = entry.endpoint ?? env.AZURE_OPENAI_ENDPOINT
  if (!baseUrl) return undefined
  const shared = !entry.endpoint || entry.endpoint === env.AZURE_OPENAI_ENDPOINT
  const own = { token: entry.token_env && env.secretOf(entry.token_env), apiKey: entry.api_key_env && env.secretOf(entry.api_key_env) }
  const given = { token: env.AZURE_OPENAI_AD_TOKEN, apiKey: env.AZURE_OPENAI_API_KEY }
  const { token, apiKey } = own.token || own.apiKey || !shared ? own : given
  if (!token && !apiKey) return { problem: 'The deployment has neither a key nor a token (api_key_env, token_env).' }
  const apiVersion = entry.api_version ?? env.AZURE_OPENAI_API_VERSION
  return { provider: 'azure-openai', baseUrl, apiVersion, ...(token ? { token } : keyed(apiKey)) }
}

/** What of a connection is to be looked at. */
export type Part = 'address' | 'key' | 'model' | 'time'

/** Where that part of an alias' connection is set: a variable, or a value of config.yaml. */
export function settingOf(alias: string, entry: ModelEntry, env: LlmEnv, part: Part): string {
  const inFile = (name: keyof ModelEntry) => `llms.models.${alias}.${name} of config.yaml`
  const azure = entry.provider === 'azure-openai' && !entry.base_url && (entry.endpoint || env.AZURE_OPENAI_ENDPOINT)
  if (part === 'model') return alias === 'default' && env.LLM_MODEL ? 'LLM_MODEL' : inFile(entry.deployment ? 'deployment' : 'model')
  if (part === 'time') return inFile('timeout_ms')
  if (part === 'key') {
    const named = entry.token_env ?? entry.api_key_env
    if (named) return named
    return azure ? 'AZURE_OPENAI_API_KEY' : entry.base_url ? inFile('api_key_env') : 'LLM_API_KEY'
  }
  if (azure) return entry.endpoint ? inFile('endpoint') : 'AZURE_OPENAI_ENDPOINT'
  if (entry.base_url) return inFile('base_url')
  return env.LLM_BASE_URL ? 'LLM_BASE_URL' : inFile('api_key_env')
}

const keyed = (apiKey: string | undefined): { apiKey?: string } => (apiKey ? { apiKey } : {})
