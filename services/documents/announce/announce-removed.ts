import { defineConsumer } from '../../../kernel/consume/define-consumer.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import type { Database, Migration } from '../../../kernel/store/database.ts'
import { documentDeleted } from '../../../schemas/document.ts'
import { documentRemoved } from '../../../schemas/document-public.ts'
import type { DraftOf, PayloadOf } from '../../../schemas/event.ts'
import { indexCleared } from '../../../schemas/index-admin.ts'
import type { UploadState } from '../status/upload-state.ts'
import { type UploadTables, uploadsOf, uploadsView } from '../status/views.ts'
import { requireCurrentEnds } from '../uploads/current-views.ts'

type Deleted = PayloadOf<typeof documentDeleted>
type Cleared = PayloadOf<typeof indexCleared>
type Removed = PayloadOf<typeof documentRemoved>

interface RemovalTable {
  /** What is told of each generation that is gone, and the event that was the first to say so. */
  document_removals: { document_id: string; generation: number; cause: string; body: string }
}

export const removalsMigration: Migration = {
  name: '108-document-removals',
  up: async (db) => {
    await db.schema
      .createTable('document_removals')
      .addColumn('document_id', 'varchar(36)', (c) => c.notNull())
      .addColumn('generation', 'integer', (c) => c.notNull())
      .addColumn('cause', 'varchar(64)', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('document_removals_pk', ['document_id', 'generation'])
      .execute()
    await db.schema.createIndex('document_removals_cause').on('document_removals').column('cause').execute()
  },
}

/**
 * Tells the world on the public topic which documents are gone. A deletion after a clearing says nothing new: the first of them to be
 * noted is told, and a redelivery tells the noted body again.
 */
export const announceRemoved = defineConsumer({
  name: 'announce-removed',
  runs: 'edge',
  on: [documentDeleted, indexCleared],
  emits: [documentRemoved],
  needs: ['database', 'broker'],
  retry: { attempts: 30, baseMs: 200, capMs: 30_000 },
  // A clearing reads every upload of its index.
  timeoutMs: 300_000,
  async handle({ ports }, { type, payload, envelope }) {
    await requireCurrentEnds(ports)
    const { database } = ports
    const gone = type === 'index.cleared' ? clearedWith(database, payload) : deletedBy(database, payload)
    for await (const removed of inPages(gone)) await note(database, envelope.id, removed)
    return notedFor(database, envelope.id)
  },
})

const PAGE = 500

async function* inPages(removed: AsyncIterable<Removed>): AsyncGenerator<Removed[]> {
  let page: Removed[] = []
  for await (const one of removed) {
    page.push(one)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

const wasSearchable = ({ mark }: UploadState): boolean => mark.stage === 'indexed' && mark.status === 'complete'

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
  for (let after = ''; ; ) {
    const rows = await database
      .tables<UploadTables>()
      .selectFrom('uploads')
      .select(['key', 'body'])
      .where('visible', '=', 1)
      .where('status', '=', 'complete')
      .where('key', '>', after)
      .orderBy('key')
      .limit(PAGE)
      .execute()
    for (const state of rows.map(uploadsView.read)) {
      const { document_id, upload_id, generation, file, completed } = state
      if (file?.index !== index || !wasSearchable(state) || completed === null || completed > until) continue
      if ((newest.get(document_id)?.generation ?? 0) >= generation) continue
      newest.set(document_id, { document_id, upload_id, generation, index, source_file: file.source_file })
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) break
    after = last.key
  }
  for (const document of newest.values()) yield removedOf(document, 'cleared', until)
}

const removedOf = (
  document: Pick<Removed, 'document_id' | 'upload_id' | 'generation' | 'index' | 'source_file'>,
  reason: Removed['reason'],
  timestamp: string,
): Removed => ({
  event: 'document.removed',
  ...document,
  reason,
  timestamp,
  webhook_id: null,
})

async function note(database: Database, cause: string, removed: readonly Removed[]): Promise<void> {
  await database
    .tables<RemovalTable>()
    .insertInto('document_removals')
    .values(removed.map((r) => ({ document_id: r.document_id, generation: r.generation, cause, body: JSON.stringify(r) })))
    .onConflict((c) => c.columns(['document_id', 'generation']).doNothing())
    .execute()
}

/** What this event was the first to say, also when it is delivered again. */
async function notedFor(database: Database, cause: string): Promise<DraftOf<typeof documentRemoved>[]> {
  const rows = await database
    .tables<RemovalTable>()
    .selectFrom('document_removals')
    .select('body')
    .where('cause', '=', cause)
    .orderBy('document_id')
    .execute()
  return rows.map(({ body }) => {
    const removed = documentRemoved.schema.parse(JSON.parse(body))
    return { ...documentRemoved.make(removed), id: nameId('removed', removed.document_id, removed.generation) }
  })
}
