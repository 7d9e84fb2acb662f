import { z } from 'zod'
import { promptNameOf } from '../../../kernel/agents/define-agent.ts'
import { inputSchemaOf, type Tool } from '../../../kernel/agents/define-tool.ts'
import { domains, type Named, titleOf } from '../../../kernel/agents/domains.ts'
import type { Offers } from '../../../kernel/agents/offers.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { sendBytesWithEtag } from '../../../kernel/http/reply/etag.ts'

/** What the registries of one installation tell of. */
const TARGET = 'millrace'
const JSON_TYPE = 'application/json; charset=utf-8'

const example = {
  id: 'admin-knowledge-search',
  domain: 'admin',
  slug: 'knowledge-search',
  title: 'Knowledge search',
  description: 'Finds passages in the uploaded documents.',
  path: '/ai/admin/tools/knowledge-search',
}
const entrySchema = z.object({
  id: z.string(),
  domain: z.string(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  path: z.string().describe('Where it is called.'),
  promptName: z.string().optional().describe('Of agents: the prompt of the repository that takes the place of their own.'),
  effect: z.enum(['read', 'write']).optional().describe('Of tools: whether it changes something.'),
  inputSchema: z.record(z.string(), z.unknown()).optional().describe('JSON Schema of the input.'),
})
type Entry = z.output<typeof entrySchema>

const registryOf = (list: string) =>
  z
    .object({ target: z.string(), count: z.int(), [list]: z.array(entrySchema) })
    .meta({ description: 'Entries in order of their ids.', examples: [{ target: TARGET, count: 1, [list]: [example] }] })

const manifestSchema = z
  .object({
    domain: z.string(),
    toolCount: z.int(),
    agentCount: z.int(),
    workflowCount: z.int(),
    tools: z.array(z.string()),
    agents: z.array(z.string()),
    workflows: z.array(z.string()),
  })
  .meta({
    id: 'RouteManifest',
    description: 'The paths of one domain.',
    examples: [{ domain: 'admin', toolCount: 1, agentCount: 0, workflowCount: 0, tools: [example.path], agents: [], workflows: [] }],
  })

const files = ['/tools.json', '/agents.json', '/workflows.json', '/mcp-servers.json', ...domains.map((domain) => `/${domain}/routes.json`)]
/** Every path of a list, also as a gateway in front of the installation calls it. */
export const registryPaths = files.flatMap((file) => [file, `/ai${file}`])

/** Lists of what there is, open to everyone: they tell what can be asked for, and nothing of what is in it. */
export function registerRegistryRoutes(app: App, offers: Offers): void {
  const registries = {
    tools: offers.tools.map((tool) => ({ ...entryOf(tool, 'tools'), effect: tool.effect, inputSchema: inputSchemaOf(tool) })),
    agents: offers.agents.map((agent) => ({ ...entryOf(agent, 'agents'), promptName: promptNameOf(agent) })),
    workflows: offers.workflows.map((flow) => ({ ...entryOf(flow, 'workflows'), inputSchema: inputSchemaOf({ input: flow.run.input }) })),
    servers: [mcpServer(offers.tools)],
  } satisfies Record<string, readonly Entry[]>
  for (const [list, entries] of Object.entries(registries)) {
    const file = list === 'servers' ? 'mcp-servers' : list
    const body = JSON.stringify({ target: TARGET, count: entries.length, [list]: entries })
    const schema = {
      operationId: `list${file.split('-').map(capital).join('')}`,
      summary: `List every ${list === 'servers' ? 'MCP server' : list.slice(0, -1)} of this installation`,
      etag: true,
      response: { 200: registryOf(list) },
    }
    serveOpen(app, `/${file}.json`, body, schema)
  }
  for (const kind of ['tools', 'agents', 'workflows'] as const) {
    const entries = registries[kind].filter((entry) => entry.domain === 'sdac')
    const body = JSON.stringify({ target: TARGET, count: entries.length, [kind]: entries })
    const schema = {
      operationId: `listSdac${capital(kind)}`,
      summary: `List every ${kind.slice(0, -1)} for cost reports`,
      etag: true,
      response: { 200: registryOf(kind) },
    }
    app.get(
      `/sdac/registry/${kind}`,
      { config: { access: 'api' }, schema },
      async (request, reply) => sendBytesWithEtag(request, reply, body, JSON_TYPE) as never,
    )
  }
  for (const domain of domains) {
    const own = (kind: 'tools' | 'agents' | 'workflows') => registries[kind].filter((e) => e.domain === domain).map(({ path }) => path)
    const [tools, agents, workflows] = [own('tools'), own('agents'), own('workflows')]
    const counts = { toolCount: tools.length, agentCount: agents.length, workflowCount: workflows.length }
    const body = JSON.stringify({ domain, ...counts, tools, agents, workflows })
    const schema = {
      operationId: `get${capital(domain)}Routes`,
      summary: `List the routes of the domain ${domain}`,
      etag: true,
      response: { 200: manifestSchema },
    }
    serveOpen(app, `/${domain}/routes.json`, body, schema)
  }
}

function serveOpen(app: App, file: string, body: string, schema: object): void {
  for (const path of [file, `/ai${file}`])
    app.get(
      path,
      { config: { access: 'open' }, schema: { ...schema, hide: path !== file } },
      async (request, reply) => sendBytesWithEtag(request, reply, body, JSON_TYPE) as never,
    )
}

const entryOf = (value: Named, kind: 'tools' | 'agents' | 'workflows'): Entry => {
  const { id, domain, slug, description } = value
  return { id, domain, slug, title: titleOf(value), description, path: `/ai/${domain}/${kind}/${slug}` }
}

const mcpServer = (tools: readonly Tool[]): Entry => ({
  id: 'millrace',
  domain: 'admin',
  slug: 'millrace',
  title: 'Millrace',
  description: `The ${tools.length} tools of this installation over the Model Context Protocol, with the caller's own credentials.`,
  path: '/mcp',
})

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
