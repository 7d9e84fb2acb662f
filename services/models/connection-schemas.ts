import { z } from 'zod'
import { connectionKinds } from '../../kernel/connections/connection-store.ts'
import { KEY_VARIABLE } from '../../kernel/connections/connections.ts'
import { isSendable } from '../../kernel/runtime/env.ts'

const baseUrl = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .describe('Of an OpenAI-compatible server, up to and with /v1; of reranking, without /rerank.')
const keyFields = {
  api_key: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .refine(isSendable, 'holds a line break or another character that no header can carry')
    .optional()
    .describe('The key itself. It is kept encrypted, and never shown again.'),
  api_key_env: z
    .string()
    .regex(KEY_VARIABLE, 'is the name of an environment variable that begins with MODEL_ and ends in KEY or TOKEN')
    .optional()
    .describe('The environment variable that holds the key, in its place.'),
  keep_key: z.boolean().optional().describe('The key that is kept, for the same address.'),
}
const model = z.string().trim().min(1).max(300)

const oneKey = (body: { api_key?: string | undefined; api_key_env?: string | undefined; keep_key?: boolean | undefined }) =>
  [body.api_key, body.api_key_env, body.keep_key || undefined].filter((given) => given !== undefined).length <= 1
const ONE_KEY = { error: 'one of api_key, api_key_env and keep_key is enough' }

export const nameSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'is up to 40 lower-case letters, digits and inner hyphens')
  .describe(
    '`embeddings`, `rerank`, `embeddings-…` for a further embedder that rebuilds of an index can name, or any other name for a server of language models.',
  )

export const probeBodySchema = z
  .object({
    name: nameSchema.optional().describe('The connection whose kept key is meant by keep_key.'),
    kind: z.enum(connectionKinds),
    base_url: baseUrl,
    ...keyFields,
    model: model.optional().describe('Called where it is named; else the server is asked for its list alone.'),
  })
  .refine(oneKey, ONE_KEY)
  .meta({ id: 'ModelServerProbe', examples: [{ kind: 'answers', base_url: 'http://127.0.0.1:11434/v1', model: 'llama3.1' }] })

export const probeSchema = z
  .object({
    ok: z.boolean(),
    base_url: z.string().describe('As the server answers: with /v1 where that was left out.'),
    models: z.array(z.string()).describe('Its own list; empty where it has none.'),
    latency_ms: z.int().optional().describe('Of the call of the model, or of the list where none is named.'),
    dimensions: z.int().optional().describe('Numbers of one vector.'),
    error: z.string().optional(),
  })
  .meta({
    id: 'ModelServerProbed',
    description: 'What a model server said.',
    examples: [{ ok: true, base_url: 'http://127.0.0.1:11434/v1', models: ['llama3.1', 'qwen3'], latency_ms: 412 }],
  })

export const connectionBodySchema = z
  .object({
    base_url: baseUrl,
    ...keyFields,
    serves: z
      .record(z.string().min(1).max(100), model)
      .optional()
      .describe('Of language models: what the server calls the model of each alias.'),
    model: model.optional().describe('Of embeddings and reranking.'),
  })
  .refine(oneKey, ONE_KEY)
  .meta({
    id: 'ModelConnectionWanted',
    examples: [{ base_url: 'http://127.0.0.1:11434/v1', serves: { default: 'llama3.1' } }],
  })

export const connectionSchema = z
  .object({
    name: z.string(),
    kind: z.enum(connectionKinds),
    base_url: z.string(),
    key: z.enum(['none', 'kept', 'environment']),
    api_key_env: z.string().optional(),
    serves: z.record(z.string(), z.string()),
    model: z.string().optional(),
    dimensions: z.int().optional(),
    problem: z.string().optional().describe('Why it cannot be used.'),
    actor: z.string().describe('Who made it.'),
    at: z.string(),
  })
  .meta({
    id: 'ModelConnection',
    description: 'A connection to a model server. Its key is never told.',
    examples: [
      {
        name: 'ollama',
        kind: 'answers',
        base_url: 'http://127.0.0.1:11434/v1',
        key: 'none',
        serves: { default: 'llama3.1' },
        actor: 'anna',
        at: '2026-03-12T09:30:00.000Z',
      },
    ],
  })

const example = {
  name: 'ollama',
  kind: 'answers' as const,
  base_url: 'http://127.0.0.1:11434/v1',
  key: 'none' as const,
  serves: { default: 'llama3.1' },
  actor: 'anna',
  at: '2026-03-12T09:30:00.000Z',
}
export const connectionsSchema = z
  .object({
    connections: z.array(connectionSchema),
    aliases: z
      .array(
        z.object({
          alias: z.string(),
          provider: z.string(),
          model: z.string(),
          connected: z.string().optional(),
          failing: z.string().optional().describe('Why its latest call failed, as this process saw it; absent while calls succeed.'),
        }),
      )
      .describe('Who serves each alias now; `connected`: by which of the connections.'),
    embeddings: z
      .object({ provider: z.string(), model: z.string(), dimensions: z.int() })
      .describe('The embedder that works now, whether connected here or by the environment.'),
    rerank: z.object({ model: z.string() }).optional().describe('Who orders passages now; absent: nobody.'),
    indexes: z
      .array(z.object({ name: z.string(), model: z.string(), dimensions: z.int().nullable(), fits: z.boolean() }))
      .describe(
        'Indexes, the embedder by which each is searched (a rebuild may have given it a further one), and whether its vectors fit.',
      ),
    found: z
      .array(z.object({ server: z.string(), base_url: z.string(), models: z.array(z.string()) }))
      .describe('Model servers that were seen on this machine at the start. They are not used until somebody connects them.'),
  })
  .meta({
    id: 'ModelConnections',
    description: 'What answers, embeds and orders now, and what could.',
    examples: [
      {
        connections: [example],
        aliases: [{ alias: 'default', provider: 'openai-compatible', model: 'llama3.1', connected: 'ollama' }],
        embeddings: { provider: 'embedded', model: 'hashing-512', dimensions: 512 },
        indexes: [{ name: 'documents', model: 'hashing-512', dimensions: 512, fits: true }],
        found: [],
      },
    ],
  })
