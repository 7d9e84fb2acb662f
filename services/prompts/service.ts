import { promptFolderPath, sharedPrompts } from '../../kernel/prompts/open-prompts.ts'
import type { EdgeContext, Service } from '../../kernel/service.ts'
import { blobWriter } from './blob-writer.ts'
import { registerBootstrapRoute } from './bootstrap-route.ts'
import { promptChangesMigration, promptsToldMigration } from './exclusive.ts'
import { folderWriter } from './folder-writer.ts'
import { registerPreviewRoute } from './preview-route.ts'
import { registerPromptRoutes } from './routes.ts'
import { openPromptStore, type PromptStore } from './store.ts'
import { registerVersionRoutes } from './version-routes.ts'

/** Keeps system prompts, response templates and experiments in versions, and says which of them are in force. */
export const prompts: Service = {
  name: 'prompts',
  access: {
    prefixes: { '/api/v2/prompts': 'api' },
    exceptions: [
      { why: 'a page, or with ?json=true its data', access: 'by-request', routes: ['GET /api/v2/prompts', 'GET /api/v2/unified-test'] },
    ],
    changes: { wording: ['POST /api/v2/prompts', 'POST /api/v2/prompts/revert'], nothing: ['POST /api/v2/prompts/preview'] },
  },
  tag: { name: 'prompts', description: 'The versioned repository of prompts and response templates.' },
  pages: [{ file: 'prompts', paths: ['/prompts'], nav: { title: 'Prompts', group: 'Answers', key: 'p' } }],
  migrations: [promptChangesMigration, promptsToldMigration],
  routes(app, ctx) {
    const deps = { ctx, store: openStore(ctx) }
    app.addHook('onReady', async () => {
      const origin = { source: 'edge', cause: { requestId: 'prompts' }, now: ctx.ports.clock.now() }
      await deps.store
        .tellLast(origin)
        .catch((err: unknown) => ctx.log.warn({ err }, 'the last change of the prompts is told with the next one'))
    })
    registerPromptRoutes(app, deps)
    registerVersionRoutes(app, deps)
    registerPreviewRoute(app, ctx)
    registerBootstrapRoute(app, deps)
  },
}

/** The prompts of this installation: in the blob store where that is one that several machines share, else in a folder. */
function openStore({ env, ports, log }: EdgeContext): PromptStore {
  const { conditional } = ports.blobs
  const shared = sharedPrompts(ports)
  const writer =
    shared && conditional
      ? blobWriter(shared, { remove: ports.blobs.remove, conditional }, ports.database)
      : folderWriter(promptFolderPath(env))
  return openPromptStore(writer, ports.database, log)
}
