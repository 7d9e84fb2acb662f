import { z } from 'zod'
import type { ChatResponse, UploadResponse, UploadStatusEntity } from '../../clients/typescript/api.js'

const failure = z.looseObject({
  code: z.string(),
  message: z.string(),
  stage: z.string().optional(),
  retryable: z.boolean().optional(),
  attempt: z.number().optional(),
})

export const uploadReplySchema = z.looseObject({ upload_id: z.string(), status: z.string(), message: z.string().optional() })

export const uploadStatusSchema = z.looseObject({
  upload_id: z.string(),
  status: z.string(),
  progress: z.number().min(0).max(100),
  processing_stage: z.string(),
  message: z.string().nullish(),
  searchable: z.boolean().optional(),
  errors: z.array(failure).nullish(),
  warnings: z.array(z.string()).default([]),
  metadata: z.record(z.string(), z.unknown()),
})
export type UploadStatus = z.output<typeof uploadStatusSchema>

const sourceSchema = z.looseObject({
  id: z.string().optional(),
  document_id: z.string().optional(),
  filename: z.string().nullish(),
  page_number: z.number().nullish(),
  text: z.string().nullish(),
  score: z.number().nullish(),
})

const citationSchema = z.looseObject({
  marker: z.union([z.string(), z.number()]),
  source_id: z.string().nullable(),
  filename: z.string().nullish(),
  page_number: z.number().nullish(),
  quote: z.string(),
  sentence: z.string().default(''),
  supported: z.boolean().default(true),
  missing: z.array(z.string()).default([]),
})
export type Citation = z.output<typeof citationSchema>

export const answerSchema = z.looseObject({
  response_id: z.string(),
  answer: z.string(),
  metadata: z.array(sourceSchema),
  citations: z.array(citationSchema).default([]),
  errors: z.array(z.looseObject({ code: z.string().optional(), message: z.string().optional() })).nullish(),
  processing_time: z.number(),
  response_metadata: z.looseObject({
    answer_kind: z.string().optional(),
    model_used: z.looseObject({ alias: z.string().optional(), provider: z.string().optional() }).optional(),
  }),
})
export type Answer = z.output<typeof answerSchema>

/** A file that is kept, and that nobody can search. */
export const isKeptOnly = (status: UploadStatus): boolean => status.status === 'complete' && status.searchable === false

/** True when nothing more will happen to an upload. */
export const isSettled = (status: UploadStatus): boolean => status.status === 'complete' || status.status === 'error'

/** Does not compile when the document's replies no longer fit what this command reads. */
export const repliesFit = {
  upload: (reply: Open<UploadResponse>): z.input<typeof uploadReplySchema> => reply,
  status: (reply: Open<UploadStatusEntity>): z.input<typeof uploadStatusSchema> => reply,
  answer: (reply: Open<ChatResponse>): z.input<typeof answerSchema> => reply,
}

/** The members of an interface, also where an index signature is asked for. */
type Open<T> = T extends readonly (infer Item)[] ? Open<Item>[] : T extends object ? { [K in keyof T]: Open<T[K]> } : T
