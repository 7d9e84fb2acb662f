import type { EventEnvelope } from '../../../kernel/broker/codec.ts'
import {
  type DocumentError,
  type DocumentFile,
  type DocumentSubject,
  type documentChunked,
  type documentFailed,
  type documentIndexed,
  type documentParsed,
  type documentProgressed,
  type documentReceived,
  type documentRetry,
  STAGES,
  type Stage,
  type uploadEvents,
} from '../../../schemas/document.ts'
import type { PayloadOf } from '../../../schemas/event.ts'

export type UploadStatus = 'queued' | 'processing' | 'complete' | 'error'

/** How far an upload came. Of two marks the one with the higher (attempt, rank, done) counts, whichever arrived first. */
interface Mark {
  readonly attempt: number
  /** Ten times the stage's place, plus 5 when the stage had begun; an end is above every stage of its attempt. */
  readonly rank: number
  readonly stage: Stage
  readonly status: UploadStatus
  readonly done: number
  readonly total: number
  readonly unit: string
  readonly message: string
  /** When it was set. */
  readonly at: string
}

/** Everything that is known of an upload, folded from its events. The same set of events gives the same state in any order. */
export interface UploadState {
  readonly upload_id: string
  readonly document_id: string
  readonly generation: number
  /** False until document.received was folded; readers do not see such a row. */
  readonly known: boolean
  readonly deleted: boolean
  readonly file: DocumentFile | null
  readonly mark: Mark
  /** Highest percentage ever reached; it never falls, also when a retry begins again. */
  readonly progress: number
  /** By event id, so that a redelivered event counts once. */
  readonly errors: Readonly<Record<string, DocumentError>>
  readonly created: string | null
  readonly updated: string
  readonly completed: string | null
  readonly counts: { readonly pages: number | null; readonly chunks: number | null; readonly characters: number | null }
}

const END_INDEXED = 1000
/** Whatever else an attempt failed of when it was cancelled: it was cancelled. */
const END_CANCELLED = 950
const END_FAILED = 900
const END_STORED = 800

/** Percentage at which each stage begins. */
const BEGINS: Record<Stage, number> = { received: 0, stored: 5, parsing: 6, chunking: 40, embedding: 45, indexing: 80, indexed: 100 }
const ENDS: Record<Stage, number> = { received: 5, stored: 6, parsing: 40, chunking: 45, embedding: 80, indexing: 99, indexed: 100 }

function percent(mark: Mark): number {
  if (mark.status === 'complete') return 100
  const share = mark.total > 0 ? Math.min(1, mark.done / mark.total) : 0
  return Math.floor(BEGINS[mark.stage] + share * (ENDS[mark.stage] - BEGINS[mark.stage]))
}

type UploadEvent = {
  type: (typeof uploadEvents)[number]['name']
  payload: PayloadOf<(typeof uploadEvents)[number]>
  envelope: EventEnvelope
}

/** The mark that one event sets, or undefined when it says nothing of the progress. */
function markOf({ type, payload, envelope }: UploadEvent): Mark | undefined {
  const mark = (stage: Stage, begun: boolean, message: string): Mark => ({
    attempt: payload.attempt,
    rank: STAGES.indexOf(stage) * 10 + (begun ? 5 : 0),
    stage,
    status: stage === 'received' || stage === 'stored' ? 'queued' : 'processing',
    done: 0,
    total: 0,
    unit: '',
    message,
    at: new Date(envelope.time).toISOString(),
  })
  switch (type) {
    case 'document.received': {
      const received = payload as PayloadOf<typeof documentReceived>
      if (!received.process) return { ...mark('stored', true, received.message), rank: END_STORED, status: 'complete' }
      return mark('stored', true, received.message)
    }
    case 'document.retry': {
      const { from } = payload as PayloadOf<typeof documentRetry>
      return { ...mark(from, false, `Trying again from ${from}`), status: 'queued' }
    }
    case 'document.progressed': {
      const { stage, done, total, unit } = payload as PayloadOf<typeof documentProgressed>
      const counted = total > 0 && unit !== '' ? `: ${done} of ${total} ${unit}` : ''
      return { ...mark(stage, true, `${capital(stage)}${counted}`), done, total, unit }
    }
    case 'document.parsed':
      return mark('chunking', false, 'Text read; waiting to be cut into chunks')
    case 'document.chunked':
      return mark('embedding', false, `${(payload as PayloadOf<typeof documentChunked>).count} chunks; waiting to be embedded`)
    case 'document.embedded':
      return mark('indexing', false, 'Embedded; waiting to be indexed')
    case 'document.indexed': {
      const { chunks } = payload as PayloadOf<typeof documentIndexed>
      return {
        ...mark('indexed', true, `Searchable: ${chunks} ${chunks === 1 ? 'chunk' : 'chunks'}`),
        rank: END_INDEXED,
        status: 'complete',
      }
    }
    case 'document.failed': {
      const { error } = payload as PayloadOf<typeof documentFailed>
      return { ...mark(error.stage, true, error.message), rank: error.code === 'cancelled' ? END_CANCELLED : END_FAILED, status: 'error' }
    }
    case 'document.stored':
    case 'document.cancel':
    case 'document.delete':
    case 'document.deleted':
      return undefined
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const later = (a: Mark, b: Mark): Mark => {
  const order = a.attempt - b.attempt || a.rank - b.rank || a.done - b.done || a.total - b.total
  if (order !== 0) return order > 0 ? a : b
  // Who cancelled it says so first; the stages that notice it say less.
  if (a.rank === END_CANCELLED && a.at !== b.at) return a.at < b.at ? a : b
  return JSON.stringify([a.at, a.stage, a.message]) >= JSON.stringify([b.at, b.stage, b.message]) ? a : b
}

const NOTHING_YET: Mark = { attempt: 0, rank: 0, stage: 'received', status: 'queued', done: 0, total: 0, unit: '', message: '', at: '' }

const blank = ({ upload_id, document_id, generation }: DocumentSubject): UploadState => ({
  upload_id,
  document_id,
  generation,
  known: false,
  deleted: false,
  file: null,
  mark: NOTHING_YET,
  progress: 0,
  errors: {},
  created: null,
  updated: '',
  completed: null,
  counts: { pages: null, chunks: null, characters: null },
})

const max = <T extends string | number>(a: T | null, b: T | null): T | null => (a === null ? b : b === null || a > b ? a : b)

/** A stage and the canceller may both say that a pass was cancelled: it is one error. */
function withError(
  errors: UploadState['errors'],
  { attempt, error }: PayloadOf<typeof documentFailed>,
  eventId: string,
): UploadState['errors'] {
  const key = error.code === 'cancelled' ? `cancelled-${attempt}` : eventId
  const known = errors[key]
  const kept = known && JSON.stringify(known) <= JSON.stringify(error) ? known : error
  return Object.fromEntries(Object.entries({ ...errors, [key]: kept }).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** One event more. Commutative and idempotent, so that neither order between topics nor a redelivery shows. */
export function evolveUpload(before: UploadState | undefined, event: UploadEvent): UploadState {
  const { type, payload, envelope } = event
  const state = before ?? blank(payload)
  const time = new Date(envelope.time).toISOString()
  const candidate = markOf(event)
  const mark = candidate ? later(candidate, state.mark) : state.mark
  return {
    ...state,
    known: state.known || type === 'document.received',
    deleted: state.deleted || type === 'document.deleted',
    file: type === 'document.received' ? (payload as PayloadOf<typeof documentReceived>).file : state.file,
    mark,
    progress: Math.max(state.progress, candidate ? percent(candidate) : 0),
    errors: type === 'document.failed' ? withError(state.errors, payload as PayloadOf<typeof documentFailed>, envelope.id) : state.errors,
    created: type === 'document.received' ? (payload as PayloadOf<typeof documentReceived>).file.received_at : state.created,
    updated: max(state.updated, time) ?? time,
    completed: mark.status === 'complete' || mark.status === 'error' ? mark.at : null,
    counts: {
      pages: type === 'document.parsed' ? max(state.counts.pages, (payload as PayloadOf<typeof documentParsed>).pages) : state.counts.pages,
      chunks:
        type === 'document.indexed' ? max(state.counts.chunks, (payload as PayloadOf<typeof documentIndexed>).chunks) : state.counts.chunks,
      characters:
        type === 'document.parsed'
          ? max(state.counts.characters, (payload as PayloadOf<typeof documentParsed>).characters)
          : state.counts.characters,
    },
  }
}
