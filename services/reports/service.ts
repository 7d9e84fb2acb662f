import type { Service } from '../../kernel/service.ts'
import { sdacSection } from './sdac-section.ts'
import { registerSessionRoutes, sessionCommands } from './sessions/routes.ts'
import { reportsMigration } from './stored/tables.ts'

/** Cost reports: a workbook in, findings out. Whoever asks under its paths is asked who it is, whether there is something or not. */
export const reports: Service = {
  name: 'reports',
  access: {
    prefixes: {
      '/sdac': 'api',
      '/ai/sdac': 'api',
      '/ingestion': 'api',
      '/jobs': 'api',
      '/api/dashboard': 'api',
      '/api/ingestors': 'api',
      '/widget': 'open',
      '/widget/api': 'frame',
    },
    changes: { own: [...sessionCommands] },
  },
  tag: { name: 'cost-reports', description: 'Review of cost reports.' },
  config: [sdacSection],
  migrations: [reportsMigration],
  routes(app, ctx) {
    registerSessionRoutes(app, ctx)
  },
}
