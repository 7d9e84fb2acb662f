import { join } from 'node:path'
import type { Service } from '../../kernel/service.ts'
import { promptChanged } from '../../schemas/prompt.ts'
import { registerBootstrapRoute } from './bootstrap-route.ts'
import { promptChangesMigration } from './exclusive.ts'
import { openFolderStore } from './folder-store.ts'
import { registerPreviewRoute } from './preview-route.ts'
import { registerPromptRoutes } from './routes.ts'
import { registerVersionRoutes } from './version-routes.ts'

/** Keeps system prompts, response templates and experiments in versions, and says which of them are in force. */
export const prompts: Service = {
  name: 'prompts',
  publishes: [promptChanged],
  migrations: [promptChangesMigration],
  routes(app, ctx) {
    const deps = { ctx, store: openFolderStore(join(ctx.env.DATA_DIR, 'prompts'), ctx.ports.views, ctx.log) }
    registerPromptRoutes(app, deps)
    registerVersionRoutes(app, deps)
    registerPreviewRoute(app, ctx)
    registerBootstrapRoute(app, deps)
  },
}
