import { pino } from 'pino'
import type { AnyEvent, EventEnvelope } from '../../kernel/broker/codec.ts'
import type { HandlerContext } from '../../kernel/consume/define-consumer.ts'
import type { Ports } from '../../kernel/ports.ts'
import { nameId } from '../../kernel/runtime/ids.ts'
import type { DocumentFile, DocumentSubject } from '../../schemas/document.ts'

export interface Told {
  readonly type: string
  readonly payload: unknown
}

/** An index against which no pass was withdrawn; all that a stage asks of it before its own work. */
const nothingWithdrawn = { admits: async () => true } as unknown as Ports['search']

/** A context as the runner makes it, for tests that call a handler by hand. `told` collects what it publishes beside its result. */
export function handlerContext(
  ports: Partial<Ports>,
  signal = new AbortController().signal,
): HandlerContext<keyof Ports> & { told: Told[] } {
  const told: Told[] = []
  // A consumer has only the ports that it declares, so that a missing one is a type error in the consumer, not here.
  const given = { search: nothingWithdrawn, ...ports } as Ports
  return {
    ports: given,
    log: pino({ level: 'silent' }),
    signal,
    attempt: 1,
    now: () => '2026-03-04T05:06:08.000Z',
    tell: ({ type, payload }) => told.push({ type, payload }),
    uncounted: (wait) => wait,
    told,
  }
}

/** An event as the runner gives it to a handler. */
export const eventOf = (type: string, payload: unknown, more: Partial<EventEnvelope> = {}): AnyEvent => ({
  type,
  payload,
  envelope: {
    id: nameId('event', 'test'),
    type,
    version: 1,
    requestId: 'test-request',
    time: Date.parse('2026-03-04T05:06:07.000Z'),
    ...more,
  },
})

export const subject: DocumentSubject = {
  upload_id: nameId('upload', 'test'),
  document_id: nameId('document', 'documents', 'mill.txt'),
  generation: 3,
  attempt: 1,
}

export const file: DocumentFile = {
  index: 'documents',
  source_file: 'mill.txt',
  file_type: 'txt',
  size_bytes: 10,
  content_type: 'text/plain',
  blob: `transcripts/raw/${subject.upload_id}/mill.txt`,
  metadata: { title: 'The mill', doc_type: 'manual', tags: ['water', 'wheel'], effective_date: '2024-02-29' },
  received_at: '2026-03-04T05:00:00.000Z',
}
