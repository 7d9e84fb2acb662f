import type { Agent } from './define-agent.ts'
import type { Tool } from './define-tool.ts'
import type { Workflow } from './define-workflow.ts'
import type { Domain, Named } from './domains.ts'

/** What the services of a process offer together, each kind in order of id. */
export interface Offers {
  readonly tools: readonly Tool[]
  readonly agents: readonly Agent[]
  readonly workflows: readonly Workflow[]
}

/** Collects the values of services. Throws an Error that names what stands there twice. */
export function collectOffers(services: readonly Partial<Offers>[]): Offers {
  return {
    tools: inOrder(
      'tool',
      services.flatMap(({ tools = [] }) => tools),
    ),
    agents: inOrder(
      'agent',
      services.flatMap(({ agents = [] }) => agents),
    ),
    workflows: inOrder(
      'workflow',
      services.flatMap(({ workflows = [] }) => workflows),
    ),
  }
}

function inOrder<Value extends Named>(kind: string, values: readonly Value[]): readonly Value[] {
  const ids = new Set<string>()
  const paths = new Map<string, string>()
  for (const { id, domain, slug } of values) {
    if (ids.has(id)) throw new Error(`two ${kind}s have the id ${id}`)
    ids.add(id)
    // the id stands in paths as the slug does
    for (const name of new Set([slug, id])) {
      const path = `${domain}/${name}`
      if (paths.has(path)) throw new Error(`the ${kind}s ${paths.get(path)} and ${id} would both be ${name} of ${domain}`)
      paths.set(path, id)
    }
  }
  return values.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** The one of this domain with this slug, or id. */
export const named = <Value extends Named>(values: readonly Value[], domain: Domain, name: string): Value | undefined =>
  values.find((value) => value.domain === domain && (value.slug === name || value.id === name))

export const withId = <Value extends Named>(values: readonly Value[], id: string): Value | undefined =>
  values.find((value) => value.id === id)
