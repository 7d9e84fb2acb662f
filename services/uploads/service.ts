import { idempotencyMigrations } from '../../kernel/http/idempotency-table.ts'
import type { Service } from '../../kernel/service.ts'
import { acceptedMigration, keepSwept } from './accepted.ts'
import { announceProcessed } from './announce.ts'
import { announceRemoved, removalsMigration } from './announce-removed.ts'
import { announcementsMigration } from './announcements.ts'
import { claimsMigration } from './claims.ts'
import { uploadClearingsMigration, uploadClearingsView } from './clearings.ts'
import { registerControlRoutes } from './control-routes.ts'
import { eventDeliveriesMigration } from './event-deliveries.ts'
import { registerEventFeedRoutes } from './event-feed-routes.ts'
import { notifyStored } from './notify-stored.ts'
import { queueMigration } from './queue.ts'
import { registerUploadRoutes } from './routes.ts'
import { registerSetupRoutes, type Trigger } from './setup-routes.ts'
import { registerTextRoutes } from './text-routes.ts'
import { tidyReplaced } from './tidy.ts'
import { documentUsageMigration, documentUsageView } from './usage.ts'
import {
  timelineArrivalMigration,
  timelineView,
  uploadCallersMigration,
  uploadLabelsMigration,
  uploadNamesMigration,
  uploadsView,
  uploadViewsMigration,
} from './views.ts'

/** Accepts files, keeps their status and history, announces their end. */
export const uploads: Service = {
  name: 'uploads',
  routes(app, ctx) {
    const trigger: Trigger = { http: true }
    registerUploadRoutes(app, ctx, trigger)
    registerControlRoutes(app, ctx)
    registerTextRoutes(app, ctx)
    registerSetupRoutes(app, ctx, trigger)
    registerEventFeedRoutes(app, ctx, trigger)
    keepSwept(app, ctx)
  },
  consumers: [announceProcessed, announceRemoved, notifyStored, tidyReplaced],
  views: [uploadsView, timelineView, uploadClearingsView, documentUsageView],
  migrations: [
    uploadViewsMigration,
    uploadLabelsMigration,
    timelineArrivalMigration,
    claimsMigration,
    queueMigration,
    uploadClearingsMigration,
    eventDeliveriesMigration,
    documentUsageMigration,
    ...idempotencyMigrations,
    acceptedMigration,
    removalsMigration,
    uploadNamesMigration,
    announcementsMigration,
    uploadCallersMigration,
  ],
}
