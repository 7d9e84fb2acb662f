import { z } from 'zod'

const url = z.url({ protocol: /^https?$/, error: 'is not an http or https URL' })
/** As people write one: blanks, which JavaScript takes for 0, and 0x10 are a slip. */
const number = z
  .string()
  .trim()
  .regex(/^[+-]?\d+(?:\.\d+)?$/, 'has to be a number')
  .transform(Number)
const port = number.pipe(z.int().min(0).max(65535))
const list = z
  .string()
  .transform((s) =>
    s
      .split(',')
      .map((x) => x.trim())
      .filter(Boolean),
  )
  .refine((entries) => entries.length > 0, 'names nothing')
/** Whether a header can carry the key: what it cannot carry is repeated in the failures of those who try, and a key never is. */
export const isSendable = (key: string): boolean => /^[\x20-\x7e]+$/.test(key.trim())
/** Of a model's endpoint. */
const sentKey = z.string().refine(isSendable, 'holds a line break or another character that no header can carry')
const flag = z.enum(['true', 'false', '1', '0']).transform((s) => s === 'true' || s === '1')
const positive = (most = Number.MAX_SAFE_INTEGER) => number.pipe(z.int().positive().max(most))
/** Each of them may hold `parsing.memory_mb`. */
const MOST_WORKERS = 256
/** What a timer can wait for. */
const MAX_MS = 2 ** 31 - 1
/** `host:port`; an IPv6 address in brackets. */
const ADDRESS = /^(?:[^\s:/[\]]+|\[[0-9a-f:.]+\]):([1-9]\d{0,4})$/i
const isAddress = (text: string): boolean => Number(ADDRESS.exec(text)?.[1] ?? 65536) < 65536
/** A key that is given by its hash says so, and then has the form of one. */
const isKey = (entry: string): boolean => /^[^:]+:(?:sha256:[0-9a-f]{64}|(?!sha256:).+)$/i.test(entry)

/** As a browser names it: no path, no slash at the end. */
const isOrigin = (text: string): boolean => text === '*' || (/^https?:[^*]+$/.test(text) && URL.parse(text)?.origin === text)

/** What the console asks the provider for by itself; a parameter of that name would weaken or break the sign-in. */
const OWN_PARAMETERS =
  /^(client_id|redirect_uri|response_type|response_mode|scope|state|nonce|code_challenge|code_challenge_method|request|request_uri)$/i
const areParameters = (text: string): boolean =>
  [...new URLSearchParams(text)].every(([name, value]) => name !== '' && value !== '' && !OWN_PARAMETERS.test(name))

/** What a key opens beside what every key does; it stands at the end of its entry. */
const SCOPE = /:(internal)$/
const withoutScope = (entry: string): string => entry.replace(SCOPE, '')

/** What nobody guesses at the pace of a whole network: `openssl rand -hex 12` gives as much. */
const SECRET_LENGTH = 24

const postgresUrl = z.url({ protocol: /^postgres(?:ql)?$/, error: 'is not a postgres:// URL' })

const schema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  DRAIN_SECONDS: number.pipe(z.number().min(0).max(5)).default(0),
  DATA_DIR: z.string().min(1).default('./.data'),
  SERVICES: list.default(['all']),
  KAFKA_BROKERS: list.refine((brokers) => brokers.every(isAddress), 'each entry is host:port').optional(),
  KAFKA_PREFIX: z
    .string()
    .regex(/^[a-zA-Z0-9._-]{1,64}$/, 'a prefix is 1 to 64 letters, digits, dots, underscores and hyphens')
    .optional(),
  KAFKA_SSL: flag.optional(),
  KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
  KAFKA_SASL_USERNAME: z.string().optional(),
  KAFKA_SASL_PASSWORD: z.string().optional(),
  SCHEMA_REGISTRY_URL: url.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL: positive(1000).default(5),
  AZURE_STORAGE_CONNECTION_STRING: z.string().optional(),
  S3_ENDPOINT: url.optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{2,40}$/, 'a region is lower-case letters, digits and hyphens, such as eu-central-1')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: sentKey.optional(),
  S3_SECRET_ACCESS_KEY: sentKey.optional(),
  BLOB_CONTAINER: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$/, 'a container name is 3 to 63 lower-case letters, digits and hyphens')
    .default('documents'),
  SEARCH_DATABASE_URL: postgresUrl.optional(),
  SEARCH_ENDPOINT: url.optional(),
  SEARCH_API_KEY: z.string().optional(),
  LLM_BASE_URL: url.optional(),
  LLM_API_KEY: sentKey.optional(),
  LOOK_FOR_MODELS: flag.default(true),
  SECRETS_KEY: z.string().min(SECRET_LENGTH, `has at least ${SECRET_LENGTH} characters; openssl rand -hex 24 prints one`).optional(),
  MODERATION_BASE_URL: url.optional(),
  MODERATION_API_KEY: sentKey.optional(),
  MODERATION_MODEL: z.string().trim().min(1).max(300).optional(),
  MODERATION_REQUIRED: flag.default(false),
  LLM_MODEL: z.string().trim().min(1).max(300).optional(),
  AZURE_OPENAI_ENDPOINT: url.optional(),
  AZURE_OPENAI_API_KEY: sentKey.optional(),
  AZURE_OPENAI_AD_TOKEN: sentKey.optional(),
  AZURE_OPENAI_API_VERSION: z.string().default('2024-10-21'),
  EMBEDDINGS_BASE_URL: url.optional(),
  EMBEDDINGS_API_KEY: sentKey.optional(),
  EMBEDDINGS_MODEL: z.string().optional(),
  EMBEDDINGS_QUERY_PREFIX: z.string().max(1000).optional(),
  EMBEDDINGS_PASSAGE_PREFIX: z.string().max(1000).optional(),
  RERANK_BASE_URL: url.optional(),
  RERANK_API_KEY: sentKey.optional(),
  RERANK_MODEL: z.string().min(1).optional(),
  WATCH_DIR: z.string().min(1).optional(),
  CONFIG_SOURCE: z.enum(['filesystem', 'blob_storage']).default('filesystem'),
  CONFIG_PATH: z.string().min(1).default('config.yaml'),
  LOG_LEVEL: z.enum(['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL']).default('INFO'),
  LOG_FORMAT: z.enum(['json', 'text']).optional(),
  MAX_WORKERS: positive(MOST_WORKERS).optional(),
  SYNC_TIMEOUT_MS: positive(MAX_MS).default(60_000),
  RATE_LIMIT_PER_MINUTE: number.pipe(z.int().nonnegative()).default(600),
  SUBSCRIPTION_KEYS: list
    .refine(
      (keys) => keys.map(withoutScope).every(isKey),
      'each entry is name:key, or name:sha256: and 64 hexadecimal digits; :internal may follow',
    )
    .transform((keys) =>
      keys.map((entry) => {
        const [scope] = (SCOPE.exec(entry) ?? []).slice(1)
        const k = withoutScope(entry)
        return { name: k.slice(0, k.indexOf(':')), key: k.slice(k.indexOf(':') + 1), ...(scope === undefined ? {} : { scope }) }
      }),
    )
    .optional(),
  OIDC_JWKS_URL: url.optional(),
  OIDC_ISSUER: url.optional(),
  OIDC_AUDIENCE: z.string().min(1).optional(),
  OIDC_REQUIRED_ROLE: z.string().min(1).default('Api.Access'),
  OIDC_CLIENT_ID: z.string().trim().min(1).max(300).optional(),
  OIDC_SCOPES: z
    .string()
    .transform((text) => text.trim().split(/\s+/).join(' '))
    .refine((scopes) => scopes.split(' ').includes('openid'), 'names scopes with blanks between them, and openid is one of them')
    .default('openid profile email'),
  OIDC_SIGN_IN_PARAMETERS: z
    .string()
    .max(1000)
    .refine(areParameters, 'is written as name=value&name=value, with no name that the sign-in sets itself')
    .optional(),
  ADMIN_ROLE: z.string().min(1).default('Api.Admin'),
  OIDC_WRITE_ROLE: z.string().min(1).optional(),
  PROMPT_ROLE: z.string().min(1).optional(),
  WIDGET_AUDIENCE: z.string().min(1).optional(),
  WIDGET_ROLE: z.string().min(1).default('access_as_application'),
  WIDGET_ORIGINS: list
    .refine((origins) => origins.every(isOrigin), 'each entry is an origin such as https://host.example, or *')
    .optional(),
  WIDGET_SIGNING_KEY: z.string().min(SECRET_LENGTH, `has at least ${SECRET_LENGTH} characters; openssl rand -hex 24 prints one`).optional(),
  WIDGET_TOKEN_URL: url.optional(),
  WIDGET_TOKEN_TENANT: z
    .string()
    .regex(/^[\w.-]{1,128}$/, 'a tenant is 1 to 128 letters, digits, dots, underscores and hyphens')
    .optional(),
  WIDGET_TOKEN_CLIENT_ID: z.string().min(1).optional(),
  WIDGET_TOKEN_CLIENT_SECRET: z.string().min(1).optional(),
  WIDGET_TOKEN_SCOPE: z.string().min(1).optional(),
  ADMIN_PROXY_SECRET: z.string().min(1).optional(),
  /** http addresses and those of private networks too: for tests, and receivers beside the platform. */
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  GATEWAY_URL: url.optional(),
  EOP_API_URL: url.optional(),
  EOP_API_KEY: sentKey.optional(),
  EOP_API_TIMEOUT_MS: positive(MAX_MS).default(10_000),
  OTEL_SDK_DISABLED: flag.default(false),
  OTEL_SERVICE_NAME: z.string().min(1).default('millrace'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'console', 'none']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url.optional(),
})

export type Env = z.output<typeof schema> & {
  /** The value of a variable that config.yaml names (`api_key_env`, `token_env`). A function, so that no dump of the variables shows it. */
  readonly secretOf: (name: string) => string | undefined
}

/** Thrown with one line per wrong variable; the values themselves are never repeated. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

/** Only these can be named as a model's key. */
const SECRET_NAME = /^[A-Z][A-Z0-9_]*(?:KEY|TOKEN)$/
/** Random text of that length has more different characters than this, digits alone too. */
const SECRET_CHARACTERS = 6
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/

const isSafeIssuer = (issuer: string): boolean => {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'https:' || LOOPBACK.test(hostname)
}

/** The schema of each variable. */
export const variableSchemas: Readonly<Record<keyof typeof schema.shape, z.ZodType>> = schema.shape

/** The names of all variables. */
export const variables: readonly string[] = Object.keys(schema.shape)

/** A number's own faults, as whoever sets the variable would say them. */
const inWords = (message: string): string =>
  message.startsWith('Invalid input: expected int')
    ? 'has to be a whole number'
    : message.replace(/^Too (?:big|small): expected (?:number|int) to be /, 'has to be ')

/** Reads and checks every variable at once. Empty strings count as unset. Throws EnvError. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => value !== '' && value !== undefined && name in schema.shape),
  )
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new EnvError(parsed.error.issues.map((i) => `${String(i.path[0])}: ${inWords(i.message)}`).join('\n'))
  const secrets = new Map(Object.entries(source).filter(([name, value]) => SECRET_NAME.test(name) && value && isSendable(value)))
  const env: Env = { ...parsed.data, secretOf: (name) => secrets.get(name) }
  const problems: string[] = []
  const secured = env.SUBSCRIPTION_KEYS || env.OIDC_JWKS_URL || env.OIDC_ISSUER
  if (!secured && !LOOPBACK.test(env.HOST))
    problems.push(
      `HOST: ${env.HOST} is reachable from outside; set SUBSCRIPTION_KEYS, or OIDC_ISSUER (or OIDC_JWKS_URL) with OIDC_AUDIENCE, or listen on 127.0.0.1`,
    )
  if (!LOOPBACK.test(env.HOST)) problems.push(...guessable(env))
  if ((env.OIDC_JWKS_URL || env.OIDC_ISSUER) && !env.OIDC_AUDIENCE)
    problems.push('OIDC_AUDIENCE: must be set when tokens are checked (OIDC_JWKS_URL or OIDC_ISSUER)')
  if (env.OIDC_CLIENT_ID && !env.OIDC_ISSUER)
    problems.push('OIDC_ISSUER: must be set when people sign in by OIDC_CLIENT_ID, so that the provider is found')
  if (env.OIDC_CLIENT_ID && env.OIDC_ISSUER && !isSafeIssuer(env.OIDC_ISSUER))
    problems.push('OIDC_ISSUER: must be an https address when people sign in by OIDC_CLIENT_ID (http on the loopback address alone)')
  if (env.KAFKA_BROKERS && !env.DATABASE_URL && !env.SERVICES.includes('all'))
    problems.push('DATABASE_URL: must be set when Kafka is used by more than one process, so that all of them see the same views')
  if (Boolean(env.SEARCH_ENDPOINT) !== Boolean(env.SEARCH_API_KEY))
    problems.push(
      'SEARCH_ENDPOINT, SEARCH_API_KEY: the address of an Azure AI Search service and its admin key are set together or not at all',
    )
  if (env.SEARCH_ENDPOINT && env.SEARCH_DATABASE_URL)
    problems.push('SEARCH_ENDPOINT, SEARCH_DATABASE_URL: the index lies in one place; set one of the two')
  if (Boolean(env.S3_ACCESS_KEY_ID) !== Boolean(env.S3_SECRET_ACCESS_KEY))
    problems.push('S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: a key has both parts; set them together or not at all')
  if (env.S3_ENDPOINT && env.AZURE_STORAGE_CONNECTION_STRING)
    problems.push('S3_ENDPOINT, AZURE_STORAGE_CONNECTION_STRING: blobs lie in one store; set one of the two')
  if (problems.length) throw new EnvError(problems.join('\n'))
  return env
}

const couldBeGuessed = (secret: string): boolean => secret.length < SECRET_LENGTH || new Set(secret).size < SECRET_CHARACTERS

/** One line for each variable with a secret that could be guessed from outside. A key that is given by its hash cannot be judged. */
function guessable({ HOST, SUBSCRIPTION_KEYS = [], ADMIN_PROXY_SECRET }: z.output<typeof schema>): string[] {
  const keys = SUBSCRIPTION_KEYS.filter(({ key }) => !/^sha256:/i.test(key) && couldBeGuessed(key)).map(({ name }) => name)
  const line = (what: string) =>
    `${what} could be guessed, and ${HOST} is reachable from outside: at least ${SECRET_LENGTH} characters, chosen at random; openssl rand -hex 24 prints one`
  return [
    ...(keys.length > 0 ? [line(`SUBSCRIPTION_KEYS: the key ${keys.map((name) => `"${name}"`).join(', ')}`)] : []),
    ...(ADMIN_PROXY_SECRET !== undefined && couldBeGuessed(ADMIN_PROXY_SECRET) ? [line('ADMIN_PROXY_SECRET: it')] : []),
  ]
}
