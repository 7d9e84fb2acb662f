import { z } from 'zod'
import type { Agent } from '../../../../kernel/agents/define-agent.ts'
import { defineTool, type Tool, type ToolContext } from '../../../../kernel/agents/define-tool.ts'
import { sectionOf } from '../../../../kernel/config/section.ts'
import { ApiError, messageOf } from '../../../../kernel/runtime/errors.ts'
import { mcpSection, type RemoteServer } from './mcp-section.ts'
import type { RemoteTool } from './remote-server.ts'

/** A list is asked for again after this, and one that could not be had after less. */
const KEEP_MS = 60_000
const KEEP_FAILED_MS = 10_000
const MOST_TOOLS = 50
const MOST_DESCRIPTION = 1_000
const MOST_SCHEMA = 20_000
/** Of a schema, with what it refers to in its place. */
const MOST_PARTS = 5_000

interface Kept {
  readonly until: number
  readonly tools: Promise<readonly Tool[]>
}

/** Lists by server and address, of this process. */
const kept = new Map<string, Kept>()

/**
 * The tools of other MCP servers that an agent may use. What they say is material, as every result is; a tool that is not named as read
 * only waits for approval, whatever its server says of it. A server that does not answer offers none.
 */
export async function remoteTools({ id }: Pick<Agent, 'id'>, ctx: Pick<ToolContext, 'edge' | 'log'>): Promise<readonly Tool[]> {
  const { servers } = sectionOf(ctx.edge.ports.config, mcpSection)
  const own = Object.entries(servers).filter(([, { agents }]) => agents.includes(id))
  const found = await Promise.all(own.map(([name, server]) => toolsOfServer(name, server, ctx)))
  return own.flatMap(([name], i) => found[i]!.filter((tool) => !belongsToAnother(tool.id, name, Object.keys(servers))))
}

/** Whether the id is one of a server with a longer name: `a` may not call a tool of its own `b-read` where there is a server `a-b`. */
const belongsToAnother = (id: string, name: string, names: readonly string[]): boolean =>
  names.some((other) => other.startsWith(`${name}-`) && id.startsWith(`mcp-${other}-`))

function toolsOfServer(name: string, server: RemoteServer, { edge, log }: Pick<ToolContext, 'edge' | 'log'>): Promise<readonly Tool[]> {
  const key = JSON.stringify([name, server])
  const known = kept.get(key)
  if (known && performance.now() < known.until) return known.tools
  const tools = listTools(name, server, edge.env.secretOf).catch((error: unknown) => {
    log.warn({ server: name, error: messageOf(error) }, 'an MCP server does not tell its tools')
    kept.set(key, { until: performance.now() + KEEP_FAILED_MS, tools: Promise.resolve([]) })
    return []
  })
  kept.set(key, { until: performance.now() + KEEP_MS, tools })
  return tools
}

type SecretOf = ToolContext['edge']['env']['secretOf']
const tokenOf = ({ token_env }: RemoteServer, secretOf: SecretOf) => (token_env === undefined ? undefined : secretOf(token_env))

async function listTools(name: string, server: RemoteServer, secretOf: SecretOf): Promise<readonly Tool[]> {
  const { listRemoteTools } = await import('./remote-server.ts')
  const tools = new Map<string, Tool>()
  for (const remote of (await listRemoteTools(server, tokenOf(server, secretOf))).slice(0, MOST_TOOLS)) {
    const tool = asTool(name, server, remote)
    if (tool && !tools.has(tool.id)) tools.set(tool.id, tool)
  }
  return [...tools.values()]
}

/** The tool as agents have it; undefined for one whose name or input is beyond what they take. */
export function asTool(name: string, server: RemoteServer, remote: RemoteTool): Tool | undefined {
  const slug = `mcp-${name}-${remote.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}`
  const input = inputOf(remote.inputSchema)
  if (slug.length > 64 || slug.endsWith('-') || !input) return undefined
  return defineTool({
    id: slug,
    domain: 'admin',
    slug,
    description: `Of the MCP server ${name}: ${(remote.description ?? remote.name).slice(0, MOST_DESCRIPTION).toWellFormed()}`,
    input,
    output: z.object({ text: z.string() }),
    effect: server.read_only.includes(remote.name) ? 'read' : 'write',
    timeoutMs: server.timeout_ms,
    async handle({ edge, signal }, given) {
      const { callRemoteTool } = await import('./remote-server.ts')
      const call = { name: remote.name, arguments: z.record(z.string(), z.unknown()).parse(given) }
      try {
        return { text: await callRemoteTool(server, tokenOf(server, edge.env.secretOf), call, signal) }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof ApiError) throw error
        throw new ApiError('upstream_failed', `the MCP server ${name} failed`, { cause: error })
      }
    },
  })
}

function inputOf(schema: Record<string, unknown>): z.ZodType | undefined {
  if (!isShort(schema)) return undefined
  try {
    return z.fromJSONSchema({ ...boundedSchema(schema), type: 'object' } as never)
  } catch {
    return z.record(z.string(), z.unknown()) // a form that is not known here: its server checks it
  }
}

function isShort(schema: Record<string, unknown>): boolean {
  try {
    return JSON.stringify(schema).length <= MOST_SCHEMA
  } catch {
    return false // nested deeper than can be written: this tool is left out, and no other with it
  }
}

type Part = Readonly<Record<string, unknown>>

/**
 * The schema without what costs more than it is long: what it refers to stands in its place, within bounds and anything where it contains
 * itself; patterns, which could be made to run for ever, are its server's to check. Throws RangeError beyond the bounds.
 */
function boundedSchema({ $schema: _, $defs, definitions, ...root }: Part): Part {
  const named = new Map(
    [$defs, definitions].flatMap((of, n) =>
      Object.entries(of ?? {}).map(([name, part]) => [`#/${n === 0 ? '$defs' : 'definitions'}/${name}`, part]),
    ),
  )
  let parts = 0
  const copied = (part: unknown, within: readonly unknown[]): unknown => {
    if (++parts > MOST_PARTS) throw new RangeError('the schema is too large')
    if (Array.isArray(part)) return part.map((one) => copied(one, within))
    if (typeof part !== 'object' || part === null) return part
    const { $ref } = part as Part
    if (typeof $ref === 'string') return within.includes($ref) || !named.has($ref) ? {} : copied(named.get($ref), [...within, $ref])
    const kept = Object.entries(part).filter(
      ([name, value]) => !(name === 'pattern' && typeof value === 'string') && name !== 'patternProperties',
    )
    return Object.fromEntries(kept.map(([name, value]) => [name, copied(value, within)]))
  }
  return copied(root, []) as Part
}
