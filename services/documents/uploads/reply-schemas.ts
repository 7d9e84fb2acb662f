import { z } from 'zod'
import { digits } from '../../../kernel/http/reply/paging.ts'
import { columnText } from '../../../schemas/column-text.ts'
import { documentErrorSchema, stageSchema } from '../../../schemas/document.ts'

export const uploadIdSchema = z.string().max(128).describe('id of an upload, as POST /upload gave it')

const example = {
  upload_id: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
  document_id: '2b9d7c1e-6a51-5c8e-9f0a-1f5d3c7e8a42',
  filename: 'travel-policy.docx',
  index: 'documents',
  status: 'processing',
  progress: 55,
  processing_stage: 'embedding',
  message: 'Embedding 12 chunks',
  errors: [],
  warnings: [],
  metadata: { title: 'Travel policy', doc_type: 'policy' },
  timestamps: { created: '2026-03-12T09:30:00.000Z', updated: '2026-03-12T09:30:02.000Z', completed: null },
  attempt: 1,
  size_bytes: 18_342,
  pages: 4,
  chunks: 12,
  searchable: false,
  attached_to: null,
  attachments: [],
  queue: { position: 3, own: 0, eta_seconds: 2, state: 'moving' },
}

export const uploadResponseSchema = z.object({ upload_id: z.uuid(), document_id: z.uuid(), status: z.string(), message: z.string() }).meta({
  id: 'UploadResponse',
  description: 'The upload, and the document that it is a version of.',
  examples: [
    {
      upload_id: example.upload_id,
      document_id: example.document_id,
      status: 'queued',
      message: 'Accepted; follow it at the address in Location',
    },
  ],
})

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
    warnings: z
      .array(z.string())
      .describe('What was left out of its text or may be wrong in it, such as scanned pages; a retry reads what was left.'),
    metadata: z.record(z.string(), z.unknown()),
    timestamps: z.object({ created: z.string(), updated: z.string(), completed: z.string().nullable() }),
    attempt: z.int(),
    size_bytes: z.int(),
    pages: z.int().nullable(),
    chunks: z.int().nullable(),
    searchable: z
      .boolean()
      .describe('Whether its passages can be found; false for a file that is only kept, and once a newer one has taken its place.'),
    attached_to: z
      .object({ upload_id: z.uuid(), document_id: z.uuid(), filename: z.string() })
      .nullable()
      .describe('The mail that the file came with.'),
    attachments: z
      .array(z.object({ upload_id: z.uuid(), document_id: z.uuid(), filename: z.string(), size_bytes: z.int() }))
      .describe('Files of a mail, which are documents of their own and go with it.'),
    queue: z
      .object({
        position: z.int().describe('Uploads accepted earlier that have not ended.'),
        own: z.int().describe('Of these, uploads of the same caller; callers take turns.'),
        eta_seconds: z.int().nullable().describe('At the pace of the last minutes; null when that is not known.'),
        state: z
          .enum(['moving', 'starved', 'stuck'])
          .describe('starved: it waits and nothing has moved for 30 s. stuck: it stood in its stage for longer than that may take.'),
      })
      .nullable()
      .describe('Null once the upload has ended, and for the past states of an event stream.'),
  })
  .meta({ id: 'UploadStatusEntity', description: 'Status of an upload.', examples: [example] })

export const listQuerySchema = z.object({
  limit: digits(1, 500).default(50),
  status: z.enum(['queued', 'processing', 'complete', 'error']).optional(),
  q: columnText(255).min(1).optional().describe('part of the file name, case ignored'),
  cursor: z
    .string()
    .max(200)
    .optional()
    .describe('empty for the first page, then `next_cursor` of the page before; with it the reply is a page instead of an array'),
})

export const uploadListSchema = z
  .union([
    z.array(statusEntitySchema),
    z
      .object({
        items: z.array(statusEntitySchema),
        next_cursor: z.string().nullable().describe('Null on the last page.'),
      })
      .meta({
        id: 'UploadPage',
        description:
          'A page of uploads, when `cursor` was sent. Uploads that come in meanwhile neither repeat nor leave out one that is behind it.',
        examples: [{ items: [example], next_cursor: 'WyIyMDI2LTAzLTEyVDA5OjMwOjAwLjAwMFoiLCIwMTk2ZjNhMiJd' }],
      }),
  ])
  .meta({ examples: [[example], { items: [example], next_cursor: null }] })

export const timelineSchema = z
  .object({
    items: z.array(
      z
        .object({
          event_type: z.string(),
          timestamp: z.string(),
          upload_id: z.string(),
          status: z.string(),
          details: z.record(z.string(), z.unknown()),
        })
        .meta({
          id: 'EventFeedActivityRecord',
          description: 'One event of an upload.',
          examples: [
            {
              event_type: 'document.parsed',
              timestamp: '2026-03-12T09:30:01.000Z',
              upload_id: example.upload_id,
              status: 'processing',
              details: { pages: 4, characters: 9_120 },
            },
          ],
        }),
    ),
  })
  .meta({ id: 'UploadTimeline', description: 'The events of an upload, oldest first.' })
