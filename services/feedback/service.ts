import type { Service } from '../../kernel/service.ts'
import { feedbackClaimsMigration, feedbackOwnersMigration } from './claims.ts'
import { feedbackMigration, feedbackOwnerColumnMigration, feedbackView } from './feedback-view.ts'
import { registerFeedbackRoutes } from './routes.ts'

/** Ratings of answers, one a response, and what they say about experiments. */
export const feedback: Service = {
  name: 'feedback',
  routes: registerFeedbackRoutes,
  views: [feedbackView],
  migrations: [feedbackMigration, feedbackClaimsMigration, feedbackOwnersMigration, feedbackOwnerColumnMigration],
}
