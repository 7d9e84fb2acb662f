import { z } from 'zod'
import { documentErrorSchema } from './document.ts'
import { defineEvent } from './event.ts'

export const documentProcessed = defineEvent({
  name: 'document.processed',
  description: 'Processing of an upload ended. Webhooks deliver the same body.',
  schema: z.object({
    event: z.literal('document.processed').describe('Name of the event.'),
    document_id: z.uuid().describe('ID of the document.'),
    upload_id: z.uuid().describe('ID of the upload.'),
    generation: z.int().positive().describe('Number of the upload of this document, from 1. Absent in old records.').optional(),
    attempt: z.int().positive().describe('Processing attempt, from 1. Absent in old records.').optional(),
    source_file: z.string().describe('Name of the file.'),
    index: z.string().describe('Name of the index.'),
    status: z.enum(['completed', 'failed']).describe('Outcome.'),
    processing_time_ms: z.number().nonnegative().describe('Processing time in milliseconds.'),
    metadata: z
      .object({
        chunks_created: z.int().nonnegative().describe('Number of searchable chunks.'),
        content_length: z.int().nonnegative().describe('Number of characters.'),
        processing_errors: z.array(documentErrorSchema).describe('Errors, if it failed.'),
      })
      .describe('Result of the processing.'),
    timestamp: z.iso.datetime().describe('Time of the event.'),
    webhook_id: z.string().nullable().describe('ID of the webhook endpoint in a delivery. Null on the topic.'),
  }),
  key: (p) => p.document_id,
})

export const documentRemoved = defineEvent({
  name: 'document.removed',
  description:
    'A document was deleted, or its index was cleared. There is one record per document, and none when a newer generation replaces an older one. Consumers remove the document up to this generation, and ignore `document.processed` of these generations.',
  schema: z.object({
    event: z.literal('document.removed').describe('Name of the event.'),
    document_id: z.uuid().describe('ID of the document.'),
    upload_id: z.uuid().describe('ID of the upload.'),
    generation: z.int().positive().describe('Number of the removed upload of this document.'),
    source_file: z.string().describe('Name of the file.'),
    index: z.string().describe('Name of the index.'),
    reason: z.enum(['deleted', 'cleared']).describe('Whether the document was deleted, or its index cleared.'),
    timestamp: z.iso.datetime().describe('Time of the event.'),
    webhook_id: z.string().nullable().describe('ID of the webhook endpoint in a delivery. Null on the topic.'),
  }),
  key: (p) => p.document_id,
})
