import { z } from 'zod'
import { accessSchema } from './access-config.ts'
import { conversationsSchema } from './conversations-config.ts'
import { budgetSchema, experimentSchema, modelEntrySchema, parametersSchema, priceSchema } from './models-config.ts'
import { passageSettings } from './retrieval-config.ts'

/** Recognition of scanned pages by a model that reads images. */
const ocrSchema = z.object({
  model: z.string().max(200).describe('Alias of a multimodal model that reads scanned pages; empty: none does.').default(''),
  max_pages: z.int().min(1).max(2000).describe('Scanned pages of one document that are sent to the model at most.').default(50),
  concurrency: z.int().min(1).max(16).describe('Pages that a process sends at once.').default(2),
  timeout_ms: z.int().min(1000).max(300_000).describe('Longest wait for the text of one page.').default(60_000),
})

/** What is kept at most, counted by the files that were brought in. A replaced one counts until its successor is searchable. */
const storageSchema = z.object({
  max_documents: z.int().min(0).describe('Documents that are kept at most; 0: any number.').default(0),
  max_mb: z.number().min(0).describe('Megabytes of files that are kept at most; 0: any.').default(0),
  max_documents_per_caller: z
    .int()
    .min(0)
    .describe("Documents of one caller (the token's subject, else the key, else everyone) at most; 0: any number.")
    .default(0),
  max_mb_per_caller: z.number().min(0).describe('Megabytes of files of one caller at most; 0: any.').default(0),
  min_free_mb: z
    .number()
    .min(0)
    .describe('Megabytes of the disk that uploads leave free, or min_free_percent of it where that is less; 0: none.')
    .default(500),
  min_free_percent: z.number().min(0).max(100).describe('Percent of the disk that uploads leave free at most.').default(2),
})

/** The file of CONFIG_PATH: model aliases, index aliases, limits, defaults. */
export const configSchema = z
  .object({
    llms: z.object({
      defaults: z.object({ params: parametersSchema }),
      models: z.record(z.string(), modelEntrySchema).refine((m) => 'default' in m, 'an alias named default is needed'),
    }),
    /** Of EMBEDDINGS_BASE_URL. */
    embeddings: z.object({ budget: budgetSchema.optional(), price: priceSchema.optional() }).default({}),
    /** By their name: what chats with `ab_testing.experiment_name` are divided into. */
    experiments: z.record(z.string(), experimentSchema).default({}),
    indexes: z.object({
      default: z.string().describe('Alias that uploads and chat use when none is given.').default('default'),
      /** Alias to index name. */
      aliases: z.record(z.string(), z.string().describe('Index that the alias stands for.')),
    }),
    chunking: z.object({
      max_tokens: z.int().min(50).max(4000).describe('Tokens of a passage at most. Holds for documents that come from now on.'),
      overlap_tokens: z.int().min(0).max(1000).describe('Tokens that neighbouring passages share.'),
    }),
    retrieval: z.object({
      top_k: z.int().min(1).max(100).describe('Passages that an answer is drawn from.'),
      mode: z.enum(['auto', 'text', 'hybrid']).describe('auto: hybrid where the embedder was measured to help, else text.'),
      weights: z.object({
        text: z.number().min(0).describe('Weight of the words in a hybrid search.'),
        vector: z.number().min(0).describe('Weight of the meaning in a hybrid search.'),
      }),
      ...passageSettings,
    }),
    chat: z
      .object({ conversations: conversationsSchema.default(conversationsSchema.parse({})) })
      .default({ conversations: conversationsSchema.parse({}) }),
    access: accessSchema,
    parsing: z.object({
      timeout_ms: z.int().positive().describe('Time to read one file; for every 20 MB of a file as much again.'),
      memory_mb: z
        .int()
        .positive()
        .describe('Memory of a process that reads files. A higher limit holds for processes that start from now on.'),
      max_inflated_mb: z.int().positive().describe('What an archive may unpack to.'),
      max_compression_ratio: z.number().positive().describe('How many times its size an archive may unpack to.'),
      max_archive_entries: z.int().positive().describe('Files that an archive may hold.'),
      max_pages: z.int().positive().describe('Pages that a PDF may have; 20,000 when absent.').optional(),
      ocr: ocrSchema.default(ocrSchema.parse({})),
    }),
    upload: z.object({ max_file_size_mb: z.number().positive().max(100).describe('Largest file that is accepted.') }),
    storage: storageSchema.default(storageSchema.parse({})),
  })
  .superRefine(({ llms, experiments, retrieval, parsing: { ocr } }, ctx) => {
    for (const part of ['rerank', 'rewrite'] as const)
      if (retrieval[part].model && !Object.hasOwn(llms.models, retrieval[part].model))
        ctx.addIssue({ code: 'custom', path: ['retrieval', part, 'model'], message: 'is not an alias of llms.models' })
    if (ocr.model && !(Object.hasOwn(llms.models, ocr.model) && llms.models[ocr.model]?.multimodal))
      ctx.addIssue({ code: 'custom', path: ['parsing', 'ocr', 'model'], message: 'is not an alias of llms.models that is multimodal' })
    for (const [name, { variants }] of Object.entries(experiments))
      for (const [variant, { model }] of Object.entries(variants))
        if (model !== undefined && !Object.hasOwn(llms.models, model))
          ctx.addIssue({
            code: 'custom',
            path: ['experiments', name, 'variants', variant, 'model'],
            message: 'is not an alias of llms.models',
          })
  })

export type Config = z.output<typeof configSchema>

/** Reads config.yaml's parsed content. Throws an Error with one line per wrong entry. */
export function parseConfig(content: unknown): Config {
  const parsed = configSchema.safeParse(content)
  if (!parsed.success) throw new Error(parsed.error.issues.map((i) => `config: ${i.path.join('.')}: ${i.message}`).join('\n'))
  return parsed.data
}
