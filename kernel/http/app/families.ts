import type { Access } from './app.ts'

/**
 * What each family of paths asks for, by the longest prefix; what stands in no family is open. It is the rule of paths that no route
 * serves (who may learn that a path does not exist), and of every route that `exceptions` does not name.
 */
export const families: readonly { readonly prefix: string; readonly access: Access }[] = [
  { prefix: '/api', access: 'api' },
  { prefix: '/api/health', access: 'open' },
  { prefix: '/ai', access: 'api' },
  { prefix: '/mcp', access: 'api' },
  { prefix: '/k12', access: 'api' },
  { prefix: '/tap', access: 'api' },
  { prefix: '/sdac', access: 'api' },
  { prefix: '/ingestion', access: 'api' },
  { prefix: '/jobs', access: 'api' },
  { prefix: '/reasoning-engine', access: 'reasoning' },
  { prefix: '/widget/api', access: 'widget' },
  { prefix: '/docs/chat', access: 'key' },
  { prefix: '/admin', access: 'operator' },
  { prefix: '/setup', access: 'operator' },
  { prefix: '/metrics', access: 'operator' },
]

/** The rule of a route; `by-request` where one path serves an open page and protected data. */
export type RouteAccess = Access | 'by-request'

/** Routes that ask for something else than their family, and why. */
export const exceptions: readonly { readonly why: string; readonly access: RouteAccess; readonly routes: readonly string[] }[] = [
  {
    why: 'shells of pages, without data',
    access: 'open',
    routes: [
      'GET /api/v2/upload',
      'GET /api/v2/knowledge',
      'GET /api/v2/search-admin',
      'GET /api/v2/feedback/ui',
      'GET /api/v2/settings/ui',
      'GET /api/v2/health/check',
    ],
  },
  { why: 'a page, or with ?json=true its data', access: 'by-request', routes: ['GET /api/v2/prompts', 'GET /api/v2/unified-test'] },
  {
    why: 'health is open everywhere: states and times alone',
    access: 'open',
    routes: ['GET /api/v2/health', 'GET /api/v2/health/service-health', 'GET /api/v2/upload/health'],
  },
  { why: 'the description of the interface', access: 'open', routes: ['GET /api/v2/openapi.json'] },
  {
    why: 'a handshake that comes before any credentials; deliveries show theirs',
    access: 'open',
    routes: ['OPTIONS /api/v2/upload/event-feed'],
  },
  {
    why: 'changes an index',
    access: 'admin',
    routes: ['from-json', 'from-yaml', 'create/:alias', 'create-all', 'clear/:alias_or_name'].map(
      (path) => `POST /api/v2/search/indexes/${path}`,
    ),
  },
  {
    why: 'changes how the platform works, or tells who did',
    access: 'admin',
    routes: ['POST /api/v2/settings', 'GET /api/v2/settings/history', 'POST /api/v2/upload/config/toggle'],
  },
]

const longestFirst = [...families].sort((a, b) => b.prefix.length - a.prefix.length)

/** The rule of a path without a route. `path` has no query. */
export function familyAccess(path: string): Access {
  const clean = decoded(path).replace(/\/{2,}/g, '/')
  return longestFirst.find((f) => clean === f.prefix || clean.startsWith(`${f.prefix}/`))?.access ?? 'open'
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a path that does not decode has no route either; its raw form decides
  }
}
