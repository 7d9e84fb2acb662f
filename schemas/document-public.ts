import { z } from 'zod'
import { documentErrorSchema } from './document.ts'
import { defineEvent } from './event.ts'

export const documentProcessed = defineEvent({
  name: 'document.processed',
  description: 'Public: an upload reached its end. The body is the one that webhooks deliver.',
  schema: z.object({
    event: z.literal('document.processed'),
    document_id: z.uuid(),
    upload_id: z.uuid(),
    /** As in the other events of the document; absent in records of before these fields were there. */
    generation: z.int().positive().optional(),
    attempt: z.int().positive().optional(),
    source_file: z.string(),
    index: z.string(),
    status: z.enum(['completed', 'failed']),
    processing_time_ms: z.number().nonnegative(),
    metadata: z.object({
      chunks_created: z.int().nonnegative(),
      content_length: z.int().nonnegative(),
      processing_errors: z.array(documentErrorSchema),
    }),
    timestamp: z.iso.datetime(),
    /** Id of the webhook endpoint in a delivery; null on the topic. */
    webhook_id: z.string().nullable(),
  }),
  key: (p) => p.document_id,
})

export const documentRemoved = defineEvent({
  name: 'document.removed',
  description:
    'Public: a document that was there is gone, deleted or cleared away with its index; one record a document, none for a generation that a newer one replaced. A mirror drops what it holds of the document up to this generation, and takes no `document.processed` of it later.',
  schema: z.object({
    event: z.literal('document.removed'),
    document_id: z.uuid(),
    /** The upload that brought the generation. */
    upload_id: z.uuid(),
    generation: z.int().positive(),
    source_file: z.string(),
    index: z.string(),
    reason: z.enum(['deleted', 'cleared']),
    timestamp: z.iso.datetime(),
    /** Id of the webhook endpoint in a delivery; null on the topic. */
    webhook_id: z.string().nullable(),
  }),
  key: (p) => p.document_id,
})
