import { z } from 'zod'
import { plainIssue } from '../text/plain-issue.ts'
import { accessSchema } from './access-config.ts'
import { budgetSchema, experimentSchema, modelEntrySchema, parametersSchema, priceSchema } from './models-config.ts'
import { passageSettings } from './retrieval-config.ts'
import { type ConfigSection, sectionOf } from './section.ts'

/** What is kept at most, counted by the files that were brought in. A replaced one counts until its successor is searchable. */
const storageSchema = z.object({
  max_documents: z.int().min(0).describe('Maximum number of stored documents. 0 means no limit.').default(0),
  max_mb: z.number().min(0).describe('Maximum size of all stored files, in megabytes. 0 means no limit.').default(0),
  max_documents_per_caller: z
    .int()
    .min(0)
    .describe(
      "Maximum number of documents per caller: the token's subject, otherwise the key, otherwise all callers together. 0 means no limit.",
    )
    .default(0),
  max_mb_per_caller: z.number().min(0).describe('Maximum size of the files of one caller, in megabytes. 0 means no limit.').default(0),
  min_free_mb: z
    .number()
    .min(0)
    .describe('Disk space that uploads leave free, in megabytes. If `min_free_percent` is less, that applies. 0 means none.')
    .default(500),
  min_free_percent: z.number().min(0).max(100).describe('Upper limit of the disk space that uploads leave free, in percent.').default(2),
})

/** The kernel's part of the file of CONFIG_PATH: model aliases, index aliases, limits, defaults. Services add sections of their own. */
const kernelSchema = z.object({
  llms: z.object({
    defaults: z.object({ params: parametersSchema }),
    models: z.record(z.string(), modelEntrySchema).refine((m) => 'default' in m, 'an alias named default is needed'),
  }),
  /** Of EMBEDDINGS_BASE_URL. */
  embeddings: z.object({ budget: budgetSchema.optional(), price: priceSchema.optional() }).default({}),
  /** By their name: what chats with `ab_testing.experiment_name` are divided into. */
  experiments: z.record(z.string(), experimentSchema).default({}),
  indexes: z.object({
    default: z.string().describe('Index alias that uploads and chats use by default.').default('default'),
    /** Alias to index name. */
    aliases: z.record(z.string(), z.string().describe('Name of the index behind the alias.')),
  }),
  retrieval: z.object({
    top_k: z.int().min(1).max(100).describe('Number of passages that an answer is based on.'),
    mode: z
      .enum(['auto', 'text', 'hybrid'])
      .describe('Search mode. `auto` selects `hybrid` if the embedder is known to improve results, otherwise `text`.'),
    weights: z.object({
      text: z.number().min(0).describe('Weight of keyword search in a hybrid search.'),
      vector: z.number().min(0).describe('Weight of vector search in a hybrid search.'),
    }),
    ...passageSettings,
  }),
  access: accessSchema,
  storage: storageSchema.default(storageSchema.parse({})),
})

/** What every service may read; a service's own section is read by `sectionOf`. */
export type Config = z.output<typeof kernelSchema>

/** Of the whole file: the kernel's part with the sections of services. */
export type ConfigSchema = z.ZodType<Config>

/** The file's schema. Throws an Error when two sections have one name. */
export function configSchemaOf(sections: readonly ConfigSection[]): ConfigSchema {
  const fields: Record<string, z.ZodType> = {}
  for (const { name, schema } of sections) {
    if (Object.hasOwn(kernelSchema.shape, name) || Object.hasOwn(fields, name))
      throw new Error(`two sections of config.yaml are named ${name}`)
    fields[name] = schema.prefault({})
  }
  const whole = z.object({ ...kernelSchema.shape, ...fields }) as unknown as typeof kernelSchema
  return whole.superRefine((config, ctx) => {
    const fault = (path: readonly string[], message: string) => ctx.addIssue({ code: 'custom', path: [...path], message })
    for (const [path, message] of aliasFaults(config)) fault(path, message)
    for (const section of sections)
      for (const { key, message } of section.check?.(sectionOf(config, section), config) ?? [])
        fault([section.name, ...key.split('.')], message)
  })
}

/** Aliases of models that nobody has configured. */
function aliasFaults({ llms, experiments, retrieval }: Config): readonly (readonly [path: readonly string[], message: string])[] {
  const unknown = (alias: string | undefined) => alias !== undefined && alias !== '' && !Object.hasOwn(llms.models, alias)
  const message = 'is not an alias of llms.models'
  const parts = (['rerank', 'rewrite'] as const).flatMap((part) =>
    unknown(retrieval[part].model) ? [[['retrieval', part, 'model'], message] as const] : [],
  )
  const variants = Object.entries(experiments).flatMap(([name, experiment]) =>
    Object.entries(experiment.variants).flatMap(([variant, { model }]) =>
      unknown(model) ? [[['experiments', name, 'variants', variant, 'model'], message] as const] : [],
    ),
  )
  return [...parts, ...variants]
}

/** Reads config.yaml's parsed content. Throws an Error with one line per wrong entry. */
export function parseConfig(content: unknown, schema: ConfigSchema = configSchemaOf([])): Config {
  const parsed = schema.safeParse(content)
  if (!parsed.success) throw new Error(parsed.error.issues.map((i) => `config: ${i.path.join('.')}: ${plainIssue(i.message)}`).join('\n'))
  return parsed.data
}
