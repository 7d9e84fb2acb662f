import type { Service } from '../../kernel/service.ts'
import { registerDocsRoutes } from './routes.ts'

/** The manuals of `docs/` with search, and the API reference. */
export const docs: Service = {
  name: 'docs',
  access: { prefixes: { '/docs': 'open' } },
  tag: { name: 'docs', description: 'The manuals of this server.' },
  pages: [
    { file: 'docs', paths: ['/docs'], nav: { title: 'Documentation', group: 'Build', key: 'd' } },
    { file: 'api-reference', paths: ['/docs/api'] },
  ],
  routes: registerDocsRoutes,
}
