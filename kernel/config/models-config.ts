import { z } from 'zod'

/** How a model is asked to generate; what is absent is left to the model. */
export const parametersSchema = z.looseObject({
  n: z.int().min(1).max(8).describe('Number of completions per answer.').optional(),
  temperature: z
    .number()
    .min(0)
    .max(2)
    .describe('Sampling temperature. 0 gives nearly the same answer each time; higher values vary more.')
    .optional(),
  top_p: z
    .number()
    .min(0)
    .max(1)
    .describe('Nucleus sampling: only the most likely tokens up to this total probability are considered.')
    .optional(),
  max_tokens: z.int().min(1).max(4000).describe('Maximum number of tokens of an answer.').optional(),
  frequency_penalty: z.number().min(-2).max(2).describe('Values above 0 make frequent tokens less likely.').optional(),
  presence_penalty: z.number().min(-2).max(2).describe('Values above 0 make tokens that already occurred less likely.').optional(),
  stop: z.array(z.string().min(1).max(200)).max(4).describe('Strings that end an answer.').optional(),
})

/** Where a key is sent and which one it is stands in the file alone: a setting must not send a secret to another place. */
const FILE_ONLY = { fileOnly: true } as const
const httpUrl = z.url({ protocol: /^https?$/ })
const variable = z.string().regex(/^[A-Z][A-Z0-9_]*(?:KEY|TOKEN)$/, 'is the name of an environment variable that ends in KEY or TOKEN')

export const priceSchema = z.object({
  input: z.number().min(0).describe('Price per million prompt tokens.'),
  output: z.number().min(0).describe('Price per million completion tokens.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is a currency code of three capital letters')
    .default('USD')
    .describe('Currency of the price, as a three-letter code.'),
})
export type Price = z.output<typeof priceSchema>

/** What an alias may use, counted in the database over all processes; what is absent is not bounded. */
export const budgetSchema = z.object({
  requests_per_minute: z.int().min(1).max(1_000_000).describe('Maximum number of calls started per minute.').optional(),
  tokens_per_minute: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .describe('Maximum number of prompt and completion tokens of the calls started per minute.')
    .optional(),
  concurrency: z.int().min(1).max(10_000).describe('Maximum number of concurrent calls.').optional(),
  queue: z.int().min(0).max(100_000).describe('Maximum number of queued calls. Further calls are rejected with 429.').default(500),
  wait_ms: z
    .int()
    .min(0)
    .max(600_000)
    .describe('Maximum time that a chat waits in the queue, in milliseconds. Pipeline stages wait without a limit.')
    .default(30_000),
})

const PROVIDERS = ['openai', 'azure-openai', 'openai-compatible', 'embedded'] as const

/** A model alias of config.yaml. */
export const modelEntrySchema = z
  .object({
    provider: z.enum(PROVIDERS).describe('Provider that serves the alias.').default('openai'),
    model: z.string().min(1).describe('Name of the model at the provider.').optional(),
    deployment: z.string().min(1).describe('Name of the Azure OpenAI deployment.').optional(),
    base_url: httpUrl.optional().meta({ ...FILE_ONLY, description: 'Base URL, up to and including /v1. Defaults to LLM_BASE_URL.' }),
    endpoint: httpUrl.optional().meta({ ...FILE_ONLY, description: 'Azure OpenAI resource. Defaults to AZURE_OPENAI_ENDPOINT.' }),
    api_version: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}(?:-preview)?$/, 'is a date like 2024-10-21')
      .describe('API version of Azure OpenAI. Defaults to AZURE_OPENAI_API_VERSION.')
      .optional(),
    api_key_env: variable.optional().meta({ ...FILE_ONLY, description: 'Environment variable that contains the API key.' }),
    token_env: variable
      .optional()
      .meta({ ...FILE_ONLY, description: 'Environment variable that contains a Microsoft Entra access token.' }),
    timeout_ms: z
      .int()
      .min(100)
      .max(600_000)
      .describe('Maximum time to wait for a response, and between two chunks of a stream, in milliseconds.')
      .optional(),
    multimodal: z.boolean().describe('Whether the model accepts images.').default(false),
    reasoning: z.boolean().describe('Whether the model accepts a reasoning effort.').default(false),
    params: parametersSchema.default({}),
    price: priceSchema.optional(),
    budget: budgetSchema.optional(),
  })
  .refine((m) => !m.endpoint || m.provider === 'azure-openai', { path: ['endpoint'], error: 'belongs to the provider azure-openai' })
  .refine((m) => !m.endpoint || !m.base_url, { path: ['base_url'], error: 'stands beside endpoint; one of them is enough' })
export type ModelEntry = z.output<typeof modelEntrySchema>

const variantSchema = z.object({
  weight: z.number().min(0).max(1_000_000).describe('Share of users, relative to the weights of the other variants.').default(1),
  model: z.string().min(1).describe('Model alias of the variant.').optional(),
  params: parametersSchema.default({}),
  system_prompt_file: z.string().min(1).describe('Path of a system prompt version.').optional(),
  response_template_file: z.string().min(1).describe('Path of a response template version.').optional(),
  retrieval: z
    .object({
      mode: z.enum(['text', 'hybrid']).describe('Search mode of the variant.').optional(),
      top_k: z.int().min(0).max(100).describe('Number of passages that the variant retrieves.').optional(),
    })
    .default({}),
})
export type VariantEntry = z.output<typeof variantSchema>

/** An experiment of config.yaml: what differs between its variants. A variant without settings is what everybody else gets. */
export const experimentSchema = z.object({
  sticky: z
    .enum(['user', 'conversation'])
    .describe('What keeps the same variant: a user (`ab_testing.user_id`) or a conversation (`session_id`).')
    .default('user'),
  variants: z
    .record(z.string().regex(/^[\w.-]{1,128}$/, 'a variant is named by letters, digits, - _ .'), variantSchema)
    .refine((variants) => Object.keys(variants).length >= 2, 'has at least two variants')
    .refine((variants) => Object.values(variants).some(({ weight }) => weight > 0), 'has a variant with a weight above 0'),
})
