import { settingsMigration } from '../../kernel/config/live-config.ts'
import type { Service } from '../../kernel/service.ts'
import { restoreSettings } from './restore.ts'
import { registerSettingsRoutes } from './routes.ts'
import { settingsHistoryMigration, settingsToldMigration } from './store.ts'

/** Changes to the configuration at run time, with their history. */
export const settings: Service = {
  name: 'settings',
  access: {
    prefixes: { '/api/v2/settings': 'api' },
    exceptions: [
      {
        why: 'changes how the platform works, or tells who did',
        access: 'admin',
        routes: ['POST /api/v2/settings', 'GET /api/v2/settings/history'],
      },
    ],
    changes: { everyone: ['POST /api/v2/settings'] },
  },
  tag: { name: 'settings', description: 'Settings that change at run time.' },
  pages: [{ file: 'settings', paths: ['/settings', '/api/v2/settings/ui'], nav: { title: 'Settings', group: 'Operate', key: 's' } }],
  routes: registerSettingsRoutes,
  migrations: [settingsMigration, settingsHistoryMigration, settingsToldMigration],
  restore: restoreSettings,
}
