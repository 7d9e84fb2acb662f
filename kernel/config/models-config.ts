import { z } from 'zod'

/** How a model is asked to generate; what is absent is left to the model. */
export const parametersSchema = z.looseObject({
  n: z.int().min(1).max(8).describe('Completions of one answer.').optional(),
  temperature: z.number().min(0).max(2).describe('0: nearly the same answer each time; higher: freer.').optional(),
  top_p: z.number().min(0).max(1).describe('Only the likeliest tokens that make up this share are chosen from.').optional(),
  max_tokens: z.int().min(1).max(4000).describe('Tokens of an answer at most.').optional(),
  frequency_penalty: z.number().min(-2).max(2).describe('Above 0: tokens that came often come less.').optional(),
  presence_penalty: z.number().min(-2).max(2).describe('Above 0: tokens that came at all come less.').optional(),
  stop: z.array(z.string().min(1).max(200)).max(4).describe('Texts at which an answer ends.').optional(),
})

/** Where a key is sent and which one it is stands in the file alone: a setting must not send a secret to another place. */
const FILE_ONLY = { fileOnly: true } as const
const httpUrl = z.url({ protocol: /^https?$/ })
const variable = z.string().regex(/^[A-Z][A-Z0-9_]*(?:KEY|TOKEN)$/, 'is the name of an environment variable that ends in KEY or TOKEN')

export const priceSchema = z.object({
  input: z.number().min(0).describe('Price of a million tokens of the prompt.'),
  output: z.number().min(0).describe('Price of a million tokens of the answer.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is a currency code of three capital letters')
    .default('USD')
    .describe('Currency of the price.'),
})
export type Price = z.output<typeof priceSchema>

/** What an alias may use, counted in the database over all processes; what is absent is not bounded. */
export const budgetSchema = z.object({
  requests_per_minute: z.int().min(1).max(1_000_000).describe('Calls that begin within any minute.').optional(),
  tokens_per_minute: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .describe('Tokens of calls that begin within any minute, of prompt and answer.')
    .optional(),
  concurrency: z.int().min(1).max(10_000).describe('Calls at once.').optional(),
  queue: z.int().min(0).max(100_000).describe('Calls that may wait for a place; a further one is refused with 429.').default(500),
  wait_ms: z.int().min(0).max(600_000).describe('Longest wait of a chat for a place; stages wait as long as it takes.').default(30_000),
})

const PROVIDERS = ['openai', 'azure-openai', 'openai-compatible', 'embedded'] as const

/** A model alias of config.yaml. */
export const modelEntrySchema = z
  .object({
    provider: z.enum(PROVIDERS).describe('Who serves the alias.').default('openai'),
    model: z.string().min(1).describe('Name of the model at its provider.').optional(),
    deployment: z.string().min(1).describe('Name of the deployment on Azure.').optional(),
    base_url: httpUrl.optional().meta({ ...FILE_ONLY, description: 'Up to and with /v1; LLM_BASE_URL when absent.' }),
    endpoint: httpUrl.optional().meta({ ...FILE_ONLY, description: 'Azure resource; AZURE_OPENAI_ENDPOINT when absent.' }),
    api_version: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}(?:-preview)?$/, 'is a date like 2024-10-21')
      .describe('Of Azure; AZURE_OPENAI_API_VERSION when absent.')
      .optional(),
    api_key_env: variable.optional().meta({ ...FILE_ONLY, description: 'Environment variable that holds the key.' }),
    token_env: variable.optional().meta({ ...FILE_ONLY, description: 'Environment variable that holds an access token for Azure.' }),
    timeout_ms: z.int().min(100).max(600_000).describe('Longest wait for a reply, and longest silence of a stream.').optional(),
    multimodal: z.boolean().describe('Reads images.').default(false),
    reasoning: z.boolean().describe('Takes a reasoning effort.').default(false),
    params: parametersSchema.default({}),
    price: priceSchema.optional(),
    budget: budgetSchema.optional(),
  })
  .refine((m) => !m.endpoint || m.provider === 'azure-openai', { path: ['endpoint'], error: 'belongs to the provider azure-openai' })
  .refine((m) => !m.endpoint || !m.base_url, { path: ['base_url'], error: 'stands beside endpoint; one of them is enough' })
export type ModelEntry = z.output<typeof modelEntrySchema>

const variantSchema = z.object({
  weight: z.number().min(0).max(1_000_000).describe('Share of the users, beside the weights of the others.').default(1),
  model: z.string().min(1).describe('Model alias.').optional(),
  params: parametersSchema.default({}),
  system_prompt_file: z.string().min(1).describe('Version of a system prompt, by its path.').optional(),
  response_template_file: z.string().min(1).optional(),
  retrieval: z.object({ mode: z.enum(['text', 'hybrid']).optional(), top_k: z.int().min(0).max(100).optional() }).default({}),
})
export type VariantEntry = z.output<typeof variantSchema>

/** An experiment of config.yaml: what differs between its variants. A variant without settings is what everybody else gets. */
export const experimentSchema = z.object({
  sticky: z.enum(['user', 'conversation']).describe('Who keeps the same variant: ab_testing.user_id or session_id.').default('user'),
  variants: z
    .record(z.string().regex(/^[\w.-]{1,128}$/, 'a variant is named by letters, digits, - _ .'), variantSchema)
    .refine((variants) => Object.keys(variants).length >= 2, 'has at least two variants')
    .refine((variants) => Object.values(variants).some(({ weight }) => weight > 0), 'has a variant with a weight above 0'),
})
