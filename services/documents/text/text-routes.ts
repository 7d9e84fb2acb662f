import { Readable } from 'node:stream'
import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { digits } from '../../../kernel/http/reply/paging.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { blockSchema, chunkSchema } from '../../../schemas/artifacts.ts'
import type { UploadState } from '../status/upload-state.ts'
import { uploadIdSchema } from '../uploads/reply-schemas.ts'
import { uploadDocs } from '../uploads/route-docs.ts'
import { existing } from '../uploads/routes.ts'
import { findText, readChunkPlaces, readText, startOfChunk } from './read-text.ts'

const MAX_LENGTH = 200_000
const config = { access: 'api' } as const
const params = z.object({ upload_id: uploadIdSchema })

const rangeSchema = z.object({
  from: digits(0, Number.MAX_SAFE_INTEGER).default(0).describe('First character, in UTF-16 code units.'),
  length: digits(1, MAX_LENGTH).default(50_000).describe(`At most ${MAX_LENGTH}.`),
  chunk_index: digits(0, 2 ** 31)
    .optional()
    .describe('Begins where this chunk does instead of at `from`.'),
})

const textSchema = z
  .object({
    upload_id: z.uuid(),
    characters: z.int().describe('Of the whole text.'),
    pages: z.int(),
    from: z.int(),
    text: z.string(),
    blocks: z
      .array(
        blockSchema
          .pick({ type: true, level: true, start: true, page: true, pageStarts: true, part: true, recognised: true, confidence: true })
          .extend({ end: z.int() }),
      )
      .describe('Those that reach into the range, with their whole extent.'),
    chunks: z
      .array(chunkSchema.pick({ id: true, chunk_index: true, char_start: true, char_end: true, page_number: true, section: true }))
      .describe('Those that reach into the range; empty while the text is not cut yet.'),
  })
  .meta({
    id: 'DocumentText',
    description: 'A part of the text that was read from a document, with its blocks and chunks.',
    examples: [
      {
        upload_id: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
        characters: 9_120,
        pages: 4,
        from: 0,
        text: 'Travel policy\nHotels are booked in advance.',
        blocks: [
          { type: 'heading', level: 1, start: 0, end: 13, page: 1 },
          { type: 'paragraph', start: 14, end: 43, page: 1 },
        ],
        chunks: [
          {
            id: '2b9d7c1e-6a51-5c8e-9f0a-1f5d3c7e8a42',
            chunk_index: 0,
            char_start: 0,
            char_end: 43,
            page_number: 1,
            section: 'Travel policy',
          },
        ],
      },
    ],
  })

/** What an upload holds: the text that was read from it, and its bytes. */
export function registerTextRoutes(app: App, ctx: EdgeContext): void {
  const { blobs } = ctx.ports

  app.get(
    '/api/v2/upload/:upload_id/text',
    {
      config,
      schema: {
        ...uploadDocs.text,
        params,
        querystring: rangeSchema,
        response: { 200: textSchema },
      },
    },
    async (request) => {
      const state = await existing(ctx, request.caller, request.params.upload_id)
      const { parsed, chunked } = await findText(blobs, state)
      if (!parsed) throw withoutText(state)
      const { length, chunk_index, from: first } = request.query
      const from = chunk_index === undefined ? first : chunked ? await startOfChunk(blobs, state, chunk_index) : undefined
      if (from === undefined) throw new ApiError('not_found', `this document has no chunk ${chunk_index}`)
      const range = { from, length }
      const [text, chunks] = await Promise.all([readText(blobs, state, range), chunked ? readChunkPlaces(blobs, state, range) : []])
      return { upload_id: state.upload_id, from, ...text, blocks: [...text.blocks], chunks }
    },
  )

  const bytes = { content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } } }
  app.get(
    '/api/v2/upload/:upload_id/file',
    { config: { ...config, opensFile: true }, schema: { ...uploadDocs.file, params, response: { 200: bytes } } },
    async (request, reply) => {
      const { file } = await existing(ctx, request.caller, request.params.upload_id)
      const stored = file && (await blobs.stat(file.blob))
      if (!stored) throw new ApiError('not_found', 'the file of this upload is no longer stored')
      reply
        .type('application/octet-stream')
        .header('content-length', stored.bytes)
        .header('content-disposition', attachment(file.source_file))
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, no-store')
      const body = request.method === 'HEAD' ? Readable.from([]) : await blobs.read(stored.path)
      return reply.send(body as never)
    },
  )
}

function withoutText({ upload_id, mark }: UploadState): ApiError {
  const details = { upload_id, status: mark.status, processing_stage: mark.stage }
  if (mark.status === 'queued' || mark.status === 'processing')
    return new ApiError('conflict', 'the text has not been read yet', { details })
  const stored = mark.status === 'complete' && mark.stage === 'stored'
  const reason = stored
    ? 'this file is only stored, not read'
    : 'there is no text of this upload; it failed, or a newer one has replaced it'
  return new ApiError('not_found', reason, { details })
}

/** Turn the reading direction or hide: a name with them may look as if it had another extension. */
const DECEIVING = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/**
 * Content-Disposition of a download under any name (RFC 6266): an ASCII form for old clients and the name itself (RFC 8187), which
 * cannot leave the header, whatever is in it.
 */
export function attachment(name: string): string {
  const shown = name.toWellFormed().replace(DECEIVING, '') || 'file'
  const plain = shown.replace(/[^\x20-\x7e]|["\\%/]/g, '_')
  const encoded = encodeURIComponent(shown).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
