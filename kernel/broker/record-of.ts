import type { EventDraft } from '../../schemas/event.ts'
import { newId } from '../runtime/ids.ts'
import type { OutgoingRecord } from './broker.ts'
import { encodeRecord } from './codec.ts'

/** What is known of what causes an event. */
export interface Cause {
  readonly requestId: string
  readonly traceparent?: string
  /** Of the event that led to it. */
  readonly id?: string
}

/** Where events come from: what their headers say beside their own facts. */
export interface EventOrigin {
  /** The part of the platform that decided on them. */
  readonly source: string
  readonly cause: Cause
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** A draft as the record that the log gets. */
export const recordOf = (draft: EventDraft, { source, cause, now }: EventOrigin): OutgoingRecord =>
  encodeRecord(draft, {
    id: draft.id ?? newId(),
    source: `/millrace/${source}`,
    requestId: cause.requestId,
    traceparent: cause.traceparent,
    causationId: cause.id,
    time: now,
  })
