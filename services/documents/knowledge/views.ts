import type { Migration } from '../../../kernel/store/database.ts'
import { defineView, type ViewRow } from '../../../kernel/views/define-view.ts'
import { indexCleared } from '../../../schemas/index-admin.ts'
import { type DocumentState, documentEvents, evolveDocument, isSearchable } from './document-state.ts'

export interface KnowledgeTables {
  /** `key` is the document's id. */
  documents: ViewRow & {
    index_name: string | null
    source_file: string | null
    searchable_name: string | null
    file_type: string | null
    size_bytes: number | null
    chunk_count: number | null
    estimated_tokens: number | null
    ingested_at: string | null
    status: string | null
    upload_id: string | null
    /** 1 when a generation is indexed that was not deleted. */
    searchable: number | null
    /** Of the indexed generation. */
    confidentiality: string | null
    business_unit: string | null
  }
  /** `key` is the index's name. */
  index_clearings: ViewRow & { cleared_at: string | null }
}

/** One row a document: what is indexed of it, and how its newest upload fares. */
export const documentsView = defineView({
  name: 'documents',
  on: documentEvents,
  key: (payload) => payload.document_id,
  evolve: evolveDocument,
  columns: (state: DocumentState) => ({
    index_name: state.file?.index ?? null,
    source_file: state.file?.source_file ?? null,
    searchable_name: state.file?.source_file.toLowerCase() ?? null,
    file_type: state.file?.file_type ?? null,
    size_bytes: state.indexed?.size_bytes ?? null,
    chunk_count: state.indexed?.chunks ?? null,
    estimated_tokens: state.indexed?.tokens ?? null,
    ingested_at: state.indexed?.at ?? null,
    status: state.upload?.status ?? null,
    upload_id: state.upload?.upload_id ?? null,
    searchable: isSearchable(state) ? 1 : 0,
    confidentiality: state.indexed?.labels?.confidentiality ?? null,
    business_unit: state.indexed?.labels?.business_unit ?? null,
  }),
})

interface Clearing {
  readonly index: string
  readonly at: string
}

/** One row an index: when it was cleared last. A document that was indexed before is gone; readers compare the two. */
export const clearingsView = defineView({
  name: 'index_clearings',
  on: [indexCleared],
  key: (payload) => payload.index,
  evolve: (before: Clearing | undefined, { payload }): Clearing => {
    const at = new Date(payload.at).toISOString()
    return { index: payload.index, at: before && before.at > at ? before.at : at }
  },
  columns: (clearing) => ({ cleared_at: clearing.at }),
})

export const knowledgeMigration: Migration = {
  name: '110-knowledge',
  up: async (db) => {
    await db.schema
      .createTable('documents')
      .addColumn('key', 'varchar(36)', (c) => c.primaryKey())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('index_name', 'varchar(128)')
      .addColumn('source_file', 'text')
      .addColumn('searchable_name', 'text')
      .addColumn('file_type', 'text')
      .addColumn('size_bytes', 'bigint')
      .addColumn('chunk_count', 'integer')
      .addColumn('estimated_tokens', 'bigint')
      .addColumn('ingested_at', 'varchar(30)')
      .addColumn('status', 'varchar(20)')
      .addColumn('upload_id', 'varchar(36)')
      .addColumn('searchable', 'integer')
      .execute()
    await db.schema.createIndex('documents_name').on('documents').columns(['searchable', 'searchable_name', 'key']).execute()
    await db.schema.createIndex('documents_ingested').on('documents').columns(['searchable', 'ingested_at', 'key']).execute()
    await db.schema
      .createTable('index_clearings')
      .addColumn('key', 'varchar(128)', (c) => c.primaryKey())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('cleared_at', 'varchar(30)')
      .execute()
  },
}

export const documentLabelsMigration: Migration = {
  name: '111-knowledge-labels',
  up: async (db) => {
    await db.schema.alterTable('documents').addColumn('confidentiality', 'text').execute()
    await db.schema.alterTable('documents').addColumn('business_unit', 'text').execute()
  },
}
