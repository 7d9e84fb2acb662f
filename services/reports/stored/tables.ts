import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'

/** What is kept of cost reports beside their blobs (`report-blobs.ts`) and their runs. Times are in ms. */
export const reportsMigration = defineTables('150-cost-reports', {
  sdac_sessions: {
    columns: { id: 'varchar(36)', subject: 'varchar(400)', body: 'text', created_at: 'bigint', expires_at: 'bigint' },
    indexes: { sdac_sessions_end: ['expires_at'] },
  },
  /** `ready_at`: its findings are there, also when its run is not kept any more. */
  sdac_reports: {
    columns: {
      id: 'varchar(36)',
      subject: 'varchar(400)',
      district_id: 'varchar(200)',
      period: 'varchar(7)',
      generation: 'integer',
      run_id: 'varchar(36)',
      body: 'text',
      created_at: 'bigint',
      ready_at: 'bigint?',
    },
    indexes: { sdac_reports_run: ['run_id'], sdac_reports_place: ['subject', 'district_id', 'period'] },
  },
  /** What a subject taught of a district: columns that it named, reference data. `uploads`: how many workbooks came. */
  sdac_districts: {
    columns: { subject: 'varchar(400)', district_id: 'varchar(200)', body: 'text', uploads: 'integer' },
    primaryKey: ['subject', 'district_id'],
  },
  sdac_feedback: {
    columns: { id: 'varchar(36)', subject: 'varchar(400)', report_id: 'varchar(36)', body: 'text', created_at: 'bigint' },
    indexes: { sdac_feedback_report: ['report_id'] },
  },
})

export type ReportTables = TablesOf<typeof reportsMigration>
