import type { Service } from '../../kernel/service.ts'
import { deadLettersMigration, deadLettersView, deadRecordsView } from './dead-letters/dead-letter-views.ts'
import { deadLettersTool } from './dead-letters/dead-letters-tool.ts'
import { redriveRun } from './dead-letters/redrive-run.ts'
import { registerDeadLetterRoutes } from './dead-letters/routes.ts'
import { settleOvertaken } from './dead-letters/settle-overtaken.ts'
import { registerAuditRoutes } from './operations/audit-routes.ts'
import { auditMigration, auditView } from './operations/audit-view.ts'
import { registerGroupRoutes } from './operations/group-routes.ts'
import { readersMove } from './operations/readers-move.ts'
import { registerTopicRoutes } from './operations/topic-routes.ts'
import { registerViewRoutes } from './operations/view-routes.ts'
import { replayRun } from './replay/replay-run.ts'
import { replaysMigration } from './replay/replay-table.ts'
import { registerReplayRoutes } from './replay/routes.ts'

/** The log as an interface: what was given up, what is to be read again, where its readers are, and who did what to it. */
export const log: Service = {
  name: 'log',
  access: {
    prefixes: {
      '/admin/audit': 'operator',
      '/admin/dlq': 'operator',
      '/admin/topics': 'operator',
      '/admin/groups': 'operator',
      '/admin/replay': 'operator',
      '/admin/views': 'operator',
    },
    changes: {
      everyone: [
        'POST /admin/dlq/redrive',
        'POST /admin/dlq/discard',
        'POST /admin/groups/:group/offsets',
        'POST /admin/replay',
        'POST /admin/views/rebuild',
        ...['pause', 'resume', 'cancel'].map((command) => `POST /admin/replay/:run_id/${command}`),
      ],
    },
  },
  tag: { name: 'log', description: 'For operators: dead letters, replays, topics, consumer groups, views and audit records.' },
  pages: [
    { file: 'operations', paths: ['/operations'], nav: { title: 'Operations', group: 'Operate', key: 't' } },
    { file: 'dead-letters', paths: ['/dead-letters'], nav: { title: 'Dead letters', group: 'Operate', key: 'l' } },
  ],
  routes(app, ctx) {
    registerDeadLetterRoutes(app, ctx)
    registerTopicRoutes(app, ctx)
    registerGroupRoutes(app, ctx)
    registerReplayRoutes(app, ctx)
    registerAuditRoutes(app, ctx)
    registerViewRoutes(app, ctx)
  },
  dependencies: (ports, _, groups) => [readersMove(ports, groups)],
  consumers: [settleOvertaken],
  runs: [redriveRun, replayRun],
  tools: [deadLettersTool],
  views: [deadLettersView, deadRecordsView, auditView],
  migrations: [deadLettersMigration, replaysMigration, auditMigration],
}
