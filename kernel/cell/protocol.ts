import { z } from 'zod'
import { parsedHeaderSchema } from '../../schemas/artifacts.ts'
import { documentErrorCodes } from '../../schemas/document-error-codes.ts'

/** Caps on what a file may inflate to and hold; the entries of `parsing` in config.yaml. */
export interface ArchiveLimits {
  readonly max_inflated_mb: number
  readonly max_compression_ratio: number
  readonly max_archive_entries: number
  /** Of a PDF; 20,000 when absent. */
  readonly max_pages?: number | undefined
}

/** Parent to child: read one file. The blocks go to `output` as newline-delimited JSON, never through this channel. */
export interface Job {
  readonly id: number
  readonly input: string
  readonly output: string
  /** Lower-case extension without the dot. */
  readonly fileType: string
  readonly limits: ArchiveLimits
  /** Pages without text are drawn into files beside `output`, at most so many. */
  readonly pictures?: number | undefined
  /** Whether these are drawn for recognition in a process like this one, which wants them larger than a model does. */
  readonly fine?: boolean | undefined
  /** Where pages without text are left: what to do about it, as a sentence. */
  readonly unread?: string | undefined
  /** Files within the file are kept beside `output`, at most so many. */
  readonly attachments?: number | undefined
  /** Instead of reading a PDF, this page is drawn in colour; where its words stand goes to `output` (`PageWords`). */
  readonly draw?: number | undefined
  /** A file of the parent's with what else the child has to know. */
  readonly beside?: string | undefined
}

/** Parent to child: read the text of one picture. */
export interface PictureJob {
  readonly id: number
  /** A PNG file. */
  readonly picture: string
  /** Codes of languages, as their packages are named. */
  readonly languages: readonly string[]
}
export type AnyJob = Job | PictureJob

const progressSchema = z.object({ done: z.number(), total: z.number(), unit: z.enum(['pages', 'bytes']) })
export type ReadProgress = z.output<typeof progressSchema>

/** A scanned page, drawn as a PNG file. */
const pagePictureSchema = z.object({ page: z.int().positive(), path: z.string() })
export type PagePicture = z.output<typeof pagePictureSchema>

/** What became of a file: its blocks lie in the job's `output`. */
const readResultSchema = z.object({
  header: parsedHeaderSchema,
  pictures: z.array(pagePictureSchema),
  /** Paths of `header.attachments`, in their order. */
  attached: z.array(z.string()),
})
export type ReadResult = z.output<typeof readResultSchema>

/** The text of a picture, as Markdown where it has headings, and how sure it is: the mean over its words, from 0 to 1. */
export const pictureTextSchema = z.object({ text: z.string(), confidence: z.number().min(0).max(1) })
export type PictureText = z.output<typeof pictureTextSchema>

/** Child to parent. `id` is the job's. `spent` asks the parent to replace the child. */
export const replySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('progress'), id: z.int(), progress: progressSchema }),
  z.object({ kind: z.literal('done'), id: z.int(), result: z.union([readResultSchema, pictureTextSchema]), rssMb: z.number() }),
  z.object({ kind: z.literal('failed'), id: z.int(), code: z.enum(documentErrorCodes), message: z.string(), spent: z.boolean() }),
])
export type Reply = z.output<typeof replySchema>
