import { z } from 'zod'
import { diskSpace } from '../../kernel/blobs/room.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { DEFAULT_ALIAS, modelAlias, modelNameOf } from '../../kernel/llm/aliases.ts'
import { NO_MODEL } from '../../kernel/llm/no-model.ts'
import type { Ports } from '../../kernel/ports.ts'
import type { Env } from '../../kernel/runtime/env.ts'
import { withoutPaths } from '../../kernel/runtime/errors.ts'
import { createHealth, type Dependency } from '../../kernel/runtime/health.ts'
import type { Logger } from '../../kernel/runtime/log.ts'
import { createSecretHider } from './hide-secrets.ts'

/** What answers later than this is degraded. */
const SLOW_MS = 2_000

const serviceSchema = z.object({
  status: z.enum(['healthy', 'degraded', 'unhealthy', 'unconfigured']),
  responseTimeMs: z.number().nullable().describe('null where nothing was asked.'),
  details: z.record(z.string(), z.unknown()),
})
const reportSchema = z
  .object({
    status: z.enum(['healthy', 'degraded', 'unhealthy']),
    timestamp: z.string(),
    uptime: z.number().describe('Seconds.'),
    services: z.record(z.string(), serviceSchema),
  })
  .meta({
    id: 'DetailedHealth',
    description: 'Every dependency with its state, and why one is down.',
    examples: [
      {
        status: 'healthy',
        timestamp: '2026-03-12T09:30:00.000Z',
        uptime: 86.2,
        services: {
          database: { status: 'healthy', responseTimeMs: 1.2, details: { kind: 'sqlite' } },
          tavily: { status: 'unconfigured', responseTimeMs: null, details: { note: 'No tool uses this web search.' } },
        },
      },
    ],
  })
type ServiceHealth = z.output<typeof serviceSchema>

/** Something that an operator wants to know the state of. Without `check` it is not configured, and `details` say what that means. */
export interface Probe {
  readonly name: string
  /** Whether its loss makes the platform unhealthy; else it only degrades. */
  readonly required?: boolean
  readonly details: Readonly<Record<string, unknown>>
  readonly check?: Dependency['check']
  /** Whether it is configured at this moment, where that changes. */
  readonly configured?: () => boolean
}

export interface DetailedHealthParts {
  readonly ports: Ports
  readonly env: Env
  readonly log: Logger
  /** Conditions of readiness beside the ports. */
  readonly dependencies?: readonly Dependency[]
  /** Probes of services, which replace those of the same name. */
  readonly probes?: readonly Probe[]
}

function probesOf({ broker, database, blobs, search, llm, config }: Ports, env: Env): Probe[] {
  const absent = (name: string, note: string): Probe => ({ name, details: { note } })
  const answerer: Probe = {
    name: 'llmProvider',
    // which model it is may change while the process runs
    get details() {
      if (llm.provider === 'embedded') return { note: NO_MODEL }
      return { provider: llm.provider, model: modelNameOf(modelAlias(config, llm, DEFAULT_ALIAS)) }
    },
    configured: () => llm.provider !== 'embedded',
    check: (signal) => llm.check(DEFAULT_ALIAS, { deep: false, signal, alias: DEFAULT_ALIAS }),
  }
  return [
    { name: 'database', required: true, details: { kind: database.kind }, check: () => database.ping() },
    answerer,
    absent('contentSafety', 'No moderation endpoint is configured.'),
    absent('tavily', 'No tool uses this web search.'),
    absent('perplexity', 'No tool uses this web search.'),
    { name: 'broker', required: true, details: { kind: broker.kind }, check: () => broker.ping() },
    { name: 'storage', required: true, details: { kind: blobs.kind, container: env.BLOB_CONTAINER }, check: () => blobs.ping() },
    {
      name: 'searchIndex',
      required: true,
      get details() {
        return { kind: search.kind, ...(search.opening?.() && { opening: search.opening() }) }
      },
      check: () => search.ping(),
    },
    ...(blobs.room ? [{ ...diskSpace(blobs, config), details: {} }] : []),
  ]
}

/** GET /admin/health/detailed: probes every dependency (at most 5 s each, shared for 1 s) and tells operators why one is down. */
export function registerDetailedHealth(
  app: App,
  { ports, env, log, dependencies: others = [], probes: more = [] }: DetailedHealthParts,
): void {
  const conditions = others.map((dependency): Probe => ({ ...dependency, details: {} }))
  const byName = new Map([...probesOf(ports, env), ...conditions, ...more].map((probe) => [probe.name, probe]))
  const dependencies = [...byName.values()].flatMap(({ name, required = false, check }) => (check ? [{ name, required, check }] : []))
  const health = createHealth(dependencies, { clock: ports.clock, log })
  const hide = createSecretHider(env)

  const schema = {
    tags: ['health'],
    operationId: 'getDetailedHealth',
    summary: 'Get every dependency with details for operators',
    response: { 200: reportSchema, 503: reportSchema },
  }
  app.get('/admin/health/detailed', { config: { access: 'operator' }, schema }, async (_request, reply) => {
    const report = await health.check()
    const describe = ({ name, details, configured }: Probe): ServiceHealth => {
      const found = report.dependencies[name]
      if (!found || configured?.() === false) return { status: 'unconfigured', responseTimeMs: null, details: { ...details } }
      const { responseTimeMs } = found
      if (found.status === 'healthy')
        return { status: responseTimeMs > SLOW_MS ? 'degraded' : 'healthy', responseTimeMs, details: { ...details } }
      return { status: 'unhealthy', responseTimeMs, details: { ...details, reason: hide(withoutPaths(health.reasonOf(name) ?? '')) } }
    }
    const services = Object.fromEntries([...byName.values()].map((probe) => [probe.name, describe(probe)]))
    const slow = Object.values(services).some((s) => s.status === 'degraded')
    const status = report.status === 'healthy' && slow ? 'degraded' : report.status
    const { timestamp } = report
    return reply.code(status === 'unhealthy' ? 503 : 200).send({ status, timestamp, uptime: process.uptime(), services })
  })
}
