import { artifactFolder } from '../../../kernel/blobs/artifacts.ts'
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
import type { DraftOf, EventType, PayloadOf } from '../../../schemas/event.ts'
import { cancelledPass } from './cancelled-pass.ts'
import { failDocument } from './fail-document.ts'

type WorkStage = (typeof workStages)[number]

/** A stage of a document's way: a consumer of the event in front of it that also takes up a retry, and leaves withdrawn passes alone. */
export interface StageDefinition<On extends readonly EventType[], Emits extends EventType, Needs extends keyof Ports> {
  readonly name: string
  readonly stage: WorkStage
  /** The events that start the stage; all of one payload. */
  readonly on: On
  readonly emits: Emits
  readonly needs: readonly (Needs | 'search')[]
  readonly retry: RetryPolicy
  readonly timeoutMs: number
  /** Whether this event starts the stage; always when absent. */
  readonly begins?: (payload: PayloadOf<On[number]>, type: string) => boolean
  readonly handle: (
    ctx: HandlerContext<Needs | 'search'>,
    payload: PayloadOf<On[number]>,
  ) => Promise<readonly (DraftOf<Emits> | DraftOf<typeof documentFailed>)[]>
}

/** What a stage says of a pass that was cancelled, deleted or overtaken while it was under way. */
export const withdrawn = (subject: DocumentSubject & { file: DocumentFile }, stage: WorkStage, at: string) =>
  cancelledPass(subject, { stage, message: 'Cancelled, or replaced by a newer upload of the same file', at })

type Subject = DocumentSubject & { file: DocumentFile }

/** Whether this pass was cancelled, deleted or overtaken: the index, which is the arbiter, would refuse it. */
const isWithdrawn = async (search: SearchIndex, subject: Subject): Promise<boolean> =>
  !(await search.admits(subject.file.index, { document_id: subject.document_id, generation: epochOf(subject) }))

/** Whether the whole upload was deleted or replaced, not this pass alone: nobody will want what its stages have written. */
const isSuperseded = async (search: SearchIndex, subject: Subject): Promise<boolean> =>
  !(await search.admits(subject.file.index, { document_id: subject.document_id, generation: lastEpochOf(subject) }))

/** Checks a stage's types and makes it a consumer. */
export function defineStage<const On extends readonly EventType[], const Emits extends EventType, const Needs extends keyof Ports = never>(
  definition: StageDefinition<On, Emits, Needs>,
): Consumer {
  const { name, stage, on, emits, needs, retry, timeoutMs, begins = () => true, handle } = definition
  const input = (on[0] as EventType).schema
  type Payload = PayloadOf<On[number]>
  return defineConsumer({
    name,
    on: [...on, documentRetry],
    emits: [emits, documentFailed],
    needs: [...new Set<Needs | 'search' | 'blobs'>([...needs, 'search', 'blobs'])],
    retry,
    timeoutMs,
    async handle(ctx, payload, type) {
      const subject = payload as Subject
      let work = payload as Payload
      if (type === documentRetry.name) {
        const again = payload as PayloadOf<typeof documentRetry>
        if (again.from !== stage) return []
        work = input.parse({ ...again.input, attempt: again.attempt }) as Payload
      } else if (!begins(work, type)) return []
      const { search, blobs } = ctx.ports
      if (await isWithdrawn(search, subject)) return [withdrawn(subject, stage, ctx.now())]
      const drafts = await handle(ctx as unknown as HandlerContext<Needs | 'search'>, work)
      // Who deletes or replaces an upload removes its artifacts then; what was written after that is this stage's to remove.
      if (await isSuperseded(search, subject)) await blobs.removeFolder(artifactFolder(subject))
      return drafts
    },
    async withdrawn(ctx, payload) {
      const subject = payload as Subject
      return (await isWithdrawn(ctx.ports.search, subject)) ? [withdrawn(subject, stage, ctx.now())] : undefined
    },
    onGiveUp: (payload, failure) => failDocument(stage)(payload as Subject, failure),
  } as Parameters<typeof defineConsumer>[0])
}
