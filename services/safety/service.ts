import type { Service } from '../../kernel/service.ts'
import { annexMigration } from './annex/annex-jobs.ts'
import { annexSection } from './annex/annex-section.ts'
import { annexCommands, registerAnnexRoutes } from './annex/routes.ts'
import { annexEdit } from './annex/run.ts'
import { annexTools } from './annex/tools.ts'
import { guidesRun } from './guides/guide-run.ts'
import { guidesMigration } from './guides/guide-tables.ts'
import { guidesSection } from './guides/guides-section.ts'
import { registerGuideRoutes, sampleCommands } from './guides/routes.ts'
import { guideTools } from './guides/tools.ts'
import { planLookup } from './plans/plan-lookup.ts'
import { planCommands, registerPlanRoutes } from './plans/routes.ts'

/** Emergency operation plans, the editing of their annexes, and guides made of them. */
export const safety: Service = {
  name: 'safety',
  access: { prefixes: { '/k12': 'api', '/ai/k12': 'api' }, changes: { documents: [...planCommands, ...annexCommands, ...sampleCommands] } },
  tag: { name: 'school-safety', description: 'Emergency plans, annex editing and quick reference guides.' },
  pages: [
    { file: 'plans', paths: ['/school-plans'], nav: { title: 'Plans', group: 'School safety', key: 'j' } },
    { file: 'plan', paths: ['/school-plans/:plan_id'] },
    { file: 'guides', paths: ['/guides'], nav: { title: 'Guides', group: 'School safety', key: 'q' } },
  ],
  config: [annexSection, guidesSection],
  migrations: [guidesMigration, annexMigration],
  runs: [annexEdit, guidesRun],
  tools: [planLookup, ...annexTools, ...guideTools],
  routes(app, ctx) {
    registerPlanRoutes(app, ctx)
    registerAnnexRoutes(app, ctx)
    registerGuideRoutes(app, ctx)
  },
}
