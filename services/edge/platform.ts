import type { Service } from '../../kernel/service.ts'

const operations: Service = {
  name: 'operations',
  access: {
    prefixes: { '/admin': 'operator', '/setup': 'operator', '/metrics': 'operator', '/docs': 'open', '/api/v2/openapi.json': 'open' },
  },
  tag: { name: 'operations', description: 'For operators: metrics, topics, dead letters, replay, this document.' },
  pages: [{ file: 'docs', paths: ['/docs'], nav: { title: 'API documentation', group: 'Build', key: 'd' } }],
}

/** States and times alone, which everyone may know. */
const health: Service = {
  name: 'health',
  access: { prefixes: { '/health': 'open', '/ai/health': 'open', '/api/health': 'open', '/api/v2/health': 'open' } },
  tag: { name: 'health', description: 'Liveness, readiness and deep checks.' },
  pages: [{ file: 'health', paths: ['/api/v2/health/check'], nav: { title: 'Health', group: 'Operate', key: 'h' } }],
}

const shells: Service = {
  name: 'pages',
  access: { prefixes: { '/': 'open', '/api': 'api' } },
  tag: { name: 'pages', description: 'HTML shells without data.' },
  pages: [{ file: 'sign-in', paths: ['/sign-in/callback'] }],
}

/** What every edge has, whichever services run on it: the routes are registered by `createEdge`. */
export const platform: readonly Service[] = [health, operations, shells]
