import { promptReader } from '../../kernel/prompts/open-prompts.ts'
import { promptRoot } from '../../kernel/prompts/prompt-root.ts'
import type { Service } from '../../kernel/service.ts'
import { chatRoutes } from './routes.ts'

/** Retrieval chat: questions answered from the index, at once or as a stream. */
export const chat: Service = {
  name: 'chat',
  routes: (app, ctx) => chatRoutes(app, ctx, { prompts: promptRoot(promptReader(ctx)) }),
}
