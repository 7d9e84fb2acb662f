import { join } from 'node:path'
import type { Service } from '../../kernel/service.ts'
import { chatCompleted } from '../../schemas/chat.ts'
import { folderPrompts } from './prompt-source.ts'
import { chatRoutes } from './routes.ts'

/** Retrieval chat: questions answered from the index, at once or as a stream. */
export const chat: Service = {
  name: 'chat',
  publishes: [chatCompleted],
  routes: (app, ctx) => chatRoutes(app, ctx, { ports: ctx.ports, prompts: folderPrompts(join(ctx.env.DATA_DIR, 'prompts')) }),
}
