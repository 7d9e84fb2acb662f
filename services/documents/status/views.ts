import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Migration } from '../../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'
import { everyRowOf } from '../../../kernel/store/every-row.ts'
import { defineView } from '../../../kernel/views/define-view.ts'
import { uploadEvents } from '../../../schemas/document.ts'
import { evolveUpload, type UploadState, uploadStateSchema } from './upload-state.ts'

/** Every folded upload of a document, the newest first. */
export async function uploadsOf(tables: Kysely<UploadTables>, documentId: string): Promise<UploadState[]> {
  const rows = await tables.selectFrom('uploads').select('body').where('document_id', '=', documentId).execute()
  return rows.map(uploadsView.read).sort((a, b) => b.generation - a.generation)
}

/** Of a state what its labels stand in; rows of any version have it. */
const labelledSchema = z.object({
  file: z.object({ metadata: z.object({ confidentiality: z.string().optional(), business_unit: z.string().optional() }) }).nullable(),
})

const labelColumns = ({ file }: z.output<typeof labelledSchema>) => ({
  confidentiality: file?.metadata.confidentiality ?? null,
  business_unit: file?.metadata.business_unit ?? null,
})

/** The generation below which nothing of the document can be found any more, as far as this upload tells; null: it tells nothing. */
const outdates = ({ generation, counts, deleted }: z.output<typeof outdatingSchema>): number | null =>
  counts.chunks !== null || deleted ? generation : null

/** Of a state what `outdates` reads; rows of any version have it. */
const outdatingSchema = z.object({ generation: z.number(), deleted: z.boolean(), counts: z.object({ chunks: z.number().nullable() }) })

/** Whether a newer upload of the document was indexed in this one's place, or was deleted and took the document along. */
export async function wasReplaced(
  tables: Kysely<UploadTables>,
  { document_id, generation }: Pick<UploadState, 'document_id' | 'generation'>,
): Promise<boolean> {
  const newer = tables.selectFrom('uploads').select('key').where('document_id', '=', document_id).where('outdates', '>', generation)
  return (await newer.limit(1).executeTakeFirst()) !== undefined
}

/** One row an upload: its state. */
export const uploadsView = defineView({
  name: 'uploads',
  on: uploadEvents,
  body: uploadStateSchema,
  key: ({ payload }) => payload.upload_id,
  evolve: evolveUpload,
  columns: (state) => ({
    document_id: state.document_id,
    status: state.mark.status,
    filename: state.file?.source_file ?? null,
    searchable_name: state.file?.source_file.toLowerCase() ?? null,
    created: state.created,
    visible: state.known && !state.deleted ? 1 : 0,
    ...labelColumns(state),
    caller: state.file?.caller ?? null,
    outdates: outdates(state),
  }),
})

const entrySchema = z.object({
  event_type: z.string(),
  timestamp: z.string(),
  upload_id: z.string(),
  /** The event's payload. */
  details: z.record(z.string(), z.unknown()),
})
export type TimelineEntry = z.output<typeof entrySchema>

/** One row an event: the permanent history of every upload. */
export const timelineView = defineView({
  name: 'upload_timeline',
  on: uploadEvents,
  body: entrySchema,
  key: ({ envelope }) => envelope.id,
  // A redelivered event has the same id and says nothing new.
  evolve: (before, { type, payload, envelope }) =>
    before ?? { event_type: type, timestamp: new Date(envelope.time).toISOString(), upload_id: payload.upload_id, details: payload },
  columns: (entry) => ({ upload_id: entry.upload_id, at: entry.timestamp, type: entry.event_type }),
})

export const uploadViewsMigration = defineTables('100-uploads', {
  uploads: {
    columns: {
      key: 'varchar(36)',
      body: 'text',
      document_id: 'varchar(36)?',
      status: 'varchar(20)?',
      filename: 'text?',
      searchable_name: 'text?',
      created: 'varchar(30)?',
      /** 1 when document.received was folded and the upload was not deleted. */
      visible: 'integer?',
    },
    indexes: { uploads_created: ['visible', 'created'], uploads_document: ['document_id'] },
  },
  upload_timeline: {
    columns: { key: 'varchar(36)', body: 'text', upload_id: 'varchar(36)?', at: 'varchar(30)?', type: 'varchar(60)?' },
    indexes: { upload_timeline_upload: ['upload_id', 'at'], upload_timeline_at: ['at'] },
  },
})
export type UploadTables = TablesOf<typeof uploadViewsMigration> & {
  uploads: { confidentiality: string | null; business_unit: string | null; caller: string | null; outdates: number | null }
}

/** Numbers the events as they arrive; in SQLite a row's own id does. */
export const timelineArrivalMigration: Migration = {
  name: '106-timeline-arrival',
  up: async (db, kind) => {
    if (kind === 'postgres') await db.schema.alterTable('upload_timeline').addColumn('arrival', 'bigserial').execute()
  },
}

/** For who asks whether a name is taken. */
export const uploadNamesMigration: Migration = {
  name: '108-upload-names',
  up: async (db) => {
    await db.schema.createIndex('uploads_named').on('uploads').columns(['filename', 'visible']).execute()
  },
}

/** Who brought it: places in the queue are told by it. Rows from before it say nothing. */
export const uploadCallersMigration: Migration = {
  name: '112-upload-callers',
  up: async (db) => {
    await db.schema.alterTable('uploads').addColumn('caller', 'text').execute()
  },
}

/** For who asks whether an upload was replaced. */
export const uploadOutdatesMigration: Migration = {
  name: '115-upload-outdates',
  up: async (db) => {
    await db.schema.alterTable('uploads').addColumn('outdates', 'integer').execute()
    await db.schema.createIndex('uploads_outdates').on('uploads').columns(['document_id', 'outdates']).execute()
    for await (const { key, body } of everyRowOf(db, 'uploads')) {
      const generation = outdates(outdatingSchema.parse(JSON.parse(body)))
      if (generation !== null) await db.updateTable('uploads').set({ outdates: generation }).where('key', '=', key).execute()
    }
  },
}

export const uploadLabelsMigration: Migration = {
  name: '103-upload-labels',
  up: async (db) => {
    await db.schema.alterTable('uploads').addColumn('confidentiality', 'text').execute()
    await db.schema.alterTable('uploads').addColumn('business_unit', 'text').execute()
    for await (const { key, body } of everyRowOf(db, 'uploads')) {
      const labels = labelColumns(labelledSchema.parse(JSON.parse(body)))
      await db.updateTable('uploads').set(labels).where('key', '=', key).execute()
    }
  },
}
