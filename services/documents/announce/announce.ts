import type { EventOf } from '../../../kernel/broker/codec.ts'
import { defineConsumer } from '../../../kernel/consume/define-consumer.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import { type DocumentFile, documentFailed, documentIndexed, documentReceived } from '../../../schemas/document.ts'
import { documentProcessed } from '../../../schemas/document-public.ts'
import type { PayloadOf } from '../../../schemas/event.ts'
import { readState } from '../status/read-uploads.ts'
import { sayOnce } from './say-once.ts'

const ends = [documentReceived, documentIndexed, documentFailed] as const
type End = EventOf<(typeof ends)[number]>
type Processed = PayloadOf<typeof documentProcessed>

/** Tells the world on the public topic when an upload reached its end: once an attempt, whatever was told of its end inside. */
export const announceProcessed = defineConsumer({
  name: 'announce',
  runs: 'edge',
  on: ends,
  emits: [documentProcessed],
  needs: ['database', 'clock'],
  retry: { attempts: 5, baseMs: 200, capMs: 10_000 },
  // Longer than a database that hangs is waited for.
  timeoutMs: 60_000,
  // What is processed has its end yet to come.
  concerns: ({ type, payload }) => type !== 'document.received' || !payload.process,
  async handle({ ports }, event) {
    const { type, payload, envelope } = event
    // A record of a finished pass that came twice may have been overtaken: its upload ended well, and that was announced.
    if (type === 'document.failed' && (await readState(ports.database, payload.upload_id))?.mark.status === 'complete') return []
    const { file } = payload
    const { payload: told } = documentProcessed.make({
      event: 'document.processed',
      document_id: payload.document_id,
      upload_id: payload.upload_id,
      generation: payload.generation,
      attempt: payload.attempt,
      source_file: file.source_file,
      index: file.index,
      ...endOf(event),
      processing_time_ms: elapsed(file, envelope.time),
      // The time of the end, not of this handler.
      timestamp: new Date(envelope.time).toISOString(),
      webhook_id: null,
    })
    // A success is said also after a failure: a pass that had given up may be delivered again, and end well.
    const marks = (told.status === 'failed' ? ['failed'] : ['completed', 'failed']).map(
      (status) => `processed/${payload.upload_id}/${payload.attempt}/${status}`,
    )
    const id = nameId('processed', payload.upload_id, payload.attempt, told.status)
    await sayOnce(ports, 'announce', envelope, [{ draft: { ...documentProcessed.make(told), id }, marks }])
    return []
  },
})

function endOf({ type, payload }: End): Pick<Processed, 'status' | 'metadata'> {
  const metadata = { chunks_created: 0, content_length: 0, processing_errors: [] }
  switch (type) {
    case 'document.received':
      return { status: 'completed', metadata }
    case 'document.indexed':
      return { status: 'completed', metadata: { ...metadata, chunks_created: payload.chunks, content_length: payload.characters } }
    case 'document.failed':
      return { status: 'failed', metadata: { ...metadata, processing_errors: [payload.error] } }
  }
}

const elapsed = (file: DocumentFile, end: number): number => Math.max(0, end - Date.parse(file.received_at))
