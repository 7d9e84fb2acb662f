import type { Service } from '../../../kernel/service.ts'
import { registerSearchAdminRoutes } from './routes.ts'

const CHANGES = ['from-json', 'from-yaml', 'create/:alias', 'create-all', 'clear/:alias_or_name']
  .map((path) => `POST /api/v2/search/indexes/${path}`)
  .concat('DELETE /api/v2/search/indexes/:alias_or_name')

/** Manages the search indexes. */
export const searchAdmin: Service = {
  name: 'search-admin',
  access: {
    prefixes: { '/api/v2/search': 'api', '/api/v2/search-admin': 'api' },
    exceptions: [{ why: 'changes an index', access: 'admin', routes: CHANGES }],
    changes: { everyone: CHANGES },
  },
  tag: { name: 'search-admin', description: 'Search indexes: list, create, change, clear and delete them.' },
  pages: [
    {
      file: 'search-admin',
      paths: ['/search-admin', '/api/v2/search-admin'],
      nav: { title: 'Indexes', group: 'Documents', key: 'i' },
    },
  ],
  routes: registerSearchAdminRoutes,
}
