import type { Service } from '../../kernel/service.ts'
import { feedbackClaimsMigration, feedbackOwnersMigration } from './claims.ts'
import { feedbackMigration, feedbackOwnerColumnMigration, feedbackView } from './feedback-view.ts'
import { registerFeedbackRoutes } from './routes.ts'

/** Ratings of answers, one a response, and what they say about experiments. */
export const feedback: Service = {
  name: 'feedback',
  access: { prefixes: { '/api/v2/feedback': 'api' }, changes: { own: ['POST /api/v2/feedback'] } },
  tag: { name: 'feedback', description: 'Ratings of answers.' },
  pages: [{ file: 'feedback', paths: ['/feedback', '/api/v2/feedback/ui'], nav: { title: 'Feedback', group: 'Answers', key: 'f' } }],
  routes: registerFeedbackRoutes,
  views: [feedbackView],
  migrations: [feedbackMigration, feedbackClaimsMigration, feedbackOwnersMigration, feedbackOwnerColumnMigration],
}
