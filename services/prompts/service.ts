import type { Service } from '../../kernel/service.ts'
import { promptChanged } from '../../schemas/prompt.ts'
import { registerBootstrapRoute } from './bootstrap-route.ts'
import { promptChangesMigration } from './exclusive.ts'
import { openStore } from './open-store.ts'
import { registerPreviewRoute } from './preview-route.ts'
import { registerPromptRoutes } from './routes.ts'
import { registerVersionRoutes } from './version-routes.ts'

/** Keeps system prompts, response templates and experiments in versions, and says which of them are in force. */
export const prompts: Service = {
  name: 'prompts',
  publishes: [promptChanged],
  migrations: [promptChangesMigration],
  routes(app, ctx) {
    const deps = { ctx, store: openStore(ctx) }
    registerPromptRoutes(app, deps)
    registerVersionRoutes(app, deps)
    registerPreviewRoute(app, ctx)
    registerBootstrapRoute(app, deps)
  },
}
