import type { PresentLabels } from '../../../kernel/access/limits.ts'
import { documentIdOf, newId } from '../../../kernel/runtime/ids.ts'
import {
  type DocumentFile,
  documentCancel,
  documentChunked,
  documentDelete,
  documentDeleted,
  documentEmbedded,
  documentFailed,
  documentIndexed,
  documentParsed,
  documentProgressed,
  documentReceived,
  documentRetry,
  type Stage,
} from '../../../schemas/document.ts'
import type { DocumentErrorCode } from '../../../schemas/document-error-codes.ts'

const at = '2026-03-04T05:00:00.000Z'
const artifact = (path: string) => ({ path, bytes: 1 })

/** The events that one upload of a file may lead to. For tests. */
export function uploadEventsOf(name: string, more: { generation?: number; uploadId?: string; received_at?: string } = {}) {
  const subject = {
    upload_id: more.uploadId ?? newId(),
    document_id: documentIdOf('documents', name),
    generation: more.generation ?? 1,
    attempt: 1,
  }
  const file: DocumentFile = {
    index: 'documents',
    source_file: name,
    file_type: 'txt',
    size_bytes: 5,
    content_type: 'text/plain',
    blob: `transcripts/raw/${subject.upload_id}/${name}`,
    metadata: { title: name, doc_type: 'note' },
    received_at: more.received_at ?? at,
  }
  const artifacts = `artifacts/${subject.document_id}/${subject.generation}`
  const pass = { ...subject, file }
  return {
    subject,
    file,
    received: (change: { process?: boolean; trigger?: 'http' | 'event' } = {}, labels: PresentLabels = {}) =>
      documentReceived.make({
        ...pass,
        file: { ...file, metadata: { ...file.metadata, ...labels } },
        process_mode: 'async',
        process: true,
        message: 'Stored',
        ...change,
      }),
    parsed: (warnings: string[] = []) =>
      documentParsed.make({ ...pass, parsed: artifact(`${artifacts}/parsed.ndjson`), pages: 1, characters: 5, warnings }),
    chunked: () => documentChunked.make({ ...pass, chunks: artifact(`${artifacts}/chunks.ndjson`), count: 1, characters: 5 }),
    embedded: (cached = 0) =>
      documentEmbedded.make({
        ...pass,
        chunks: artifact(`${artifacts}/chunks.ndjson`),
        vectors: artifact(`${artifacts}/vectors.f32`),
        count: 1,
        characters: 5,
        model: 'm',
        dimensions: 2,
        cached,
      }),
    progressed: (stage: Stage, done = 0) => documentProgressed.make({ ...subject, stage, done, total: 10, unit: 'pages', at }),
    indexed: (attempt = 1) => documentIndexed.make({ ...pass, attempt, chunks: 3, removed: 0, characters: 5, tokens: 2, at }),
    failed: (stage: Stage, code: DocumentErrorCode = 'internal', attempt = 1) =>
      documentFailed.make({ ...pass, attempt, error: { code, message: 'broken', stage, retryable: true, attempt: 1, at } }),
    retried: (attempt: number) => documentRetry.make({ ...pass, attempt, from: 'parsing', input: {}, actor: 'tester', at }),
    cancelled: () => documentCancel.make({ ...pass, stage: 'parsing', actor: 'tester', at }),
    removed: () => documentDelete.make({ ...pass, actor: 'tester', at }),
    deleted: () => documentDeleted.make({ ...subject, index: file.index, source_file: name, removed: 0, at }),
  }
}

export type UploadEvents = ReturnType<typeof uploadEventsOf>
