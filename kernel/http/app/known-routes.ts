import type { RouteOptions } from 'fastify'
import { default as createRouter, type HTTPMethod } from 'find-my-way'
import type { AccessRule } from './app.ts'

/** What other methods a path answers: for 405, Allow and OPTIONS. */
export interface KnownRoutes {
  remember(route: Pick<RouteOptions, 'method' | 'url' | 'config'>): void
  /**
   * Methods of the routes that fit the path, sorted, OPTIONS included; empty for an unknown path. Of routes that fit, those with the
   * fewest parameters count: `/upload/list` is a list, not the upload with the id "list".
   */
  allowed(path: string): readonly { method: string; access: AccessRule }[]
  /** Whether a path that fits this pattern may also fit another one with fewer parameters. */
  mayYield(pattern: string): boolean
}

export const MAX_PARAM_LENGTH = 4096

/** A second router beside Fastify's, with the same rules, that can be asked for every method of a path. */
export function createKnownRoutes(): KnownRoutes {
  const router = createRouter({ maxParamLength: MAX_PARAM_LENGTH })
  const methods = new Set<string>()
  const patterns = new Set<string>()
  const yielding = new Map<string, boolean>()
  return {
    remember({ method, url, config }) {
      patterns.add(url)
      yielding.clear()
      for (const m of [method].flat()) {
        methods.add(m)
        const name = m as HTTPMethod
        if (!router.hasRoute(name, url))
          router.on(name, url, () => {}, { access: config?.access ?? 'open' } satisfies { access: AccessRule })
      }
    },
    allowed(path) {
      const fitting = [...methods].flatMap((method) => {
        const hit = router.find(method as HTTPMethod, path)
        return hit && !lacksParameter(hit.params)
          ? [{ method, access: (hit.store as { access: AccessRule }).access, parameters: Object.keys(hit.params).length }]
          : []
      })
      const fewest = Math.min(...fitting.map(({ parameters }) => parameters))
      const found = fitting.filter(({ parameters }) => parameters === fewest).map(({ method, access }) => ({ method, access }))
      if (!found.length || found.some((f) => f.method === 'OPTIONS')) return found.sort(byMethod)
      return [...found, { method: 'OPTIONS', access: found[0]!.access }].sort(byMethod)
    },
    mayYield(pattern) {
      const known = yielding.get(pattern)
      if (known !== undefined) return known
      const found = [...patterns].some((other) => parametersOf(other) < parametersOf(pattern) && mayMeet(pattern, other))
      yielding.set(pattern, found)
      return found
    },
  }
}

/** A router takes the nothing behind a path's last slash for a parameter; what has no name is no thing of a collection. */
export function lacksParameter(params: unknown): boolean {
  const given = params as Readonly<Record<string, string | undefined>> | null | undefined
  for (const name in given) if (name !== '*' && given[name] === '') return true
  return false
}

const byMethod = (a: { method: string }, b: { method: string }) => a.method.localeCompare(b.method)

const parametersOf = (pattern: string): number => pattern.match(/[:*]/g)?.length ?? 0

/** Whether some path may fit both patterns: no, where both have a fixed segment at the same place and these differ. */
function mayMeet(a: string, b: string): boolean {
  const [left, right] = [a.split('/'), b.split('/')]
  // a star stands for the rest of a path
  const stars = [left, right].map((parts) => parts.findIndex((part) => part.includes('*'))).filter((at) => at >= 0)
  if (stars.length === 0 && left.length !== right.length) return false
  const compared = left.slice(0, Math.min(right.length, ...stars))
  return compared.every((part, at) => part === right[at] || part.includes(':') || right[at]!.includes(':'))
}
