import type { Service } from '../../kernel/service.ts'
import { planCommands, registerPlanRoutes } from './plans/routes.ts'

/** Emergency operation plans, the editing of their annexes, and guides made of them. */
export const safety: Service = {
  name: 'safety',
  access: { prefixes: { '/k12': 'api', '/ai/k12': 'api' }, changes: { documents: planCommands } },
  tag: { name: 'school-safety', description: 'Plans, annex editing and quick reference guides.' },
  routes(app, ctx) {
    registerPlanRoutes(app, ctx)
  },
}
