import { z } from 'zod'
import { parsedHeaderSchema } from '../../schemas/artifacts.ts'
import { documentErrorCodes } from '../../schemas/document.ts'

/** Caps on what an archive may inflate to; the entries of `parsing` in config.yaml. */
export const archiveLimitsSchema = z.object({
  max_inflated_mb: z.number().positive(),
  max_compression_ratio: z.number().positive(),
  max_archive_entries: z.int().positive(),
})
export type ArchiveLimits = z.output<typeof archiveLimitsSchema>

/** Parent to child: read one file. The blocks go to `output` as newline-delimited JSON, never through this channel. */
export const jobSchema = z.object({
  id: z.int(),
  input: z.string(),
  output: z.string(),
  /** Lower-case extension without the dot. */
  fileType: z.string(),
  limits: archiveLimitsSchema,
})
export type Job = z.output<typeof jobSchema>

const progressSchema = z.object({ done: z.number(), total: z.number(), unit: z.enum(['pages', 'bytes']) })
export type ReadProgress = z.output<typeof progressSchema>

/** Child to parent. `id` is the job's. `spent` asks the parent to replace the child. */
export const replySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('progress'), id: z.int(), progress: progressSchema }),
  z.object({ kind: z.literal('done'), id: z.int(), header: parsedHeaderSchema, rssMb: z.number() }),
  z.object({ kind: z.literal('failed'), id: z.int(), code: z.enum(documentErrorCodes), message: z.string(), spent: z.boolean() }),
])
export type Reply = z.output<typeof replySchema>
