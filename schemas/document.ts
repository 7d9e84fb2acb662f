import { z } from 'zod'
import { columnText } from './column-text.ts'
import { documentErrorCodes } from './document-error-codes.ts'
import { defineEvent } from './event.ts'

/** The stages of a document, in order. */
export const STAGES = ['received', 'stored', 'parsing', 'chunking', 'embedding', 'indexing', 'indexed'] as const
export const stageSchema = z.enum(STAGES)
export type Stage = z.output<typeof stageSchema>

const date = z.iso.date()
const at = z.iso.datetime().describe('Time of the event.')

/** What the uploader tells of a file. Unknown keys are kept and echoed. */
export const documentMetadataSchema = z
  .looseObject({
    title: z.string().trim().min(1).max(1000).describe('Title of the document.'),
    doc_type: z.string().trim().min(1).max(200).describe('Type of the document, such as `report`.'),
    tags: z.array(z.string().max(200)).max(100).describe('Tags.').optional(),
    confidentiality: columnText(200).describe('Label that may limit who reads the document.').optional(),
    business_unit: columnText(200).describe('Label that may limit who reads the document.').optional(),
    effective_date: date.describe('First day on which the document applies.').optional(),
    expiry_date: date.describe('Last day on which the document applies.').optional(),
  })
  .refine((m) => !m.effective_date || !m.expiry_date || m.expiry_date >= m.effective_date, {
    path: ['expiry_date'],
    message: 'expiry_date must not be before effective_date',
  })
export type DocumentMetadata = z.output<typeof documentMetadataSchema>

/** A blob that a stage wrote, by reference; records never carry its bytes. */
const artifactSchema = z.object({
  path: z.string().min(1).describe('Path in the blob store.'),
  bytes: z.int().nonnegative().describe('Size in bytes.'),
})
export type Artifact = z.output<typeof artifactSchema>

/** What every event of a document's way carries. */
const subject = {
  upload_id: z.uuid().describe('ID of the upload.'),
  document_id: z.uuid().describe('ID of the document. It is derived from the index and the file name.'),
  // a lower one never overwrites a higher one
  generation: z.int().positive().describe('Number of the upload of this document, from 1.'),
  attempt: z.int().positive().describe('Processing attempt of the upload, from 1.'),
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
  document_id: z.uuid().describe('ID of the document of the mail.'),
  upload_id: z.uuid().describe('ID of the upload of the mail.'),
  source_file: z.string().min(1).max(255).describe('Name of the mail.'),
  /** 1 for a file of a mail that was brought in, 2 for one of a mail in a mail. */
  depth: z.int().positive().describe('1 for an attachment of an uploaded mail, 2 for one of a nested mail.'),
  /** Files that this one may bring along in turn, where it is a mail. */
  may_attach: z.int().nonnegative().describe('Number of attachments that this file may add in turn.'),
})

/** The file that an upload brought, and where it goes. Later events carry it on, so that a stage needs no look-up. */
export const documentFileSchema = z.object({
  index: z.string().min(1).describe('Name of the index.'),
  source_file: z.string().min(1).max(255).describe('Name of the file.'),
  /** Lower-case extension without the dot; empty when the name has none. */
  file_type: z.string().max(255).describe('Lower-case extension without the dot. Empty if the name has none.'),
  size_bytes: z.int().nonnegative().describe('Size in bytes.'),
  content_type: z.string().describe('Media type.'),
  /** Raw bytes in the document container of the blob store. */
  blob: z.string().min(1).describe('Path of the file in the blob store.'),
  metadata: documentMetadataSchema.describe('Metadata of the upload. Unknown keys are kept.'),
  received_at: z.iso.datetime().describe('Time of the upload.'),
  /** Who brought it (kernel/http/identity/caller-name.ts): by whom turns and quotas are counted. Absent where the caller showed neither key nor token. */
  caller: z.string().min(1).max(400).describe('Caller that uploaded the file. Absent for unauthenticated callers.').optional(),
  attached_to: attachedToSchema.describe('The mail to which the file was attached.').optional(),
})
export type DocumentFile = z.output<typeof documentFileSchema>

/** Fields of many events. */
const file = documentFileSchema.describe('The file of the upload.')
const actor = z.string().describe('Caller that sent the command.')

const byDocument = (p: { document_id: string }) => p.document_id

const receivedSchema = z.object({
  ...subject,
  file,
  process_mode: z.enum(['async', 'sync', 'upload_only']).describe('Mode that the caller requested.'),
  /** false: the file is kept and nothing else happens (upload_only, or an extension without a parser). */
  process: z.boolean().describe('Whether the file is processed. If false, it is only stored.'),
  /** http: the acceptance itself starts the pipeline. event: the notification that the file is stored does. */
  trigger: z
    .enum(['http', 'event'])
    .describe('What starts the pipeline: the request itself, or the notification that the file is stored.')
    .default('http'),
  message: z.string().describe('Message for people.'),
})

export const documentReceived = defineEvent({
  name: 'document.received',
  description: 'An upload was accepted and its file is stored. Starts the pipeline.',
  schema: receivedSchema,
  key: byDocument,
})

export const documentStored = defineEvent({
  name: 'document.stored',
  description: 'A file is in the store. Starts the pipeline if the HTTP trigger is off.',
  schema: receivedSchema,
  key: byDocument,
})

/** Stages that a pass may begin with. */
export const workStages = ['parsing', 'chunking', 'embedding', 'indexing'] as const

export const documentRetry = defineEvent({
  name: 'document.retry',
  description: 'Command to process a failed upload again, from the stage that failed. Artifacts of earlier stages are reused.',
  schema: z.object({
    ...subject,
    file,
    from: z.enum(workStages).describe('Stage to start with.'),
    /** What that stage read in the pass before: the payload of the event in front of it. */
    input: z.record(z.string(), z.unknown()).describe('Payload of the event that this stage processed before.'),
    actor,
    at,
  }),
  key: byDocument,
})

export const documentCancel = defineEvent({
  name: 'document.cancel',
  description: 'Command to end this processing attempt. Older generations remain searchable.',
  schema: z.object({ ...subject, file, stage: stageSchema.describe('Stage of the upload.'), actor, at }),
  key: byDocument,
})

export const documentDelete = defineEvent({
  name: 'document.delete',
  description: 'Command to delete an upload, its passages and its files, including files that a running attempt still writes.',
  schema: z.object({ ...subject, file, actor, at }),
  key: byDocument,
})

export const documentProgressed = defineEvent({
  name: 'document.progressed',
  description: 'A stage started or made progress: `done` of `total` units (bytes, pages or chunks). Best effort.',
  schema: z.object({
    ...subject,
    stage: stageSchema.describe('Stage.'),
    done: z.number().nonnegative().describe('Completed units.'),
    total: z.number().nonnegative().describe('All units.'),
    unit: z.string().describe('What is counted: bytes, pages or chunks.'),
    at,
  }),
  key: byDocument,
})

export const documentParsed = defineEvent({
  name: 'document.parsed',
  description: 'The text of a document was extracted.',
  schema: z.object({
    ...subject,
    file,
    parsed: artifactSchema.describe('Artifact with the blocks of the text.'),
    /** Pages, slides or sheets. */
    pages: z.int().nonnegative().describe('Number of pages, slides or sheets.'),
    characters: z.int().nonnegative().describe('Number of characters.'),
    warnings: z.array(z.string()).describe('Parts that could not be read.'),
  }),
  key: byDocument,
})

export const documentChunked = defineEvent({
  name: 'document.chunked',
  description: 'The text was divided into chunks.',
  schema: z.object({
    ...subject,
    file,
    chunks: artifactSchema.describe('Artifact with the chunks.'),
    count: z.int().positive().describe('Number of chunks.'),
    characters: z.int().nonnegative().describe('Number of characters.'),
    cut_by: z.string().max(64).describe('Fingerprint of the chunking settings of the index, if it has its own.').optional(),
  }),
  key: byDocument,
})

export const documentEmbedded = defineEvent({
  name: 'document.embedded',
  description: 'Every chunk has its vector.',
  schema: z.object({
    ...subject,
    file,
    chunks: artifactSchema.describe('Artifact with the chunks.'),
    vectors: artifactSchema.describe('Artifact with the vectors in the order of the chunks.'),
    count: z.int().positive().describe('Number of chunks.'),
    characters: z.int().nonnegative().describe('Number of characters.'),
    model: z.string().describe('Embedding model.'),
    dimensions: z.int().positive().describe('Length of a vector.'),
    /** Chunks whose vector came from the cache. */
    cached: z.int().nonnegative().describe('Number of chunks whose vector came from the cache.'),
    cut_by: documentChunked.schema.shape.cut_by,
  }),
  key: byDocument,
})

export const documentIndexed = defineEvent({
  name: 'document.indexed',
  description: 'The chunks of this generation are searchable, and those of older generations are removed.',
  schema: z.object({
    ...subject,
    file,
    chunks: z.int().positive().describe('Number of searchable chunks.'),
    removed: z.int().nonnegative().describe('Number of removed chunks of older generations.'),
    characters: z.int().nonnegative().describe('Number of characters.'),
    tokens: z.int().nonnegative().describe('Number of tokens.'),
    at,
  }),
  key: byDocument,
})

/** A file of a mail as a document of its own. */
export const attachmentSchema = z.object({
  upload_id: z.uuid().describe('ID of the upload.'),
  document_id: z.uuid().describe('ID of the document.'),
  source_file: z.string().min(1).max(255).describe('Name of the file.'),
  size_bytes: z.int().nonnegative().describe('Size in bytes.'),
})
export type Attachment = z.output<typeof attachmentSchema>

export const documentAttached = defineEvent({
  name: 'document.attached',
  description: 'The attachments of an email became documents. They are deleted and replaced with the email.',
  schema: z.object({
    ...subject,
    attachments: z.array(attachmentSchema).max(MAX_ATTACHMENTS).describe('Documents of the attachments.'),
    /** Files for which there was no room, by their names in the mail. */
    left_out: z.array(z.string()).max(MAX_ATTACHMENTS).describe('Names of attachments beyond the limit.'),
    at,
  }),
  key: byDocument,
})

export const documentErrorSchema = z.object({
  code: z.enum(documentErrorCodes).describe('Error code.'),
  message: z.string().describe('Message for people.'),
  stage: stageSchema.describe('Stage that failed.'),
  retryable: z.boolean().describe('Whether a retry may succeed.'),
  attempt: z.int().nonnegative().describe('Processing attempt that failed.'),
  at: z.iso.datetime().describe('Time of the error.'),
})

export const documentFailed = defineEvent({
  name: 'document.failed',
  description: 'Processing of an upload failed.',
  schema: z.object({ ...subject, file, error: documentErrorSchema.describe('The error.') }),
  key: byDocument,
})

export const documentDeleted = defineEvent({
  name: 'document.deleted',
  description: 'A document and all of its chunks were deleted.',
  schema: z.object({
    ...subject,
    index: z.string().describe('Name of the index.'),
    source_file: z.string().describe('Name of the file.'),
    removed: z.int().nonnegative().describe('Number of deleted chunks.'),
    at,
  }),
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
