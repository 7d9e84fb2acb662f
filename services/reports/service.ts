import type { Service } from '../../kernel/service.ts'
import { coordinatorRelease } from './agents/coordinator-release.ts'
import { costReportReviewer } from './agents/cost-report-reviewer.ts'
import { closeReportCell, reportQueue } from './cell/report-cell.ts'
import { usesMigration } from './chat/count-uses.ts'
import { registryTools } from './chat/registry-tools.ts'
import { CHAT, registerReviewChat } from './chat/routes.ts'
import { intakeCommands, registerIntakeRoutes } from './intake/routes.ts'
import { registerDashboardRoutes } from './operate/dashboard-routes.ts'
import { dataCommands, registerDataRoutes } from './operate/data-routes.ts'
import { registerReportRoutes, reportCommands } from './review/report-routes.ts'
import { reportRun } from './run.ts'
import { sdacSection } from './sdac-section.ts'
import { registerSessionRoutes, sessionCommands } from './sessions/routes.ts'
import { reportsMigration } from './stored/tables.ts'
import { widgetApiRoutes, widgetCommands } from './widget/api-routes.ts'
import { widgetShellRoutes } from './widget/shell-routes.ts'
import { TESTING_TOKEN, testingRoutes } from './widget/testing-routes.ts'

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
    exceptions: [{ why: 'hands out a token that opens the widget', access: 'admin', routes: [`POST ${TESTING_TOKEN}`] }],
    changes: {
      own: [...sessionCommands, ...intakeCommands, ...reportCommands, ...dataCommands, `POST ${CHAT}`, ...widgetCommands],
      everyone: [`POST ${TESTING_TOKEN}`],
    },
    secretQuery: ['widget_token'],
  },
  tag: { name: 'cost-reports', description: 'Review of cost reports, and the widget for other pages.' },
  pages: [
    { file: 'costs', paths: ['/cost-reports'], nav: { title: 'Cost reports', group: 'Analysis', key: 'o' } },
    { file: 'cost-report', paths: ['/cost-reports/:report_id'] },
    { file: 'widget-testing', paths: ['/widget-testing'], nav: { title: 'Widget', group: 'Build', key: 'w' } },
  ],
  config: [sdacSection],
  migrations: [reportsMigration, usesMigration],
  tools: registryTools,
  agents: [coordinatorRelease, costReportReviewer],
  runs: [reportRun],
  queues: { reports: reportQueue },
  stop: closeReportCell,
  routes(app, ctx) {
    registerSessionRoutes(app, ctx)
    registerReviewChat(app, ctx, { path: CHAT, access: 'api', operationId: 'askAboutCostReport' })
    widgetShellRoutes(app, ctx)
    testingRoutes(app, ctx)
    widgetApiRoutes(app, ctx)
    registerIntakeRoutes(app, ctx)
    registerReportRoutes(app, ctx)
    registerDataRoutes(app, ctx)
    registerDashboardRoutes(app, ctx)
  },
}
