import type { z } from 'zod'
import { artifactFolder } from '../../../kernel/blobs/artifacts.ts'
import { type EventEnvelope, type EventOf, isOf } from '../../../kernel/broker/codec.ts'
import { type Consumer, defineConsumer, type HandlerContext, type RetryPolicy } from '../../../kernel/consume/define-consumer.ts'
import type { Ports } from '../../../kernel/ports.ts'
import type { SearchIndex } from '../../../kernel/search/search.ts'
import {
  type DocumentFile,
  type DocumentSubject,
  documentFailed,
  documentRetry,
  epochOf,
  lastEpochOf,
  type workStages,
} from '../../../schemas/document.ts'
import type { DraftOf, EventType } from '../../../schemas/event.ts'
import { cancelledPass } from './cancelled-pass.ts'
import { failDocument } from './fail-document.ts'

type WorkStage = (typeof workStages)[number]

type Subject = DocumentSubject & { file: DocumentFile }

/** What every stage has: the index is the arbiter of passes, and what a late one wrote has to be removed. */
type Needed<Needs extends keyof Ports> = Needs | 'search' | 'blobs'

/** A stage of a document's way: a consumer of the event in front of it that also takes up a retry, and leaves withdrawn passes alone. */
export interface StageDefinition<Payload extends Subject, Emits extends EventType, Needs extends keyof Ports> {
  readonly name: string
  readonly stage: WorkStage
  /** The events that start the stage; all of one payload. */
  readonly on: readonly EventType<string, z.ZodType<Payload>>[]
  readonly emits: Emits
  /** Beside `search` and `blobs`. */
  readonly needs: readonly Needs[]
  readonly retry: RetryPolicy
  readonly timeoutMs: number
  /** Whether this event starts the stage; always when absent. */
  readonly begins?: (payload: Payload, type: string) => boolean
  readonly handle: (
    ctx: HandlerContext<Needed<Needs>>,
    payload: Payload,
    envelope: EventEnvelope,
  ) => Promise<readonly (DraftOf<Emits> | DraftOf<typeof documentFailed>)[]>
}

/** What a stage says of a pass that was cancelled, deleted or overtaken while it was under way. */
export const withdrawn = (subject: Subject, stage: WorkStage, at: string) =>
  cancelledPass(subject, { stage, message: 'Cancelled, or replaced by a newer upload of the same file', at })

/** Whether this pass was cancelled, deleted or overtaken: the index, which is the arbiter, would refuse it. */
const isWithdrawn = async (search: SearchIndex, subject: Subject): Promise<boolean> =>
  !(await search.admits(subject.file.index, { document_id: subject.document_id, epoch: epochOf(subject) }))

/** Whether the whole upload was deleted or replaced, not this pass alone: nobody will want what its stages have written. */
const isSuperseded = async (search: SearchIndex, subject: Subject): Promise<boolean> =>
  !(await search.admits(subject.file.index, { document_id: subject.document_id, epoch: lastEpochOf(subject) }))

/** A slow file, many scanned pages, a huge document: from then on others of its partition go by. */
const PARK_AFTER_MS = 10_000

/** Checks a stage's types and makes it a consumer. */
export function defineStage<Payload extends Subject, const Emits extends EventType, const Needs extends keyof Ports = never>(
  definition: StageDefinition<Payload, Emits, Needs>,
): Consumer {
  const { name, stage, on, emits, needs, retry, timeoutMs, begins = () => true, handle } = definition
  /** What the stage is to work on; undefined where the event is not for it. */
  const workOf = (event: EventOf<(typeof on)[number] | typeof documentRetry>): Payload | undefined => {
    if (!isOf(documentRetry, event)) return begins(event.payload, event.type) ? event.payload : undefined
    const { from, input, attempt } = event.payload
    return from === stage ? on[0]?.schema.parse({ ...input, attempt }) : undefined
  }
  return defineConsumer({
    name,
    runs: 'worker',
    on: [...on, documentRetry],
    emits: [emits, documentFailed],
    needs: [...new Set<Needed<Needs>>([...needs, 'search', 'blobs'])],
    retry,
    timeoutMs,
    // Passes of one document may overlap: what they write is told apart by its generation, and the index by its epoch.
    parkAfterMs: PARK_AFTER_MS,
    parkInLine: false,
    concerns: (event) => workOf(event) !== undefined,
    async handle(ctx, event) {
      const work = workOf(event)
      if (!work) return []
      const { payload: subject } = event
      const { search, blobs } = ctx.ports
      if (await isWithdrawn(search, subject)) return [withdrawn(subject, stage, ctx.now())]
      const drafts = await handle(ctx, work, event.envelope)
      // Who deletes or replaces an upload removes its artifacts then; what was written after that is this stage's to remove.
      if (await isSuperseded(search, subject)) await blobs.removeFolder(artifactFolder(subject))
      return drafts
    },
    withdrawn: async ({ ports, now }, { payload }) =>
      (await isWithdrawn(ports.search, payload)) ? [withdrawn(payload, stage, now())] : undefined,
    onGiveUp: ({ payload }, failure) => failDocument(stage)(payload, failure),
  })
}
