import type { Service } from '../../../kernel/service.ts'
import { announceProcessed } from '../announce/announce.ts'
import { announceRemoved } from '../announce/announce-removed.ts'
import { notifyStored } from '../announce/notify-stored.ts'
import { tidyEnded } from '../announce/tidy.ts'
import { attachFiles } from '../attachments/attach.ts'
import { attachmentsMigration } from '../attachments/attachments-table.ts'
import { acceptedMigration, keepSwept } from '../claims/accepted.ts'
import { claimsMigration } from '../claims/claims.ts'
import { documentUsageMigration, documentUsageView } from '../claims/usage.ts'
import { registerEventFeedRoutes } from '../feed/event-feed-routes.ts'
import { registerSetupRoutes, type Trigger } from '../feed/setup-routes.ts'
import { endedGenerationsMigration } from '../kept/ended-generations.ts'
import { retentionSection } from '../kept/retention-section.ts'
import { keepSweepingEnded } from '../kept/sweep-ended.ts'
import { openUploadsMigration } from '../status/queue-place.ts'
import {
  timelineArrivalMigration,
  timelineView,
  uploadCallersMigration,
  uploadLabelsMigration,
  uploadNamesMigration,
  uploadOutdatesMigration,
  uploadsView,
  uploadViewsMigration,
} from '../status/views.ts'
import { registerPageRoutes } from '../text/page-routes.ts'
import { registerTextRoutes } from '../text/text-routes.ts'
import { keepWatching } from '../watch/watch-folder.ts'
import { watchedFolderHealth } from '../watch/watch-health.ts'
import { watchSection } from '../watch/watch-section.ts'
import { watchedFilesMigration } from '../watch/watched-files.ts'
import { registerControlRoutes } from './control-routes.ts'
import { viewsCaughtUp } from './current-views.ts'
import { registerFromUrl } from './from-url-route.ts'
import { indexKept } from './index-kept.ts'
import { lastClearedMigration, lastClearedView } from './last-cleared.ts'
import { registerUploadRoutes } from './routes.ts'
import { uploadSection } from './upload-section.ts'

const PREFIXES = { '/api/v2/upload': 'api', '/api/v2/flexible-rag/upload': 'api', '/api/v2/flexible-rag/status': 'api' } as const
const TOGGLE = 'POST /api/v2/upload/config/toggle'
const AGAIN = 'POST /api/v2/upload/embed-again'

/** Accepts files, keeps their status and history, announces their end. */
export const uploads: Service = {
  name: 'uploads',
  config: [uploadSection, watchSection, retentionSection],
  access: {
    prefixes: PREFIXES,
    exceptions: [
      { why: 'states and times alone', access: 'open', routes: ['GET /api/v2/upload/health'] },
      {
        why: 'a handshake that comes before any credentials; deliveries show theirs',
        access: 'open',
        routes: ['OPTIONS /api/v2/upload/event-feed'],
      },
      { why: 'changes how the platform works', access: 'admin', routes: [TOGGLE, AGAIN] },
    ],
    changes: {
      documents: [
        'POST /api/v2/upload',
        'POST /api/v2/upload/from-url',
        'POST /api/v2/flexible-rag/upload',
        'POST /api/v2/upload/:upload_id/retry',
        'POST /api/v2/upload/retry',
        'POST /api/v2/upload/:upload_id/cancel',
        'DELETE /api/v2/upload/:upload_id',
      ],
      deliveries: ['POST /api/v2/upload/event-feed'],
      everyone: [TOGGLE, AGAIN],
    },
  },
  tag: { name: 'uploads', description: 'Upload documents and follow, retry, cancel or delete them.' },
  pages: [
    { file: 'upload', paths: ['/', '/upload', '/api/v2/upload'], nav: { title: 'Upload', group: 'Documents', key: 'u' } },
    { file: 'document', paths: ['/document'] },
  ],
  routes(app, ctx) {
    const trigger: Trigger = { http: true }
    registerUploadRoutes(app, ctx, trigger)
    registerFromUrl(app, ctx, trigger)
    registerControlRoutes(app, ctx)
    registerTextRoutes(app, ctx)
    registerPageRoutes(app, ctx)
    registerSetupRoutes(app, ctx, trigger)
    registerEventFeedRoutes(app, ctx, trigger)
    keepSwept(app, ctx)
    keepSweepingEnded(app, ctx)
    return keepWatching(app, ctx)
  },
  dependencies: (ports, env) => [viewsCaughtUp(ports), indexKept(ports), ...watchedFolderHealth(ports, env)],
  consumers: [attachFiles, announceProcessed, announceRemoved, notifyStored, tidyEnded],
  views: [uploadsView, timelineView, lastClearedView, documentUsageView],
  migrations: [
    uploadViewsMigration,
    uploadLabelsMigration,
    timelineArrivalMigration,
    claimsMigration,
    openUploadsMigration,
    lastClearedMigration,
    documentUsageMigration,
    acceptedMigration,
    uploadNamesMigration,
    uploadCallersMigration,
    attachmentsMigration,
    uploadOutdatesMigration,
    watchedFilesMigration,
    endedGenerationsMigration,
  ],
}
