import type { Service } from '../../kernel/service.ts'
import { registerAuditRoutes } from './operations/audit-routes.ts'
import { auditMigration, auditView } from './operations/audit-view.ts'

/** The log as an interface: what was given up, what is to be read again, where its readers are, and who did what to it. */
export const log: Service = {
  name: 'log',
  access: {
    prefixes: { '/admin/audit': 'operator' },
  },
  tag: { name: 'log', description: 'For operators: dead letters, replays, topics, consumer groups, rebuilds, audit.' },
  routes(app, ctx) {
    registerAuditRoutes(app, ctx)
  },
  views: [auditView],
  migrations: [auditMigration],
}
