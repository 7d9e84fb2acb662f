import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'

export const guidesMigration = defineTables('170-guides', {
  /** What callers named a run of guides. */
  guide_jobs: {
    columns: {
      run_id: 'varchar(36)',
      request_id: 'text',
      session_id: 'text',
      /** Hash of what was asked: the same name with other content is a conflict. */
      asked: 'varchar(64)',
      made_at: 'bigint',
    },
    indexes: { guide_jobs_made: ['made_at'] },
  },
  /** Drafts that a model was paid for, by everything that they were made of. */
  guide_drafts: {
    columns: { key: 'varchar(64)', draft: 'text', used_at: 'bigint' },
    indexes: { guide_drafts_used: ['used_at'] },
  },
})
export type GuideTables = TablesOf<typeof guidesMigration>
