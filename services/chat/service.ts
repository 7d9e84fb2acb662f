import { promptReader } from '../../kernel/prompts/open-prompts.ts'
import { promptRoot } from '../../kernel/prompts/prompt-root.ts'
import type { Service } from '../../kernel/service.ts'
import { chatSection } from './chat-section.ts'
import { changeRoutes } from './conversations/change-routes.ts'
import { ONE, ROOT } from './conversations/own-conversation.ts'
import { readRoutes } from './conversations/read-routes.ts'
import { shareRoutes } from './conversations/share-routes.ts'
import { sharedRoute } from './conversations/shared-route.ts'
import { exampleRoutes } from './example-documents.ts'
import { openaiRoutes } from './openai/routes.ts'
import { chatRoutes } from './routes.ts'

const PATHS = ['flexible-chat', 'flexible_chat', 'flexible-rag', 'flexible_rag', 'flexible-chat-mm', 'flexible-rag-mm'].map(
  (path) => `/api/v2/${path}`,
)

/** What somebody asked is theirs alone. */
const OWN = [
  ...['PUT', 'DELETE'].map((method) => `${method} ${ONE}/turns/:turn_id`),
  ...[`PATCH ${ONE}`, `DELETE ${ONE}`, `DELETE ${ROOT}`, `POST ${ONE}/share`, `DELETE ${ONE}/share`],
]

/** Retrieval chat: questions answered from the index, at once or as a stream; and the conversations that are kept of it. */
export const chat: Service = {
  name: 'chat',
  config: [chatSection],
  access: {
    prefixes: {
      ...Object.fromEntries(PATHS.map((path) => [path, 'api' as const])),
      '/api/v2/unified-test': 'api',
      '/api/v2/chat': 'api',
      '/v1': 'api',
    },
    changes: { nothing: [...PATHS, '/api/v2/flexible-rag/query', '/v1/chat/completions'].map((path) => `POST ${path}`), own: OWN },
  },
  tag: {
    name: 'chat',
    description: 'Answers from the documents with citations, as a whole or as a stream, and stored conversations.',
  },
  pages: [{ file: 'ask', paths: ['/ask'], nav: { title: 'Ask', group: 'Answers', key: 'a' } }],
  routes: (app, ctx) => {
    const prompts = promptRoot(promptReader(ctx))
    chatRoutes(app, ctx, prompts)
    openaiRoutes(app, ctx, prompts)
    for (const register of [readRoutes, changeRoutes, shareRoutes, sharedRoute, exampleRoutes]) register(app, ctx)
  },
}
