import { z } from 'zod'
import type { Broker } from '../../../kernel/broker/broker.ts'
import { isOf, tryDecode } from '../../../kernel/broker/codec.ts'
import type { LiveDocument } from '../../../kernel/search/builds.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { everyRow } from '../../../kernel/store/every-row.ts'
import type { ViewRow } from '../../../kernel/views/define-view.ts'
import { documentDeleted, documentIndexed, epochOf } from '../../../schemas/document.ts'
import { indexCleared } from '../../../schemas/index-admin.ts'
import { timelineView, type UploadTables } from '../status/views.ts'

const PAGE = 1000

const indexedSchema = z.object({
  document_id: z.string(),
  generation: z.number(),
  attempt: z.number(),
  file: z.object({ index: z.string() }),
})
const deletedSchema = z.object({ document_id: z.string(), generation: z.number(), index: z.string() })

/** What of the history of all uploads says what an index shows. */
const ends = (database: Database) =>
  database.tables<UploadTables>().selectFrom('upload_timeline').where('type', 'in', [documentIndexed.name, documentDeleted.name])

/**
 * The passes that an index showed at a time (ISO 8601), by its documents: the last one that had become searchable, unless it was deleted,
 * or cleared away with the index.
 */
export async function documentsAsOf(
  { database, broker }: { database: Database; broker: Pick<Broker, 'partitions' | 'read'> },
  index: string,
  at: string,
): Promise<LiveDocument[]> {
  const shown = new Map<string, { generation: number; epoch: number; since: string }>()
  const deleted = new Map<string, number>()
  const page = (after: string) =>
    ends(database).select(['key', 'body']).where('at', '<=', at).where('key', '>', after).orderBy('key').limit(PAGE).execute()
  for await (const row of everyRow<ViewRow>(PAGE, (last) => page(last?.key ?? ''))) {
    const { event_type, timestamp, details } = timelineView.read(row)
    if (event_type === documentDeleted.name) {
      const gone = deletedSchema.parse(details)
      if (gone.index === index) deleted.set(gone.document_id, Math.max(gone.generation, deleted.get(gone.document_id) ?? 0))
      continue
    }
    const { document_id, generation, attempt, file } = indexedSchema.parse(details)
    const epoch = epochOf({ generation, attempt })
    if (file.index === index && epoch > (shown.get(document_id)?.epoch ?? 0))
      shown.set(document_id, { generation, epoch, since: timestamp })
  }
  const cleared = await lastClearing(broker, index, at)
  return [...shown]
    .filter(([id, { generation, since }]) => (deleted.get(id) ?? 0) < generation && since > cleared)
    .map(([document_id, { epoch }]) => ({ document_id, epoch, fenced: false, agrees: false }))
    .sort((a, b) => (a.document_id < b.document_id ? -1 : 1))
}

/** Documents of any index that became searchable after a time. */
export async function indexedSince(database: Database, since: string): Promise<ReadonlySet<string>> {
  const rows = await database
    .tables<UploadTables>()
    .selectFrom('upload_timeline')
    .select('body')
    .where('type', '=', documentIndexed.name)
    .where('at', '>', since)
    .execute()
  return new Set(rows.map((row) => indexedSchema.parse(timelineView.read(row).details).document_id))
}

/** When the index was emptied last before that time; empty: never. */
async function lastClearing(broker: Pick<Broker, 'partitions' | 'read'>, index: string, at: string): Promise<string> {
  let last = ''
  for (const { partition } of await broker.partitions(indexCleared.name))
    for await (const record of broker.read({ topic: indexCleared.name, partition, from: 'beginning' })) {
      const event = tryDecode(record)
      if (!event || !isOf(indexCleared, event) || event.payload.index !== index) continue
      const when = new Date(event.payload.at).toISOString()
      if (when <= at && when > last) last = when
    }
  return last
}
