import type { Kysely } from 'kysely'
import type { Migration } from '../../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'
import { defineView, type ViewRow } from '../../../kernel/views/define-view.ts'
import { uploadEvents } from '../../../schemas/document.ts'
import { evolveUpload, type UploadState } from './upload-state.ts'

/** The state in a row of `uploads`: written by the projector alone, from events that fit their schemas, so that it is not checked again. */
export const uploadOf = ({ body }: Pick<ViewRow, 'body'>): UploadState => JSON.parse(body) as UploadState

/** Every folded upload of a document, the newest first. */
export async function uploadsOf(tables: Kysely<UploadTables>, documentId: string): Promise<UploadState[]> {
  const rows = await tables.selectFrom('uploads').select('body').where('document_id', '=', documentId).execute()
  return rows.map(uploadOf).sort((a, b) => b.generation - a.generation)
}

const labelColumns = ({ file }: UploadState) => ({
  confidentiality: file?.metadata.confidentiality ?? null,
  business_unit: file?.metadata.business_unit ?? null,
})

/** One row an upload: its state. */
export const uploadsView = defineView({
  name: 'uploads',
  on: uploadEvents,
  key: (payload) => payload.upload_id,
  evolve: evolveUpload,
  columns: (state: UploadState) => ({
    document_id: state.document_id,
    status: state.mark.status,
    filename: state.file?.source_file ?? null,
    searchable_name: state.file?.source_file.toLowerCase() ?? null,
    created: state.created,
    visible: state.known && !state.deleted ? 1 : 0,
    ...labelColumns(state),
    caller: state.file?.caller ?? null,
  }),
})

interface TimelineEntry {
  readonly event_type: string
  readonly timestamp: string
  readonly upload_id: string
  readonly details: unknown
}

/** One row an event: the permanent history of every upload. */
export const timelineView = defineView({
  name: 'upload_timeline',
  on: uploadEvents,
  key: (_payload, envelope) => envelope.id,
  // A redelivered event has the same id and says nothing new.
  evolve: (before: TimelineEntry | undefined, { type, payload, envelope }): TimelineEntry =>
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
  uploads: { confidentiality: string | null; business_unit: string | null; caller: string | null }
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

const BATCH = 500

export const uploadLabelsMigration: Migration = {
  name: '103-upload-labels',
  up: async (db) => {
    await db.schema.alterTable('uploads').addColumn('confidentiality', 'text').execute()
    await db.schema.alterTable('uploads').addColumn('business_unit', 'text').execute()
    for (let after = ''; ; ) {
      const rows = await db.selectFrom('uploads').select(['key', 'body']).where('key', '>', after).orderBy('key').limit(BATCH).execute()
      for (const { key, body } of rows)
        await db
          .updateTable('uploads')
          .set(labelColumns(uploadOf({ body: String(body) })))
          .where('key', '=', key)
          .execute()
      if (rows.length < BATCH) return
      after = String(rows.at(-1)?.key)
    }
  },
}
