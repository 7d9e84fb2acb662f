import { z } from 'zod'

const parameters = z.looseObject({
  n: z.int().min(1).max(8).describe('Completions of one answer.').optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  max_tokens: z.int().min(1).max(4000).describe('Tokens of an answer at most.').optional(),
  frequency_penalty: z.number().min(-2).max(2).optional(),
  presence_penalty: z.number().min(-2).max(2).optional(),
  stop: z.array(z.string().min(1).max(200)).max(4).describe('Texts at which an answer ends.').optional(),
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
    default: z.string().describe('Alias that uploads and chat use when none is given.').default('default'),
    /** Alias to index name. */
    aliases: z.record(z.string(), z.string()),
  }),
  chunking: z.object({
    max_tokens: z.int().min(50).max(4000).describe('Tokens of a passage at most. Holds for documents that come from now on.'),
    overlap_tokens: z.int().min(0).max(1000).describe('Tokens that neighbouring passages share.'),
  }),
  retrieval: z.object({
    top_k: z.int().min(1).max(100).describe('Passages that an answer is drawn from.'),
    mode: z.enum(['auto', 'text', 'hybrid']).describe('auto: hybrid where the embedder was measured to help, else text.'),
    weights: z.object({ text: z.number().min(0), vector: z.number().min(0) }),
  }),
  parsing: z.object({
    timeout_ms: z.int().positive().describe('Time to read one file.'),
    memory_mb: z
      .int()
      .positive()
      .describe('Memory of a process that reads files. A higher limit holds for processes that start from now on.'),
    max_inflated_mb: z.int().positive().describe('What an archive may unpack to.'),
    max_compression_ratio: z.number().positive(),
    max_archive_entries: z.int().positive(),
  }),
  upload: z.object({ max_file_size_mb: z.number().positive().max(100).describe('Largest file that is accepted.') }),
})

export type Config = z.output<typeof configSchema>

/** Reads config.yaml's parsed content. Throws an Error with one line per wrong entry. */
export function parseConfig(content: unknown): Config {
  const parsed = configSchema.safeParse(content)
  if (!parsed.success) throw new Error(parsed.error.issues.map((i) => `config: ${i.path.join('.')}: ${i.message}`).join('\n'))
  return parsed.data
}
