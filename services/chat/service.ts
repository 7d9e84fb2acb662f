import { promptReader } from '../../kernel/prompts/open-prompts.ts'
import { promptRoot } from '../../kernel/prompts/prompt-root.ts'
import type { Service } from '../../kernel/service.ts'
import { chatRoutes } from './routes.ts'

const PATHS = ['flexible-chat', 'flexible_chat', 'flexible-rag', 'flexible_rag', 'flexible-chat-mm', 'flexible-rag-mm'].map(
  (path) => `/api/v2/${path}`,
)

/** Retrieval chat: questions answered from the index, at once or as a stream. */
export const chat: Service = {
  name: 'chat',
  access: {
    prefixes: { ...Object.fromEntries(PATHS.map((path) => [path, 'api' as const])), '/api/v2/unified-test': 'api' },
    changes: { nothing: [...PATHS, '/api/v2/flexible-rag/query'].map((path) => `POST ${path}`) },
  },
  tag: { name: 'chat', description: 'Answers from the documents, with citations, at once or as a stream.' },
  pages: [{ file: 'ask', paths: ['/ask'], nav: { title: 'Ask', group: 'Answers', key: 'a' } }],
  routes: (app, ctx) => chatRoutes(app, ctx, { prompts: promptRoot(promptReader(ctx)) }),
}
