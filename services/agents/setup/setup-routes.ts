import { z } from 'zod'
import { promptNameOf } from '../../../kernel/agents/define-agent.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import type { Migration } from '../../../kernel/store/database.ts'
import { appliedMigrations } from '../../../kernel/store/migrate.ts'
import type { Seat } from '../turns/agent-run.ts'
import { promptOf } from '../turns/prepare-turn.ts'
import { seedAgents, seededAgents, versionOf } from './seeds.ts'

const AT = '2026-03-12T09:30:00.000Z'
const seed = { id: 'admin-documentation-assistant', domain: 'admin', version: '5e2f0c1b9a77' }
const stateSchema = z
  .object({
    store: z.string(),
    schema_version: z.string().describe('The last migration that was applied.'),
    pending: z.array(z.string()),
    applied: z.array(z.object({ name: z.string(), at: z.string().nullable().describe('null: before times were kept.') })),
  })
  .meta({
    id: 'SetupState',
    description: 'The tables of the store.',
    examples: [{ store: 'sqlite', schema_version: '160-agent-seeds', pending: [], applied: [{ name: '160-agent-seeds', at: AT }] }],
  })
const seedsSchema = z
  .object({ items: z.array(z.object({ id: z.string(), domain: z.string(), version: z.string(), seeded_at: z.string() })) })
  .meta({ id: 'SeededAgents', description: 'The stored definitions of agents.', examples: [{ items: [{ ...seed, seeded_at: AT }] }] })
const capabilitiesSchema = z
  .object({ store: z.string(), transactions: z.boolean(), full_text: z.string(), vectors: z.int(), notify: z.string() })
  .meta({
    id: 'SetupCapabilities',
    description: 'The adapters of database and search.',
    examples: [{ store: 'sqlite', transactions: true, full_text: 'embedded', vectors: 384, notify: 'in process' }],
  })
const agentSchema = z.object({
  id: z.string(),
  domain: z.string(),
  slug: z.string(),
  version: z.string(),
  model: z.string(),
  tools: z.array(z.string()),
})
const promptSchema = z.object({
  name: z.string().describe('A prompt of this name in the repository takes the place of the product’s own.'),
  version: z.string(),
  source: z.enum(['product', 'repository']),
})
const promptExample = { name: 'agent-admin-documentation-assistant', version: '9c1a7d04e2b3', source: 'product' as const }
const runningExample = { ...seed, slug: 'documentation-assistant', model: 'default', tools: ['admin-knowledge-search'] }
const currentSchema = z.object({ items: z.array(agentSchema.extend({ prompt: promptSchema })) }).meta({
  id: 'RunningAgents',
  description: 'The definitions of agents in use.',
  examples: [{ items: [{ ...runningExample, prompt: promptExample }] }],
})
const controlSchema = z
  .object({ items: z.array(agentSchema.extend({ change: z.enum(['new', 'changed', 'unchanged']) })) })
  .meta({ id: 'AgentControl', description: 'What a seed writes.', examples: [{ items: [{ ...runningExample, change: 'new' }] }] })
const seedReply = z
  .object({ seeded: z.int(), unchanged: z.int() })
  .meta({ id: 'SeedReply', description: 'How many were written.', examples: [{ seeded: 11, unchanged: 0 }] })

export const SEEDS = ['/setup/db/agents/control/seed', '/setup/db/seed'] as const

/** For operators: the tables, and the agents that are meant to run. */
export function registerSetupRoutes(app: App, { edge, offers }: Seat, migrations: readonly Migration[]): void {
  const { ports } = edge
  const { database } = ports
  const config = { access: 'operator' as const }
  const running = () =>
    offers.agents.map((agent) => {
      const { id, domain, slug, model = 'default', tools } = agent
      return {
        id,
        domain,
        slug,
        version: versionOf(agent),
        model,
        tools: tools.filter((name) => offers.tools.some((tool) => tool.id === name)),
      }
    })
  app.get(
    '/setup/db',
    { config, schema: { operationId: 'getSetup', summary: 'List the tables of the database', response: { 200: stateSchema } } },
    async () => {
      const applied = await appliedMigrations(database.tables())
      const known = new Set(applied.map(({ name }) => name))
      const pending = migrations.map(({ name }) => name).filter((name) => !known.has(name))
      return { store: database.kind, schema_version: applied.at(-1)?.name ?? '', pending: pending.sort(), applied }
    },
  )
  app.get(
    '/setup/db/capabilities',
    {
      config,
      schema: {
        operationId: 'getSetupCapabilities',
        summary: 'Get the adapters of database and search',
        response: { 200: capabilitiesSchema },
      },
    },
    async () => ({
      store: database.kind,
      transactions: true,
      full_text: ports.search.kind,
      vectors: ports.embedder.dimensions,
      notify: database.kind === 'postgres' ? 'LISTEN/NOTIFY' : 'in process',
    }),
  )
  app.get(
    '/setup/db/agents',
    {
      config,
      schema: { operationId: 'listSeededAgents', summary: 'List the stored definitions of agents', response: { 200: seedsSchema } },
    },
    async () => ({ items: await seededAgents(ports) }),
  )
  app.get(
    '/setup/db/agents/current',
    {
      config,
      schema: { operationId: 'listRunningAgents', summary: 'List the definitions of agents in use', response: { 200: currentSchema } },
    },
    async () => {
      const prompts = await Promise.all(
        offers.agents.map(async (agent) => {
          const { version, source } = await promptOf(agent, { edge })
          return { name: promptNameOf(agent), version, source }
        }),
      )
      return { items: running().map((agent, i) => ({ ...agent, prompt: prompts[i]! })) }
    },
  )
  app.get(
    '/setup/db/agents/control',
    { config, schema: { operationId: 'getAgentControl', summary: 'Preview what a seed writes', response: { 200: controlSchema } } },
    async () => {
      const known = new Map((await seededAgents(ports)).map(({ id, version }) => [id, version]))
      const changeOf = ({ id, version }: { id: string; version: string }) =>
        !known.has(id) ? ('new' as const) : known.get(id) === version ? ('unchanged' as const) : ('changed' as const)
      return { items: running().map((agent) => ({ ...agent, change: changeOf(agent) })) }
    },
  )
  for (const [i, path] of SEEDS.entries())
    app.post(
      path,
      {
        config,
        schema: {
          operationId: i === 0 ? 'seedAgents' : 'seedSetup',
          summary: 'Store the definitions of agents in use',
          response: { 200: seedReply },
        },
      },
      async () => seedAgents(ports, offers.agents),
    )
}
