import { domains } from '../../kernel/agents/domains.ts'
import { collectOffers } from '../../kernel/agents/offers.ts'
import type { Service } from '../../kernel/service.ts'
import { knowledgeSearch } from './domains/admin/tools/knowledge-search.ts'
import { MCP, registerMcpRoute } from './mcp/mcp-route.ts'
import { manifestFiles, registerRegistryRoutes, registryFiles } from './registries/registry-routes.ts'
import { allToolPaths, registerToolRoutes } from './tools/tool-routes.ts'

/** This service's own; those of other families stand in their `Service` values. */
const own: Required<Pick<Service, 'tools' | 'agents' | 'workflows'>> = {
  tools: [knowledgeSearch],
  agents: [],
  workflows: [],
}

/** What of the paths of other families is for tools, agents and workflows. */
const direct = domains.flatMap((domain) => ['tools', 'agents', 'workflows'].map((kind) => `/${domain}/${kind}`))

/** Serves the tools, agents and workflows of these services, and its own. Services are composed in services/catalog.ts alone. */
export function agentsServing(others: readonly Service[]): Service {
  const offers = collectOffers([...others, own])
  return {
    name: 'agents',
    ...own,
    access: {
      prefixes: {
        '/ai': 'api',
        '/api/tools': 'api',
        '/mcp': 'api',
        '/tap': 'api',
        '/agents': 'open',
        '/tools': 'open',
        '/workflows': 'open',
        '/docs/chat': 'key',
        ...Object.fromEntries(direct.map((path) => [path, 'api' as const])),
      },
      exceptions: [
        {
          why: 'tells what can be asked for, and nothing of what is in it',
          access: 'open',
          routes: [...registryFiles, ...manifestFiles].map((path) => `GET ${path}`),
        },
      ],
      changes: { own: [MCP, ...allToolPaths(offers)].map((path) => `POST ${path}`) },
    },
    tag: { name: 'agents', description: 'Agents, tools and workflows.' },
    async routes(app, ctx) {
      await registerMcpRoute(app, ctx, offers.tools)
      registerToolRoutes(app, ctx, offers)
      registerRegistryRoutes(app, offers)
    },
  }
}
