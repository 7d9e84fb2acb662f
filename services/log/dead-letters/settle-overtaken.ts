import { defineConsumer } from '../../../kernel/consume/define-consumer.ts'
import { changeOf } from '../../../kernel/consume/redrive.ts'
import { deadLetterChanged } from '../../../schemas/dead-letter.ts'
import { epochOf, lastEpochOf } from '../../../schemas/document.ts'
import { documentProcessed, documentRemoved } from '../../../schemas/document-public.ts'
import { failureOf, redrivesOf } from './dead-letter-state.ts'
import { chooseDeadLetters } from './read-dead-letters.ts'

/** Open ones of one document that are settled at once. */
const AT_ONCE = 1000

/** What is told of a document itself is owed to who subscribed, whatever became of the document since. */
const TOLD: ReadonlySet<string> = new Set([documentProcessed.name, documentRemoved.name])

/**
 * Settles the dead letters of a document that a later pass has overtaken, or that go with it: its stages refuse such a record, so that
 * sending it again would do nothing. A failure of the later pass is a dead letter of its own.
 */
export const settleOvertaken = defineConsumer({
  name: 'settle-overtaken',
  runs: 'edge',
  on: [documentProcessed, documentRemoved],
  emits: [deadLetterChanged],
  needs: ['database'],
  retry: { attempts: 30, baseMs: 200, capMs: 30_000 },
  timeoutMs: 30_000,
  // the first pass over a document has overtaken none
  concerns: ({ type, payload }) => type === 'document.removed' || epochOf(passOf(payload)) > epochOf({ generation: 1, attempt: 1 }),
  async handle(ctx, { type, payload }) {
    const removed = type === 'document.removed'
    const below = removed ? lastEpochOf(payload) + 1 : epochOf(passOf(payload))
    const { letters } = await chooseDeadLetters(ctx.ports.database, { key: payload.document_id }, ['open'], AT_ONCE)
    const reason = removed ? `the document was ${payload.reason}` : `overtaken by ${passWords(passOf(payload))}`
    return letters
      .filter(({ letter }) => {
        const { topic, about } = failureOf(letter) ?? {}
        return about?.pass !== undefined && about.pass < below && !TOLD.has(topic!)
      })
      .map(({ id, letter }) => changeOf({ id, change: 'resolved', redrive: redrivesOf(letter), reason, at: ctx.now() }))
  },
})

/** Records of before these fields were there name no pass that could have overtaken another. */
const passOf = ({ generation = 1, attempt = 1 }: { generation?: number | undefined; attempt?: number | undefined }) => ({
  generation,
  attempt,
})

const passWords = ({ generation, attempt }: { generation: number; attempt: number }): string =>
  attempt > 1 ? `the document's attempt ${attempt}` : `upload ${generation} of the document`
