import { idempotencyMigrations } from '../../../kernel/http/idempotency/idempotency-table.ts'
import type { Service } from '../../../kernel/service.ts'
import { announceProcessed } from '../announce/announce.ts'
import { announceRemoved, removalsMigration } from '../announce/announce-removed.ts'
import { announcementsMigration } from '../announce/announcements.ts'
import { notifyStored } from '../announce/notify-stored.ts'
import { tidyReplaced } from '../announce/tidy.ts'
import { acceptedMigration, keepSwept } from '../claims/accepted.ts'
import { claimsMigration } from '../claims/claims.ts'
import { documentUsageMigration, documentUsageView } from '../claims/usage.ts'
import { eventDeliveriesMigration } from '../feed/event-deliveries.ts'
import { registerEventFeedRoutes } from '../feed/event-feed-routes.ts'
import { registerSetupRoutes, type Trigger } from '../feed/setup-routes.ts'
import { queueMigration } from '../status/queue.ts'
import {
  timelineArrivalMigration,
  timelineView,
  uploadCallersMigration,
  uploadLabelsMigration,
  uploadNamesMigration,
  uploadsView,
  uploadViewsMigration,
} from '../status/views.ts'
import { registerTextRoutes } from '../text/text-routes.ts'
import { uploadClearingsMigration, uploadClearingsView } from './clearings.ts'
import { registerControlRoutes } from './control-routes.ts'
import { viewsCaughtUp } from './current-views.ts'
import { registerUploadRoutes } from './routes.ts'

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
  dependencies: (ports) => [viewsCaughtUp(ports)],
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
