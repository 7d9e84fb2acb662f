import { join } from 'node:path'
import { openPromptFolder } from '../../kernel/prompts/prompt-folder.ts'
import type { Service } from '../../kernel/service.ts'
import { chatCompleted } from '../../schemas/chat.ts'
import { chatRoutes } from './routes.ts'

/** Retrieval chat: questions answered from the index, at once or as a stream. */
export const chat: Service = {
  name: 'chat',
  publishes: [chatCompleted],
  routes: (app, ctx) => chatRoutes(app, ctx, { ports: ctx.ports, prompts: openPromptFolder(join(ctx.env.DATA_DIR, 'prompts')) }),
}
