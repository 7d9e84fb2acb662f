import type { Env } from '../../kernel/runtime/env.ts'

const SHORTEST = 4

/** Makes a function that replaces every secret of the environment in a text. */
export function createSecretHider(env: Env): (text: string) => string {
  const secrets = [
    env.KAFKA_SASL_PASSWORD,
    env.SEARCH_API_KEY,
    env.LLM_API_KEY,
    env.AZURE_OPENAI_API_KEY,
    env.AZURE_OPENAI_AD_TOKEN,
    env.EMBEDDINGS_API_KEY,
    env.RERANK_API_KEY,
    env.ADMIN_PROXY_SECRET,
    env.EOP_API_KEY,
    env.S3_SECRET_ACCESS_KEY,
    ...(env.SUBSCRIPTION_KEYS ?? []).map(({ key }) => key),
    ...passwordsOf(env.DATABASE_URL),
    ...[...(env.AZURE_STORAGE_CONNECTION_STRING ?? '').matchAll(/(?:AccountKey|SharedAccessSignature)=([^;]+)/g)].map((m) => m[1]),
  ]
  const known = secrets.filter((secret): secret is string => secret !== undefined && secret.length >= SHORTEST)
  return (text) => known.sort((a, b) => b.length - a.length).reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text)
}

function passwordsOf(url: string | undefined): string[] {
  if (!url || !URL.canParse(url)) return []
  const { password } = new URL(url)
  return password ? [password, decodeURIComponent(password)] : []
}
