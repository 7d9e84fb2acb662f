import { announceCancellation } from '../../../kernel/consume/cancellations.ts'
import { defineConsumer, type HandlerContext } from '../../../kernel/consume/define-consumer.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { documentCancel, documentDelete, documentDeleted, documentFailed, epochOf, lastEpochOf } from '../../../schemas/document.ts'
import type { PayloadOf } from '../../../schemas/event.ts'
import { cancelledPass } from '../stage/cancelled-pass.ts'

type Cancel = PayloadOf<typeof documentCancel>
type Delete = PayloadOf<typeof documentDelete>

/** Cancels and deletes at the index itself: the one place where a running pass and its withdrawal meet, and one of them wins. */
export const withdrawDocument = defineConsumer({
  name: 'withdraw',
  runs: 'worker',
  on: [documentCancel, documentDelete],
  emits: [documentFailed, documentDeleted],
  needs: ['search', 'database'],
  retry: { attempts: 30, baseMs: 200, capMs: 30_000 },
  timeoutMs: 60_000,
  handle: async (ctx, { type, payload }) => (type === 'document.cancel' ? cancel(ctx, payload) : remove(ctx, payload)),
})

type Context = Pick<HandlerContext<'search' | 'database'>, 'ports' | 'now'>

async function cancel({ ports: { search, database } }: Context, command: Cancel) {
  const { document_id, file, stage, at } = command
  const outcome = await search.fenceDocument(file.index, { document_id, epoch: epochOf(command) }).catch(indexGone('fenced' as const))
  // It was searchable before the cancellation came: the pass has ended well.
  if (outcome === 'live') return []
  await announceCancellation(database)
  return [cancelledPass(command, { stage, message: `Cancelled by ${command.actor}`, at })]
}

async function remove({ ports: { search, database }, now }: Context, command: Delete) {
  const { upload_id, document_id, generation, attempt, file } = command
  const key = { document_id, epoch: lastEpochOf(command) }
  const { removed } = await search.deleteDocument(file.index, key).catch(indexGone({ removed: 0 }))
  await announceCancellation(database)
  return [
    documentDeleted.make({
      upload_id,
      document_id,
      generation,
      attempt,
      index: file.index,
      source_file: file.source_file,
      removed,
      at: now(),
    }),
  ]
}

/** An index that is gone holds no chunk. */
const indexGone =
  <T>(result: T) =>
  (error: unknown): T => {
    if (error instanceof ApiError && error.code === 'not_found') return result
    throw error
  }
