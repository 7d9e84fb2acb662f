import { z } from 'zod'
import { columnText } from './column-text.ts'
import { documentErrorCodes } from './document-error-codes.ts'
import { defineEvent } from './event.ts'

/** The stages of a document, in order. */
export const STAGES = ['received', 'stored', 'parsing', 'chunking', 'embedding', 'indexing', 'indexed'] as const
export const stageSchema = z.enum(STAGES)
export type Stage = z.output<typeof stageSchema>

const date = z.iso.date()

/** What the uploader tells of a file. Unknown keys are kept and echoed. */
export const documentMetadataSchema = z
  .looseObject({
    title: z.string().trim().min(1).max(1000),
    doc_type: z.string().trim().min(1).max(200),
    tags: z.array(z.string().max(200)).max(100).optional(),
    confidentiality: columnText(200).optional(),
    business_unit: columnText(200).optional(),
    effective_date: date.optional(),
    expiry_date: date.optional(),
  })
  .refine((m) => !m.effective_date || !m.expiry_date || m.expiry_date >= m.effective_date, {
    path: ['expiry_date'],
    message: 'expiry_date must not be before effective_date',
  })
export type DocumentMetadata = z.output<typeof documentMetadataSchema>

/** A blob that a stage wrote, by reference; records never carry its bytes. */
const artifactSchema = z.object({ path: z.string().min(1), bytes: z.int().nonnegative() })
export type Artifact = z.output<typeof artifactSchema>

/** What every event of a document's way carries. */
const subject = {
  upload_id: z.uuid(),
  /** UUIDv5 of index and file name. */
  document_id: z.uuid(),
  /** Number of the accepted upload of this document; a lower one never overwrites a higher one. */
  generation: z.int().positive(),
  /** 1 for the first pass; each retry of the upload adds 1. */
  attempt: z.int().positive(),
}
const documentSubjectSchema = z.object(subject)
export type DocumentSubject = z.output<typeof documentSubjectSchema>

/** Passes that one upload may have; a retry beyond is refused. */
export const MAX_ATTEMPTS = 999

/** Files of one mail, those of mails within it included. */
export const MAX_ATTACHMENTS = 100

/** One number that grows with every pass over a document: what its sinks compare to refuse the late work of an older pass. */
export const epochOf = ({ generation, attempt }: { generation: number; attempt: number }): number => generation * 1000 + attempt

/** Above every pass of the generation, below every pass of the next one. */
export const lastEpochOf = ({ generation }: { generation: number }): number => epochOf({ generation, attempt: MAX_ATTEMPTS })

/** The mail that a file was attached to. */
const attachedToSchema = z.object({
  document_id: z.uuid(),
  upload_id: z.uuid(),
  source_file: z.string().min(1).max(255),
  /** 1 for a file of a mail that was brought in, 2 for one of a mail in a mail. */
  depth: z.int().positive(),
  /** Files that this one may bring along in turn, where it is a mail. */
  may_attach: z.int().nonnegative(),
})

/** The file that an upload brought, and where it goes. Later events carry it on, so that a stage needs no look-up. */
export const documentFileSchema = z.object({
  index: z.string().min(1),
  source_file: z.string().min(1).max(255),
  /** Lower-case extension without the dot; empty when the name has none. */
  file_type: z.string().max(255),
  size_bytes: z.int().nonnegative(),
  content_type: z.string(),
  /** Raw bytes in the document container of the blob store. */
  blob: z.string().min(1),
  metadata: documentMetadataSchema,
  received_at: z.iso.datetime(),
  /** Who brought it (kernel/http/identity/caller-name.ts): by whom turns and quotas are counted. Absent where the caller showed neither key nor token. */
  caller: z.string().min(1).max(400).optional(),
  attached_to: attachedToSchema.optional(),
})
export type DocumentFile = z.output<typeof documentFileSchema>

const byDocument = (p: { document_id: string }) => p.document_id

const receivedSchema = z.object({
  ...subject,
  file: documentFileSchema,
  process_mode: z.enum(['async', 'sync', 'upload_only']),
  /** false: the file is kept and nothing else happens (upload_only, or an extension without a parser). */
  process: z.boolean(),
  /** http: the acceptance itself starts the pipeline. event: the notification that the file is stored does. */
  trigger: z.enum(['http', 'event']).default('http'),
  message: z.string(),
})

export const documentReceived = defineEvent({
  name: 'document.received',
  description: 'An upload was accepted and its bytes are stored. The start of the pipeline.',
  schema: receivedSchema,
  key: byDocument,
})

export const documentStored = defineEvent({
  name: 'document.stored',
  description: 'Notification that a file is in the store. Starts the pipeline where the HTTP trigger is off.',
  schema: receivedSchema,
  key: byDocument,
})

/** Stages that a pass may begin with. */
export const workStages = ['parsing', 'chunking', 'embedding', 'indexing'] as const

export const documentRetry = defineEvent({
  name: 'document.retry',
  description: 'Command: one more pass over a failed upload, from the stage that failed; the artifacts of earlier stages are used again.',
  schema: z.object({
    ...subject,
    file: documentFileSchema,
    from: z.enum(workStages),
    /** What that stage read in the pass before: the payload of the event in front of it. */
    input: z.record(z.string(), z.unknown()),
    actor: z.string(),
    at: z.iso.datetime(),
  }),
  key: byDocument,
})

export const documentCancel = defineEvent({
  name: 'document.cancel',
  description: 'Command: end this pass. What the index already shows of older generations stays.',
  schema: z.object({ ...subject, file: documentFileSchema, stage: stageSchema, actor: z.string(), at: z.iso.datetime() }),
  key: byDocument,
})

export const documentDelete = defineEvent({
  name: 'document.delete',
  description: 'Command: remove the upload, its chunks and its files, also those that a running pass would still write.',
  schema: z.object({ ...subject, file: documentFileSchema, actor: z.string(), at: z.iso.datetime() }),
  key: byDocument,
})

export const documentProgressed = defineEvent({
  name: 'document.progressed',
  description: 'A stage began or came further: `done` of `total` units (bytes, pages, chunks). Best effort, short-lived.',
  schema: z.object({
    ...subject,
    stage: stageSchema,
    done: z.number().nonnegative(),
    total: z.number().nonnegative(),
    unit: z.string(),
    at: z.iso.datetime(),
  }),
  key: byDocument,
})

export const documentParsed = defineEvent({
  name: 'document.parsed',
  description: 'The text of a document was read; `parsed` is the artifact with its blocks.',
  schema: z.object({
    ...subject,
    file: documentFileSchema,
    parsed: artifactSchema,
    /** Pages, slides or sheets. */
    pages: z.int().nonnegative(),
    characters: z.int().nonnegative(),
    warnings: z.array(z.string()),
  }),
  key: byDocument,
})

export const documentChunked = defineEvent({
  name: 'document.chunked',
  description: 'The text was cut into chunks: the artifact `chunks`. `cut_by` names settings of the index alone.',
  schema: z.object({
    ...subject,
    file: documentFileSchema,
    chunks: artifactSchema,
    count: z.int().positive(),
    characters: z.int().nonnegative(),
    cut_by: z.string().max(64).optional(),
  }),
  key: byDocument,
})

export const documentEmbedded = defineEvent({
  name: 'document.embedded',
  description: 'Every chunk has its vector; `vectors` is the artifact that holds them in the order of the chunks.',
  schema: z.object({
    ...subject,
    file: documentFileSchema,
    chunks: artifactSchema,
    vectors: artifactSchema,
    count: z.int().positive(),
    characters: z.int().nonnegative(),
    model: z.string(),
    dimensions: z.int().positive(),
    /** Chunks whose vector came from the cache. */
    cached: z.int().nonnegative(),
    cut_by: documentChunked.schema.shape.cut_by,
  }),
  key: byDocument,
})

export const documentIndexed = defineEvent({
  name: 'document.indexed',
  description: 'The chunks of this generation are searchable and those of older ones are gone.',
  schema: z.object({
    ...subject,
    file: documentFileSchema,
    chunks: z.int().positive(),
    removed: z.int().nonnegative(),
    characters: z.int().nonnegative(),
    tokens: z.int().nonnegative(),
    at: z.iso.datetime(),
  }),
  key: byDocument,
})

/** A file of a mail as a document of its own. */
export const attachmentSchema = z.object({
  upload_id: z.uuid(),
  document_id: z.uuid(),
  source_file: z.string().min(1).max(255),
  size_bytes: z.int().nonnegative(),
})
export type Attachment = z.output<typeof attachmentSchema>

export const documentAttached = defineEvent({
  name: 'document.attached',
  description: 'The files of a mail became documents of their own, which go with it when it is deleted or replaced.',
  schema: z.object({
    ...subject,
    attachments: z.array(attachmentSchema).max(MAX_ATTACHMENTS),
    /** Files for which there was no room, by their names in the mail. */
    left_out: z.array(z.string()).max(MAX_ATTACHMENTS),
    at: z.iso.datetime(),
  }),
  key: byDocument,
})

export const documentErrorSchema = z.object({
  code: z.enum(documentErrorCodes),
  message: z.string(),
  stage: stageSchema,
  retryable: z.boolean(),
  attempt: z.int().nonnegative(),
  at: z.iso.datetime(),
})

export const documentFailed = defineEvent({
  name: 'document.failed',
  description: 'A stage gave up on this upload. The reason stays in its timeline.',
  schema: z.object({ ...subject, file: documentFileSchema, error: documentErrorSchema }),
  key: byDocument,
})

export const documentDeleted = defineEvent({
  name: 'document.deleted',
  description: 'The document and all of its chunks are gone.',
  schema: z.object({ ...subject, index: z.string(), source_file: z.string(), removed: z.int().nonnegative(), at: z.iso.datetime() }),
  key: byDocument,
})

/** What happens to one upload, command and event, from its acceptance to its end; `document.processed` repeats the end for subscribers. */
export const uploadEvents = [
  documentReceived,
  documentStored,
  documentRetry,
  documentCancel,
  documentDelete,
  documentProgressed,
  documentParsed,
  documentChunked,
  documentEmbedded,
  documentIndexed,
  documentAttached,
  documentFailed,
  documentDeleted,
] as const
