import type { Service } from '../../kernel/service.ts'

const operations: Service = {
  name: 'operations',
  access: {
    prefixes: { '/admin': 'operator', '/setup': 'operator', '/metrics': 'operator', '/api/v2/openapi.json': 'open' },
  },
  tag: { name: 'operations', description: 'For operators: metrics, database, agent definitions and this document.' },
}

/** States and times alone, which everyone may know. */
const health: Service = {
  name: 'health',
  access: { prefixes: { '/health': 'open', '/ai/health': 'open', '/api/health': 'open', '/api/v2/health': 'open' } },
  tag: { name: 'health', description: 'Liveness, readiness and checks of dependencies.' },
  pages: [{ file: 'health', paths: ['/api/v2/health/check'], nav: { title: 'Health', group: 'Operate', key: 'h' } }],
}

const shells: Service = {
  name: 'pages',
  access: { prefixes: { '/': 'open', '/api': 'api' } },
  tag: { name: 'pages', description: 'Pages of the console and registries, without data.' },
  pages: [{ file: 'sign-in', paths: ['/sign-in/callback'] }],
}

/** What every edge has, whichever services run on it: the routes are registered by `createEdge`. */
export const platform: readonly Service[] = [health, operations, shells]
