import { modelCallsMigration } from './budgets/call-table.ts'
import { claimsMigration } from './claims/claims.ts'
import { connectionsMigration } from './connections/connection-store.ts'
import { deliveriesMigration } from './consume/dispatch/deliveries.ts'
import { conversationsMigration, goneTurnsMigration } from './conversations/tables.ts'
import { budgetsMigration } from './http/limits/shared-budgets.ts'
import { installationMigration } from './installation/store.ts'
import { modelTroublesMigration } from './llm/shared-troubles.ts'
import { outboxMigration } from './outbox/outbox.ts'
import { plansMigration } from './plans/stored.ts'
import type { Migration } from './store/database.ts'
import { timersMigration } from './timers/timers.ts'
import { positionMigration } from './views/project.ts'

/** The kernel's own tables; those of a service are in its `migrations`. */
export const kernelMigrations: readonly Migration[] = [
  positionMigration,
  installationMigration,
  deliveriesMigration,
  budgetsMigration,
  outboxMigration,
  timersMigration,
  claimsMigration,
  modelCallsMigration,
  conversationsMigration,
  goneTurnsMigration,
  connectionsMigration,
  plansMigration,
  modelTroublesMigration,
]
