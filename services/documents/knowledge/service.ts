import type { Service } from '../../../kernel/service.ts'
import { registerKnowledgeRoutes } from './routes.ts'
import { documentLabelsMigration, documentsView, documentTitlesMigration, knowledgeMigration } from './views.ts'

/** Tells what the indexes hold: files, their chunks, totals, and a plain query. */
export const knowledge: Service = {
  name: 'knowledge',
  access: { prefixes: { '/api/v2/knowledge': 'api' }, changes: { nothing: ['POST /api/v2/knowledge/query'] } },
  tag: { name: 'knowledge', description: 'Searchable files, chunks, statistics and searches.' },
  pages: [
    {
      file: 'knowledge',
      paths: ['/knowledge', '/api/v2/knowledge'],
      nav: { title: 'Knowledge', group: 'Documents', key: 'k' },
    },
  ],
  routes: registerKnowledgeRoutes,
  views: [documentsView],
  migrations: [knowledgeMigration, documentLabelsMigration, documentTitlesMigration],
}
