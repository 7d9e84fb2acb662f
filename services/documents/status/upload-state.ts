import { z } from 'zod'
import type { EventOf } from '../../../kernel/broker/codec.ts'
import {
  attachmentSchema,
  type DocumentSubject,
  documentErrorSchema,
  type documentFailed,
  documentFileSchema,
  type documentParsed,
  STAGES,
  type Stage,
  stageSchema,
  type uploadEvents,
} from '../../../schemas/document.ts'
import type { PayloadOf } from '../../../schemas/event.ts'

/** How far an upload came. Of two marks the one with the higher (attempt, rank, done) counts, whichever arrived first. */
const markSchema = z.object({
  attempt: z.number(),
  /** Ten times the stage's place, plus 5 when the stage had begun; an end is above every stage of its attempt. */
  rank: z.number(),
  stage: stageSchema,
  status: z.enum(['queued', 'processing', 'complete', 'error']),
  done: z.number(),
  total: z.number(),
  unit: z.string(),
  message: z.string(),
  /** When it was set. */
  at: z.string(),
})
type Mark = Readonly<z.output<typeof markSchema>>

/** Everything that is known of an upload, folded from its events. The same set of events gives the same state in any order. */
export const uploadStateSchema = z.object({
  upload_id: z.string(),
  document_id: z.string(),
  generation: z.number(),
  /** False until document.received was folded; readers do not see such a row. */
  known: z.boolean(),
  deleted: z.boolean(),
  file: documentFileSchema.nullable(),
  mark: markSchema,
  /** Highest percentage ever reached; it never falls, also when a retry begins again. */
  progress: z.number(),
  /** By event id, so that a redelivered event counts once. */
  errors: z.record(z.string(), documentErrorSchema),
  created: z.string().nullable(),
  updated: z.string(),
  completed: z.string().nullable(),
  /** Of a mail: its files as documents of their own. Absent until they are, and where there are none. */
  attachments: z.array(attachmentSchema).optional(),
  /** What the newest reading that had something to tell, or nothing any more, told. Absent where no reading told anything. */
  warnings: z.object({ attempt: z.number(), told: z.array(z.string()) }).optional(),
  counts: z.object({ pages: z.number().nullable(), chunks: z.number().nullable(), characters: z.number().nullable() }),
})
export type UploadState = Readonly<z.output<typeof uploadStateSchema>>

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

export type UploadEvent = EventOf<(typeof uploadEvents)[number]>

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
      const stored = mark('stored', true, payload.message)
      return payload.process ? stored : { ...stored, rank: END_STORED, status: 'complete' }
    }
    case 'document.retry':
      return { ...mark(payload.from, false, `Trying again from ${payload.from}`), status: 'queued' }
    case 'document.progressed': {
      const { stage, done, total, unit } = payload
      const counted = total > 0 && unit !== '' ? `: ${done} of ${total} ${unit}` : ''
      return { ...mark(stage, true, `${capital(stage)}${counted}`), done, total, unit }
    }
    case 'document.parsed':
      return mark('chunking', false, 'Text read; waiting to be cut into chunks')
    case 'document.chunked':
      return mark('embedding', false, `${counted(payload.count)}; waiting to be embedded`)
    case 'document.embedded':
      return mark('indexing', false, 'Embedded; waiting to be indexed')
    case 'document.indexed': {
      const { chunks } = payload
      return {
        ...mark('indexed', true, `Searchable: ${counted(chunks)}`),
        rank: END_INDEXED,
        status: 'complete',
      }
    }
    case 'document.failed': {
      const { error } = payload
      return { ...mark(error.stage, true, error.message), rank: error.code === 'cancelled' ? END_CANCELLED : END_FAILED, status: 'error' }
    }
    case 'document.stored':
    case 'document.attached':
    case 'document.cancel':
    case 'document.delete':
    case 'document.deleted':
      return undefined
  }
}

const counted = (chunks: number): string => `${chunks} ${chunks === 1 ? 'chunk' : 'chunks'}`

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

/** What the file's reading tells; of two readings the later one's words hold. */
function withWarnings(
  before: UploadState['warnings'],
  { attempt, warnings: told }: PayloadOf<typeof documentParsed>,
): UploadState['warnings'] {
  const kept = before ?? { attempt: 1, told: [] }
  const order = kept.attempt - attempt || kept.told.length - told.length || (JSON.stringify(kept.told) < JSON.stringify(told) ? -1 : 1)
  if (order > 0) return before
  return attempt > 1 || told.length > 0 ? { attempt, told } : undefined
}

/** What an event says beside the mark. */
function factsOf(state: UploadState, { type, payload, envelope }: UploadEvent): Partial<UploadState> {
  const { counts } = state
  switch (type) {
    case 'document.received':
      return { known: true, file: payload.file, created: payload.file.received_at }
    case 'document.parsed':
      return {
        warnings: withWarnings(state.warnings, payload),
        counts: { ...counts, pages: max(counts.pages, payload.pages), characters: max(counts.characters, payload.characters) },
      }
    case 'document.indexed':
      return { counts: { ...counts, chunks: max(counts.chunks, payload.chunks) } }
    case 'document.failed':
      return { errors: withError(state.errors, payload, envelope.id) }
    case 'document.attached':
      return { attachments: payload.attachments }
    case 'document.deleted':
      return { deleted: true }
    default:
      return {}
  }
}

/** One event more. Commutative and idempotent, so that neither order between topics nor a redelivery shows. */
export function evolveUpload(before: UploadState | undefined, event: UploadEvent): UploadState {
  const state = before ?? blank(event.payload)
  const time = new Date(event.envelope.time).toISOString()
  const candidate = markOf(event)
  const mark = candidate ? later(candidate, state.mark) : state.mark
  return {
    ...state,
    ...factsOf(state, event),
    mark,
    progress: Math.max(state.progress, candidate ? percent(candidate) : 0),
    updated: max(state.updated, time) ?? time,
    completed: mark.status === 'complete' || mark.status === 'error' ? mark.at : null,
  }
}
