import type { Run } from '../../kernel/runs/define-run.ts'
import { oneRunCommands } from '../../kernel/runs/one-run-routes.ts'
import { runCallsMigration, runsMigration } from '../../kernel/runs/tables.ts'
import { runsDue } from '../../kernel/runs/workers/due.ts'
import type { Service } from '../../kernel/service.ts'
import { registerRunsRoutes } from './routes.ts'

/**
 * What the job layer does for runs of every kind, and their pages; the steps of each are worked on by the service that owns the kind.
 * @param services whose kinds of runs are named in words; asked for when the routes are made
 */
export const runsServing = (services: () => readonly Service[]): Service => ({
  name: 'runs',
  access: {
    prefixes: { '/api/v2/runs': 'api' },
    changes: { own: oneRunCommands('/api/v2/runs/:run_id').map((path) => `POST ${path}`) },
  },
  tag: { name: 'runs', description: 'Runs of every kind, with steps, items, model calls and costs.' },
  pages: [
    { file: 'runs', paths: ['/runs'], nav: { title: 'Runs', group: 'Operate', key: 'r' } },
    { file: 'run', paths: ['/runs/:run_id'] },
  ],
  routes: (app, ctx) => registerRunsRoutes(app, ctx, wordsOf(services().flatMap(({ runs = [] }) => runs))),
  consumers: [runsDue],
  migrations: [runsMigration, runCallsMigration],
})

/** What the kinds are called, by kind. */
const wordsOf = (runs: readonly Run[]) => new Map(runs.flatMap(({ kind, words }) => (words ? [[kind, words] as const] : [])))
