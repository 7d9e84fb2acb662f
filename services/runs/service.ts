import { runsDue } from '../../kernel/runs/due.ts'
import { runCallsMigration, runsMigration } from '../../kernel/runs/tables.ts'
import type { Service } from '../../kernel/service.ts'

/** What the job layer does for runs of every kind; the steps of each are worked on by the service that owns the kind. */
export const runs: Service = { name: 'runs', consumers: [runsDue], migrations: [runsMigration, runCallsMigration] }
