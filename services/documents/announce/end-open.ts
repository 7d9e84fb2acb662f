import { platformLimits } from '../../../kernel/access/limits.ts'
import type { Clock } from '../../../kernel/runtime/clock.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { documentFailed } from '../../../schemas/document.ts'
import type { EventDraft } from '../../../schemas/event.ts'
import { acceptedRecord, receivedDraft, unseenStates } from '../claims/accepted.ts'
import { type UploadTables, uploadsView } from '../status/views.ts'

const MOST_UNSEEN = 100_000

/**
 * What a new log has to be told after the loss of the old one: uploads under way end in error, to be tried again from the stage that they
 * had come to; those that no view had shown begin again.
 */
export async function endOpenUploads(database: Database, clock: Clock): Promise<EventDraft[]> {
  const rows = database.tables<UploadTables>().selectFrom('uploads').select('body').where('status', 'in', ['queued', 'processing'])
  const open = (await rows.where('visible', '=', 1).orderBy('key').execute()).map(uploadsView.read)
  const at = new Date(clock.now()).toISOString()
  const ends = open.flatMap(({ file, mark, upload_id, document_id, generation }) => {
    if (!file) return []
    const message = 'The log was lost while this was under way; try it again.'
    const error = { code: 'internal' as const, message, stage: mark.stage, retryable: true, attempt: mark.attempt, at }
    const failed = documentFailed.make({ upload_id, document_id, generation, attempt: mark.attempt, file, error })
    return [{ ...failed, id: nameId('log lost', upload_id, mark.attempt) }]
  })
  const unseen = await unseenStates(database, platformLimits, MOST_UNSEEN)
  const records = await Promise.all(unseen.map(({ upload_id }) => acceptedRecord(database, upload_id)))
  return [...ends, ...records.flatMap((record) => (record ? [receivedDraft(record.received)] : []))]
}
