import { defineConsumer } from '../../../kernel/consume/define-consumer.ts'
import { inBatches } from '../../../kernel/runtime/async-iterables.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { everyRow } from '../../../kernel/store/every-row.ts'
import type { ViewRow } from '../../../kernel/views/define-view.ts'
import { documentDeleted } from '../../../schemas/document.ts'
import { documentRemoved } from '../../../schemas/document-public.ts'
import type { PayloadOf } from '../../../schemas/event.ts'
import { indexCleared } from '../../../schemas/index-admin.ts'
import type { UploadState } from '../status/upload-state.ts'
import { type UploadTables, uploadsOf, uploadsView } from '../status/views.ts'
import { requireCurrentEnds } from '../uploads/current-views.ts'
import { type Saying, sayOnce } from './say-once.ts'

type Deleted = PayloadOf<typeof documentDeleted>
type Cleared = PayloadOf<typeof indexCleared>
type Removed = PayloadOf<typeof documentRemoved>

/**
 * Tells the world on the public topic which documents are gone. A deletion after a clearing says nothing new: the first of
 * them is told.
 */
export const announceRemoved = defineConsumer({
  name: 'announce-removed',
  runs: 'edge',
  on: [documentDeleted, indexCleared],
  emits: [documentRemoved],
  needs: ['database', 'broker', 'clock'],
  retry: { attempts: 30, baseMs: 200, capMs: 30_000 },
  // A clearing reads every upload of its index.
  timeoutMs: 300_000,
  async handle({ ports }, { type, payload, envelope }) {
    await requireCurrentEnds(ports)
    const { database } = ports
    const gone = type === 'index.cleared' ? clearedWith(database, payload) : deletedBy(database, payload)
    for await (const page of inBatches(gone, PAGE)) await sayOnce(ports, 'announce-removed', envelope, page.map(sayingOf))
    return []
  },
})

const PAGE = 500

const sayingOf = (removed: Removed): Saying => {
  const { document_id, generation } = removed
  const id = nameId('removed', document_id, generation)
  return { draft: { ...documentRemoved.make(removed), id }, marks: [`removed/${document_id}/${generation}`] }
}

/** It came into its index once; a later pass that failed has left it there. */
const wasSearchable = ({ counts }: UploadState): boolean => counts.chunks !== null

/** Nothing where a newer generation had taken its place before. */
async function* deletedBy(database: Database, deleted: Deleted): AsyncGenerator<Removed> {
  const { document_id, upload_id, generation, index, source_file, at } = deleted
  const uploads = await uploadsOf(database.tables(), document_id)
  if (uploads.some((u) => u.generation > generation && wasSearchable(u))) return
  yield removedOf({ document_id, upload_id, generation, index, source_file }, 'deleted', at)
}

/** The newest generation of each document that the index showed when it was cleared. */
async function* clearedWith(database: Database, { index, at }: Cleared): AsyncGenerator<Removed> {
  const newest = new Map<string, Omit<Removed, 'event' | 'reason' | 'timestamp' | 'webhook_id'>>()
  const until = new Date(at).toISOString()
  const ended = database.tables<UploadTables>().selectFrom('uploads').where('visible', '=', 1).where('status', 'in', ['complete', 'error'])
  const page = (after: string) => ended.select(['key', 'body']).where('key', '>', after).orderBy('key').limit(PAGE).execute()
  for await (const row of everyRow<ViewRow>(PAGE, (last) => page(last?.key ?? ''))) {
    const state = uploadsView.read(row)
    const { document_id, upload_id, generation, file, completed } = state
    if (file?.index !== index || !wasSearchable(state) || completed === null || completed > until) continue
    if ((newest.get(document_id)?.generation ?? 0) >= generation) continue
    newest.set(document_id, { document_id, upload_id, generation, index, source_file: file.source_file })
  }
  for (const document of newest.values()) yield removedOf(document, 'cleared', until)
}

const removedOf = (
  document: Pick<Removed, 'document_id' | 'upload_id' | 'generation' | 'index' | 'source_file'>,
  reason: Removed['reason'],
  timestamp: string,
): Removed => ({ event: 'document.removed', ...document, reason, timestamp, webhook_id: null })
