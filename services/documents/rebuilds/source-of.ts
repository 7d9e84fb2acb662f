import type { LiveDocument } from '../../../kernel/search/builds.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { documentEmbedded } from '../../../schemas/document.ts'
import type { Embedded } from '../index/index-contents.ts'
import { timelineView, type UploadTables, uploadsOf } from '../status/views.ts'

const PASSES = 1000

/** What a document that an index shows was made of. */
export interface Source {
  readonly embedded: Embedded
  readonly ingestedAt: string
}

/**
 * The pass that the live build shows of a document, from the history of its upload. Undefined where the views do not show it, or not yet: a
 * pass becomes searchable before it is told.
 */
export async function sourceOf(database: Database, { document_id, epoch, fenced }: LiveDocument): Promise<Source | undefined> {
  const tables = database.tables<UploadTables>()
  const [generation, attempt] = [Math.floor(epoch / PASSES), epoch % PASSES]
  const uploads = await uploadsOf(tables, document_id)
  // A fence has the epoch of the pass that it keeps out; what is shown is the last one that came in before.
  const shown = uploads.find((u) => (fenced ? u.generation <= generation && u.counts.chunks !== null : u.generation === generation))
  if (!shown) return undefined
  const rows = await tables
    .selectFrom('upload_timeline')
    .select(['key', 'body'])
    .where('upload_id', '=', shown.upload_id)
    .where('type', '=', documentEmbedded.name)
    .execute()
  const passes = rows
    .map((row) => timelineView.read(row))
    .map(({ details, timestamp }) => ({ embedded: documentEmbedded.schema.parse(details), ingestedAt: timestamp }))
    .filter(({ embedded }) => shown.generation < generation || embedded.attempt <= attempt)
    .sort((a, b) => b.embedded.attempt - a.embedded.attempt)
  return passes[0]
}
