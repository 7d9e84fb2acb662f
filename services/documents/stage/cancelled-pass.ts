import { nameId } from '../../../kernel/runtime/ids.ts'
import { type DocumentFile, type DocumentSubject, documentFailed, type Stage } from '../../../schemas/document.ts'
import type { DraftOf } from '../../../schemas/event.ts'

/**
 * document.failed of a pass that was withdrawn. Its canceller and the stages that meet it may all say so: it is one event, with one
 * id, and counts once for whoever hears of it.
 */
export function cancelledPass(
  { upload_id, document_id, generation, attempt, file }: DocumentSubject & { file: DocumentFile },
  { stage, message, at }: { stage: Stage; message: string; at: string },
): DraftOf<typeof documentFailed> {
  const error = { code: 'cancelled' as const, message, stage, retryable: true, attempt: 1, at }
  const failed = documentFailed.make({ upload_id, document_id, generation, attempt, file, error })
  return { ...failed, id: nameId('cancelled', upload_id, attempt) }
}
