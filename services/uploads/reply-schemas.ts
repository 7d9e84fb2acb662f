import { z } from 'zod'
import { documentErrorSchema, stageSchema } from '../../schemas/document.ts'

export const uploadIdSchema = z.string().max(128).describe('id of an upload, as POST /upload gave it')

export const uploadResponseSchema = z
  .object({ upload_id: z.uuid(), document_id: z.uuid(), status: z.string(), message: z.string() })
  .describe('UploadResponse')

export const statusEntitySchema = z
  .object({
    upload_id: z.uuid(),
    document_id: z.uuid(),
    filename: z.string(),
    index: z.string(),
    status: z.enum(['queued', 'processing', 'complete', 'error']),
    progress: z.int().min(0).max(100),
    processing_stage: stageSchema,
    message: z.string(),
    errors: z.array(documentErrorSchema),
    metadata: z.record(z.string(), z.unknown()),
    timestamps: z.object({ created: z.string(), updated: z.string(), completed: z.string().nullable() }),
    attempt: z.int(),
    size_bytes: z.int(),
    pages: z.int().nullable(),
    chunks: z.int().nullable(),
    queue: z
      .object({
        position: z.int().describe('Uploads accepted earlier that have not ended.'),
        eta_seconds: z.int().nullable().describe('At the pace of the last minutes; null when that is not known.'),
        state: z
          .enum(['moving', 'starved', 'stuck'])
          .describe('starved: it waits and nothing has moved for 30 s. stuck: it stood in its stage for longer than that may take.'),
      })
      .nullable()
      .describe('Null once the upload has ended, and for the past states of an event stream.'),
  })
  .describe('UploadStatusEntity')

export const listQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  status: z.enum(['queued', 'processing', 'complete', 'error']).optional(),
  q: z.string().min(1).max(255).optional().describe('part of the file name, case ignored'),
})

export const timelineSchema = z.object({
  items: z.array(
    z
      .object({
        event_type: z.string(),
        timestamp: z.string(),
        upload_id: z.string(),
        status: z.string(),
        details: z.record(z.string(), z.unknown()),
      })
      .describe('EventFeedActivityRecord'),
  ),
})
