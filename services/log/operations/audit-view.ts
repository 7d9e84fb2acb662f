import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'
import { defineView } from '../../../kernel/views/define-view.ts'
import { adminActed } from '../../../schemas/admin.ts'

/** One row an action; the record says everything, so that a second one of the same id changes nothing. */
export const auditView = defineView({
  name: 'admin_audit',
  on: [adminActed],
  body: adminActed.schema,
  key: ({ payload }) => payload.id,
  evolve: (before, { payload }) => before ?? payload,
  columns: ({ action, actor, at }) => ({ action, actor, at: new Date(at).toISOString() }),
})

export const auditMigration = defineTables('160-admin-audit', {
  admin_audit: {
    columns: { key: 'varchar(36)', body: 'text', action: 'varchar(100)?', actor: 'varchar(256)?', at: 'varchar(30)?' },
    indexes: { admin_audit_at: ['at', 'key'], admin_audit_actor: ['actor', 'at'] },
  },
})
export type AuditTables = TablesOf<typeof auditMigration>
