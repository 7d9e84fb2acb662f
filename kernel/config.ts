import { z } from 'zod'

const parameters = z.looseObject({
  n: z.int().min(1).max(8).optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  max_tokens: z.int().min(1).max(4000).optional(),
})

/** The file of CONFIG_PATH: model aliases, index aliases, limits, defaults. */
export const configSchema = z.object({
  llms: z.object({
    defaults: z.object({ params: parameters }),
    models: z
      .record(
        z.string(),
        z.object({
          provider: z.enum(['openai', 'azure-openai']).default('openai'),
          model: z.string().optional(),
          deployment: z.string().optional(),
          multimodal: z.boolean().default(false),
          reasoning: z.boolean().default(false),
          params: parameters.default({}),
        }),
      )
      .refine((m) => 'default' in m, 'an alias named default is needed'),
  }),
  indexes: z.object({
    /** Alias that uploads and chat use when none is given. */
    default: z.string().default('default'),
    /** Alias to index name. */
    aliases: z.record(z.string(), z.string()),
  }),
  chunking: z.object({ max_tokens: z.int().min(50).max(4000), overlap_tokens: z.int().min(0).max(1000) }),
  retrieval: z.object({
    top_k: z.int().min(1).max(100),
    /** auto: hybrid where the embedder was measured to help, else text. */
    mode: z.enum(['auto', 'text', 'hybrid']),
    weights: z.object({ text: z.number().min(0), vector: z.number().min(0) }),
  }),
  parsing: z.object({
    timeout_ms: z.int().positive(),
    memory_mb: z.int().positive(),
    max_inflated_mb: z.int().positive(),
    max_compression_ratio: z.number().positive(),
    max_archive_entries: z.int().positive(),
  }),
  upload: z.object({ max_file_size_mb: z.number().positive().max(100) }),
})

export type Config = z.output<typeof configSchema>

/** Reads config.yaml's parsed content. Throws an Error with one line per wrong entry. */
export function parseConfig(content: unknown): Config {
  const parsed = configSchema.safeParse(content)
  if (!parsed.success) throw new Error(parsed.error.issues.map((i) => `config: ${i.path.join('.')}: ${i.message}`).join('\n'))
  return parsed.data
}
