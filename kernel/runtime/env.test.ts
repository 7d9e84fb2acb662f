import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { EnvError, parseEnv, variables } from './env.ts'

function refusal(variables: Record<string, string>): string {
  try {
    parseEnv(variables)
  } catch (error) {
    if (error instanceof EnvError) return error.message
  }
  throw new Error('it was not refused')
}

const HASH = 'a1'.repeat(32)
const SECRET = '5f1d9a0c77be42d8136e0b9a'

describe('the environment', () => {
  test('people sign in at an issuer that is named and spoken to by https', () => {
    const client = { OIDC_AUDIENCE: 'api://mill', OIDC_CLIENT_ID: 'console' }
    expect(refusal({ ...client, OIDC_JWKS_URL: 'https://id.example/keys' })).toMatch(/^OIDC_ISSUER: must be set when people sign in/)
    expect(refusal({ ...client, OIDC_ISSUER: 'http://id.example' })).toMatch(/^OIDC_ISSUER: must be an https address/)
    expect(parseEnv({ ...client, OIDC_ISSUER: 'http://127.0.0.1:9' }).OIDC_SCOPES).toBe('openid profile email')
    expect(parseEnv({ ...client, OIDC_ISSUER: 'https://id.example', OIDC_SCOPES: ' openid  api ' }).OIDC_SCOPES).toBe('openid api')
  })

  test('what is no number is said in plain words', () => {
    expect(refusal({ PORT: 'abc' })).toBe('PORT: has to be a number')
    expect(refusal({ PORT: '65536' })).toBe('PORT: has to be <=65535')
    expect(refusal({ PORT: '80.5' })).toBe('PORT: has to be a whole number')
    for (const slip of [' ', '0x1F', '1e3', 'Infinity', '5s'])
      expect([slip, refusal({ RATE_LIMIT_PER_MINUTE: slip })]).toEqual([slip, 'RATE_LIMIT_PER_MINUTE: has to be a number'])
    expect(parseEnv({ PORT: ' 80 ', DRAIN_SECONDS: '0.5' })).toMatchObject({ PORT: 80, DRAIN_SECONDS: 0.5 })
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['METRICS_PORT', '65536'],
    ['LLM_API_KEY', 'sk-1\nsk-2'],
    ['EMBEDDINGS_API_KEY', 'sk-1\r\nx: y'],
    ['LLM_BASE_URL', 'not a URL'],
    ['LLM_BASE_URL', 'localhost:1234'],
    ['EMBEDDINGS_BASE_URL', 'ftp://example.com'],
    ['OIDC_ISSUER', 'issuer'],
    ['OIDC_SCOPES', 'profile email'],
    ['OIDC_SIGN_IN_PARAMETERS', 'audience'],
    ['OIDC_SIGN_IN_PARAMETERS', 'resource=api://mill&code_challenge_method=plain'],
    ['DATABASE_URL', 'database'],
    ['DATABASE_URL', 'https://example.com'],
    ['KAFKA_BROKERS', 'broker'],
    ['KAFKA_BROKERS', 'broker:9092,other:port'],
    ['KAFKA_BROKERS', 'kafka://broker:9092'],
    ['KAFKA_BROKERS', 'broker:70000'],
    ['KAFKA_BROKERS', ','],
    ['SERVICES', ' , '],
    ['SUBSCRIPTION_KEYS', 'key'],
    ['SUBSCRIPTION_KEYS', ','],
    ['SUBSCRIPTION_KEYS', `a:sha256:${HASH.slice(1)}`],
    ['SUBSCRIPTION_KEYS', `a:SHA256:${HASH}g`],
    ['SYNC_TIMEOUT_MS', '2147483648'],
    ['RATE_LIMIT_PER_MINUTE', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['MAX_WORKERS', '0'],
    ['MAX_WORKERS', '257'],
    ['DATABASE_POOL', '0'],
  ])('with %s=%s stops the start with one line that names it and not its value', (name, value) => {
    const line = refusal({ [name]: value })
    expect(line).toMatch(new RegExp(`^${name}: [^\\n]+$`))
    if (value.length > 5) expect(line).not.toContain(value)
  })

  test('is read as the contract says', () => {
    expect(parseEnv({ KAFKA_BROKERS: 'a:9092, [::1]:9093' }).KAFKA_BROKERS).toEqual(['a:9092', '[::1]:9093'])
    expect(parseEnv({ DATABASE_URL: 'postgresql://u:p@h/d' }).DATABASE_URL).toBe('postgresql://u:p@h/d')
    expect(parseEnv({ SUBSCRIPTION_KEYS: `a:one:two,b:sha256:${HASH}` }).SUBSCRIPTION_KEYS).toEqual([
      { name: 'a', key: 'one:two' },
      { name: 'b', key: `sha256:${HASH}` },
    ])
    expect(parseEnv({ PORT: '', SUBSCRIPTION_KEYS: '' })).toMatchObject({ PORT: 8080 })
  })

  test('without credentials stays on the loopback', () => {
    for (const HOST of ['127.0.0.1', '127.9.9.9', 'localhost', '::1']) expect(parseEnv({ HOST }).HOST).toBe(HOST)
    for (const HOST of ['0.0.0.0', '::', '10.0.0.1', 'example.com', '127.0.0.1.example.com'])
      expect(refusal({ HOST })).toMatch(/^HOST: .*SUBSCRIPTION_KEYS.*OIDC_ISSUER/)
    expect(parseEnv({ HOST: '0.0.0.0', SUBSCRIPTION_KEYS: `a:${SECRET}` }).HOST).toBe('0.0.0.0')
  })

  test.each([
    SECRET.slice(1),
    'a'.repeat(64),
    'abcabcabcabcabcabcabcabcabc',
    'key',
  ])('takes %j for a secret on the loopback only', (weak) => {
    expect(parseEnv({ SUBSCRIPTION_KEYS: `a:${weak}`, ADMIN_PROXY_SECRET: weak }).HOST).toBe('127.0.0.1')
    const strong = `strong:${SECRET},hashed:sha256:${HASH}`
    const lines = refusal({ HOST: '0.0.0.0', SUBSCRIPTION_KEYS: `${strong},weak:${weak}`, ADMIN_PROXY_SECRET: weak })
    expect(lines).toMatch(
      /^SUBSCRIPTION_KEYS: the key "weak" could be guessed[^\n]* openssl rand -hex 24 prints one\nADMIN_PROXY_SECRET: [^\n]+$/,
    )
    expect(lines).not.toContain(`:${weak}`)
    expect(parseEnv({ HOST: '::', SUBSCRIPTION_KEYS: strong, ADMIN_PROXY_SECRET: '302918475601928374650192' }).HOST).toBe('::')
  })

  test('has no variable that nothing reads', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const sources = globSync('{kernel,services}/**/*.ts', { cwd: root }).filter(
      (path) => !/\.(?:test|fixture)\.ts$|runtime\/env\.ts$/.test(path),
    )
    const text = sources.map((path) => readFileSync(`${root}/${path}`, 'utf8')).join('\n')
    // As `env.NAME`, and as one of `{ NAME, … } = env` or of a parameter.
    const taken = [...text.matchAll(/\{([^{}]*)\}(?: = env\b|: (?:Env\b|Pick<Env))/g)].map((match) => match[1]).join()
    const read = [...text.matchAll(/\benv\.([A-Z0-9_]+)\b/gi), ...taken.matchAll(/\b([A-Z0-9_]+)\b/g)].map((match) => match[1])
    expect(variables.filter((name) => !read.includes(name))).toEqual([])
    expect(variables).toContain('MAX_WORKERS')
  })
})
