import type { Migration } from '../../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'
import { defineView } from '../../../kernel/views/define-view.ts'
import type { LastClearedTables } from '../uploads/last-cleared.ts'
import { documentEvents, documentStateSchema, evolveDocument, isSearchable } from './document-state.ts'

/** One row a document: what is indexed of it, and how its newest upload fares. */
export const documentsView = defineView({
  name: 'documents',
  on: documentEvents,
  body: documentStateSchema,
  key: ({ payload }) => payload.document_id,
  evolve: evolveDocument,
  columns: (state) => ({
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
    title: state.indexed?.title ?? null,
    searchable_title: state.indexed?.title?.toLowerCase() ?? null,
  }),
})

export const knowledgeMigration = defineTables('110-knowledge', {
  /** `key` is the document's id. */
  documents: {
    columns: {
      key: 'varchar(36)',
      body: 'text',
      index_name: 'varchar(128)?',
      source_file: 'text?',
      searchable_name: 'text?',
      file_type: 'text?',
      size_bytes: 'bigint?',
      chunk_count: 'integer?',
      estimated_tokens: 'bigint?',
      ingested_at: 'varchar(30)?',
      status: 'varchar(20)?',
      upload_id: 'varchar(36)?',
      /** 1 when a generation is indexed that was not deleted. */
      searchable: 'integer?',
    },
    indexes: {
      documents_name: ['searchable', 'searchable_name', 'key'],
      documents_ingested: ['searchable', 'ingested_at', 'key'],
    },
  },
})

export const documentLabelsMigration: Migration = {
  name: '111-knowledge-labels',
  up: async (db) => {
    await db.schema.alterTable('documents').addColumn('confidentiality', 'text').execute()
    await db.schema.alterTable('documents').addColumn('business_unit', 'text').execute()
  },
}

export const documentTitlesMigration: Migration = {
  name: '112-knowledge-titles',
  up: async (db) => {
    await db.schema.alterTable('documents').addColumn('title', 'text').execute()
    await db.schema.alterTable('documents').addColumn('searchable_title', 'text').execute()
  },
}

/** With the labels and the title of the indexed generation, and what uploads know of clearings. */
export type KnowledgeTables = TablesOf<typeof knowledgeMigration> &
  LastClearedTables & {
    documents: { confidentiality: string | null; business_unit: string | null; title: string | null; searchable_title: string | null }
  }
