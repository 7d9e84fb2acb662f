import { domains } from '../../kernel/agents/domains.ts'
import { collectOffers } from '../../kernel/agents/offers.ts'
import { kernelMigrations } from '../../kernel/migrations.ts'
import { watchAttendance } from '../../kernel/runs/attendance.ts'
import { consumerOf } from '../../kernel/runs/workers/work.ts'
import type { Service } from '../../kernel/service.ts'
import { DOCS_CHAT, registerDocsChat } from './docs/docs-chat-route.ts'
import { keepDocumentation } from './docs/documentation.ts'
import { discover } from './domains/discover.ts'
import { MCP, registerMcpRoute } from './mcp/mcp-route.ts'
import { mcpSection } from './mcp/remote/mcp-section.ts'
import { checked } from './moderation/moderator.ts'
import { registerRegistryRoutes, registryPaths } from './registries/registry-routes.ts'
import { agentBases } from './routes/agent-path.ts'
import { registerAgentRoutes } from './routes/agent-routes.ts'
import { agentRunCommands, registerAgentRunRoutes } from './routes/agent-run-routes.ts'
import { agentSeedsMigration } from './setup/seeds.ts'
import { registerSetupRoutes, SEEDS } from './setup/setup-routes.ts'
import { consumerLag, type ReaderGroup } from './tools/consumer-lag.ts'
import { allToolPaths, registerToolRoutes } from './tools/tool-routes.ts'
import { agentRunOn, type Seat } from './turns/agent-run.ts'
import { allWorkflowCommands, registerWorkflowRoutes } from './workflows/workflow-routes.ts'

/** This service's own; those of other families stand in their `Service` values. */
const own = await discover()

/** What of the paths of other families is for tools, agents and workflows. */
const direct = domains.flatMap((domain) => ['tools', 'agents', 'workflows'].map((kind) => `/${domain}/${kind}`))

const agentCommands = agentBases.flatMap((base) => ['/generate', '/stream', ...agentRunCommands].map((command) => base + command))

/** Who reads the log for these services. */
const readersOf = (services: readonly Service[]): ReaderGroup[] =>
  services
    .flatMap(({ consumers = [], runs = [] }) => [...consumers, ...runs.map((run) => consumerOf(run))])
    .map(({ name, on }) => ({ name, topics: [...new Set(on.map((event) => event.name))] }))

/** Serves the tools, agents and workflows of these services, and its own. Services are composed in services/catalog.ts alone. */
export function agentsServing(others: readonly Service[]): Service {
  const offers = collectOffers([...others, own, { tools: [consumerLag(() => readersOf(others))] }])
  const migrations = [agentSeedsMigration]
  const allMigrations = [...kernelMigrations, ...others.flatMap((service) => service.migrations ?? []), ...migrations]
  // the steps of runs find the edge of their process by its store
  const seats = new WeakMap<object, Seat>()
  const agentRun = agentRunOn((database) => seats.get(database))
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
          routes: registryPaths.map((path) => `GET ${path}`),
        },
      ],
      changes: {
        own: [MCP, ...allToolPaths(offers), ...agentCommands, ...allWorkflowCommands(offers), DOCS_CHAT].map((path) => `POST ${path}`),
        everyone: SEEDS.map((path) => `POST ${path}`),
      },
    },
    tag: { name: 'agents', description: 'Agents, tools and workflows.' },
    pages: [{ file: 'agents', paths: ['/agents'], nav: { title: 'Agents', group: 'Answers', key: 'n' } }],
    config: [mcpSection],
    runs: [agentRun],
    counts: { moderation_checks: { help: 'Content safety checks of agents, by outcome.', now: () => checked } },
    migrations,
    async routes(app, ctx) {
      const seat: Seat = { edge: ctx, offers }
      seats.set(ctx.ports.database, seat)
      const watch = watchAttendance(ctx.ports, agentRun, ctx.log)
      app.addHook('onClose', () => watch.stop())
      keepDocumentation(app, ctx)
      registerDocsChat(app, seat, agentRun)
      registerSetupRoutes(app, seat, allMigrations)
      registerAgentRoutes(app, seat, agentRun)
      registerAgentRunRoutes(app, seat, agentRun)
      await registerMcpRoute(app, ctx, offers.tools)
      registerToolRoutes(app, ctx, offers)
      registerWorkflowRoutes(app, ctx, offers)
      registerRegistryRoutes(app, offers)
    },
  }
}
