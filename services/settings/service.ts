import { settingsMigration } from '../../kernel/config/live-config.ts'
import { registerPage } from '../../kernel/http/reply/pages.ts'
import type { Service } from '../../kernel/service.ts'
import { keepPublishing } from './publish-changes.ts'
import { restoreSettings } from './restore.ts'
import { registerSettingsRoutes } from './routes.ts'
import { settingsHistoryMigration } from './store.ts'

/** Changes to the configuration at run time, with their history. */
export const settings: Service = {
  name: 'settings',
  routes(app, ctx) {
    for (const path of ['/settings', '/api/v2/settings/ui']) registerPage(app, path, 'settings')
    registerSettingsRoutes(app, ctx)
    keepPublishing(app, ctx)
  },
  migrations: [settingsMigration, settingsHistoryMigration],
  restore: restoreSettings,
}
