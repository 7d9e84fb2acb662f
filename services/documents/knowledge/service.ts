import type { Service } from '../../../kernel/service.ts'
import { registerKnowledgeRoutes } from './routes.ts'
import { clearingsView, documentLabelsMigration, documentsView, knowledgeMigration } from './views.ts'

/** Tells what the indexes hold: files, their chunks, totals, and a plain query. */
export const knowledge: Service = {
  name: 'knowledge',
  routes: registerKnowledgeRoutes,
  views: [documentsView, clearingsView],
  migrations: [knowledgeMigration, documentLabelsMigration],
}
