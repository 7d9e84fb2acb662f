import type { Access } from './app.ts'

/**
 * Who may learn that a path does not exist: the rule of every path that no route serves, by its longest prefix.
 * What stands in no family is open and simply 404.
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
