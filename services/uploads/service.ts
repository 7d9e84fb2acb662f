import type { Service } from '../../kernel/service.ts'
import { announceProcessed } from './announce.ts'
import { claimsMigration } from './claims.ts'
import { registerUploadRoutes } from './routes.ts'
import { timelineView, uploadsView, uploadViewsMigration } from './views.ts'

/** Accepts files, keeps their status and history, announces their end. */
export const uploads: Service = {
  name: 'uploads',
  routes: registerUploadRoutes,
  consumers: [announceProcessed],
  views: [uploadsView, timelineView],
  migrations: [uploadViewsMigration, claimsMigration],
}
