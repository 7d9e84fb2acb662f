import { z } from 'zod'
import { LABELS } from '../../../kernel/access/limits.ts'
import type { EventOf } from '../../../kernel/broker/codec.ts'
import {
  type DocumentFile,
  documentChunked,
  documentDeleted,
  documentEmbedded,
  documentFailed,
  documentFileSchema,
  documentIndexed,
  documentParsed,
  documentProgressed,
  documentReceived,
  documentRetry,
} from '../../../schemas/document.ts'
import type { PayloadOf } from '../../../schemas/event.ts'

export const documentEvents = [
  documentReceived,
  documentRetry,
  documentProgressed,
  documentParsed,
  documentChunked,
  documentEmbedded,
  documentIndexed,
  documentFailed,
  documentDeleted,
] as const

/** How the newest upload of a document fares. Of two the one with the higher (generation, attempt, rank) counts. */
const uploadMarkSchema = z.object({
  generation: z.number(),
  attempt: z.number(),
  rank: z.number(),
  upload_id: z.string(),
  status: z.enum(['queued', 'processing', 'complete', 'error']),
})
type UploadMark = Readonly<z.output<typeof uploadMarkSchema>>

const label = z.string().nullable().optional()

/** What is searchable: the newest indexed generation. */
const indexedFactsSchema = z.object({
  generation: z.number(),
  attempt: z.number(),
  upload_id: z.string(),
  size_bytes: z.number(),
  chunks: z.number(),
  tokens: z.number(),
  characters: z.number(),
  at: z.string(),
  /** Absent in rows that were folded before documents were labelled here: those count as unlabelled. */
  labels: z.object({ confidentiality: label, business_unit: label }).optional(),
  /** As a column takes it. Absent in rows that were folded before titles were noted here. */
  title: z.string().optional(),
})
export type IndexedFacts = Readonly<z.output<typeof indexedFactsSchema>>

/** Everything that the knowledge base tells of a document. The same set of events gives the same state in any order. */
export const documentStateSchema = z.object({
  document_id: z.string(),
  file: documentFileSchema.pick({ index: true, source_file: true, file_type: true }).nullable(),
  upload: uploadMarkSchema.nullable(),
  indexed: indexedFactsSchema.nullable(),
  /** Highest generation that was deleted; 0 when none was. */
  deleted: z.number(),
})
export type DocumentState = Readonly<z.output<typeof documentStateSchema>>

export type DocumentEvent = EventOf<(typeof documentEvents)[number]>

const QUEUED = { rank: 0, status: 'queued' } as const
const PROCESSING = { rank: 1, status: 'processing' } as const
const STORED = { rank: 2, status: 'complete' } as const
const FAILED = { rank: 3, status: 'error' } as const
const INDEXED = { rank: 4, status: 'complete' } as const

function stepOf({ type, payload }: DocumentEvent): Pick<UploadMark, 'rank' | 'status'> | undefined {
  switch (type) {
    case 'document.received':
      return payload.process ? QUEUED : STORED
    case 'document.retry':
      return QUEUED
    case 'document.progressed':
      return payload.stage === 'received' || payload.stage === 'stored' ? QUEUED : PROCESSING
    case 'document.parsed':
    case 'document.chunked':
    case 'document.embedded':
      return PROCESSING
    case 'document.indexed':
      return INDEXED
    case 'document.failed':
      return FAILED
    case 'document.deleted':
      return undefined
  }
}

function newerUpload(a: UploadMark | null, b: UploadMark | null): UploadMark | null {
  if (!a || !b) return a ?? b
  return (a.generation - b.generation || a.attempt - b.attempt || a.rank - b.rank) >= 0 ? a : b
}

function newerIndexed(a: IndexedFacts | null, b: IndexedFacts | null): IndexedFacts | null {
  if (!a || !b) return a ?? b
  const order = a.generation - b.generation || a.attempt - b.attempt || Date.parse(a.at) - Date.parse(b.at)
  if (order !== 0) return order > 0 ? a : b
  return JSON.stringify(a) >= JSON.stringify(b) ? a : b
}

function factsOf(payload: PayloadOf<typeof documentIndexed>): IndexedFacts {
  const { generation, attempt, upload_id, file, chunks, tokens, characters, at } = payload
  const labels = Object.fromEntries(LABELS.map((label) => [label, file.metadata[label] ?? null]))
  // NUL and broken surrogates are no text for PostgreSQL
  const title = file.metadata.title.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  const counts = { size_bytes: file.size_bytes, chunks, tokens, characters }
  return { generation, attempt, upload_id, ...counts, at: new Date(at).toISOString(), labels, title }
}

const nameOf = ({ index, source_file, file_type }: DocumentFile): DocumentState['file'] => ({ index, source_file, file_type })

/** One event more. Commutative and idempotent, so that neither order between topics nor a redelivery shows. */
export function evolveDocument(before: DocumentState | undefined, event: DocumentEvent): DocumentState {
  const { type, payload } = event
  const { document_id, generation, attempt, upload_id } = payload
  const state = before ?? { document_id, file: null, upload: null, indexed: null, deleted: 0 }
  const step = stepOf(event)
  return {
    document_id,
    // Index and name make the document's id, so every event that carries them says the same.
    file: state.file ?? ('file' in payload ? nameOf(payload.file) : null),
    upload: newerUpload(state.upload, step ? { generation, attempt, rank: step.rank, upload_id, status: step.status } : null),
    indexed: newerIndexed(state.indexed, type === 'document.indexed' ? factsOf(payload) : null),
    deleted: Math.max(state.deleted, type === 'document.deleted' ? generation : 0),
  }
}

/** Whether the document has chunks in the index, as far as its own events tell. */
export const isSearchable = ({ indexed, deleted }: DocumentState): boolean => indexed !== null && indexed.generation > deleted
