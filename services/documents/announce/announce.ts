import { defineConsumer } from '../../../kernel/consume/define-consumer.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import { type DocumentFile, documentFailed, documentIndexed, documentReceived } from '../../../schemas/document.ts'
import { documentProcessed } from '../../../schemas/document-public.ts'
import type { PayloadOf } from '../../../schemas/event.ts'
import { readState } from '../status/read-uploads.ts'
import { announcementOf } from './announcements.ts'

type Received = PayloadOf<typeof documentReceived>
type Indexed = PayloadOf<typeof documentIndexed>
type Failed = PayloadOf<typeof documentFailed>

/** Tells the world on the public topic when an upload reached its end: once an attempt, whatever was told of its end inside. */
export const announceProcessed = defineConsumer({
  name: 'announce',
  on: [documentReceived, documentIndexed, documentFailed],
  emits: [documentProcessed],
  needs: ['views'],
  retry: { attempts: 5, baseMs: 200, capMs: 10_000 },
  // Longer than a database that hangs is waited for.
  timeoutMs: 60_000,
  async handle(ctx, payload, type) {
    if (type === 'document.received' && (payload as Received).process) return []
    // A record of a finished pass that came twice may have been overtaken: its upload ended well, and that was announced.
    if (type === 'document.failed' && (await readState(ctx.ports.views, payload.upload_id))?.mark.status === 'complete') return []
    const failed = type === 'document.failed' ? (payload as Failed) : undefined
    const indexed = type === 'document.indexed' ? (payload as Indexed) : undefined
    const { file } = payload
    const { payload: told } = documentProcessed.make({
      event: 'document.processed',
      document_id: payload.document_id,
      upload_id: payload.upload_id,
      generation: payload.generation,
      attempt: payload.attempt,
      source_file: file.source_file,
      index: file.index,
      status: failed ? 'failed' : 'completed',
      processing_time_ms: elapsed(file, ctx.envelope.time),
      metadata: {
        chunks_created: indexed?.chunks ?? 0,
        content_length: indexed?.characters ?? 0,
        processing_errors: failed ? [failed.error] : [],
      },
      // The time of the end, not of this handler.
      timestamp: new Date(ctx.envelope.time).toISOString(),
      webhook_id: null,
    })
    const said = await announcementOf(ctx.ports.views, payload, ctx.envelope.id, told)
    if (!said) return []
    return [{ ...documentProcessed.make(said), id: nameId('processed', payload.upload_id, payload.attempt, said.status) }]
  },
})

const elapsed = (file: DocumentFile, end: number): number => Math.max(0, end - Date.parse(file.received_at))
