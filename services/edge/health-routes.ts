import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { App } from '../../kernel/http/app/app.ts'
import { wantsPage } from '../../kernel/http/reply/negotiate.ts'
import { sendPage } from '../../kernel/http/reply/pages.ts'
import type { Env } from '../../kernel/runtime/env.ts'
import { type Health, type HealthReport, notReady } from '../../kernel/runtime/health.ts'
import { VERSION } from '../../kernel/runtime/version.ts'
import { systemMetrics } from './system-metrics.ts'

const probed = {
  responseTimeMs: z.number(),
  last_checked: z.string(),
  behind: z.int().optional().describe('Records that it has yet to take in, where it is not ready for that.'),
  detail: z.string().optional().describe('A few words on it; of `ai_services`, which model answers, or that there is none.'),
}
const dependency = z.object({ status: z.enum(['healthy', 'unhealthy']), ...probed })
const overall = z.enum(['healthy', 'degraded', 'unhealthy'])
const at = '2026-03-12T09:30:00.000Z'
const checked = { responseTimeMs: 2.1, last_checked: at }
const alive = z
  .object({
    status: z.string(),
    timestamp: z.string(),
    uptime: z.number().optional().describe('Seconds.'),
    degraded: z.array(z.string()).optional().describe('Readiness: what does not answer, without which the process is still of use.'),
  })
  .meta({
    id: 'Alive',
    description: 'The process answers.',
    examples: [{ status: 'healthy', timestamp: at, uptime: 86.2 }],
  })
const deep = z.object({ status: overall, timestamp: z.string(), uptime: z.number(), dependencies: z.record(z.string(), dependency) }).meta({
  id: 'DeepHealth',
  description: 'Each dependency with its state and the time that it took.',
  examples: [{ status: 'healthy', timestamp: at, uptime: 86.2, dependencies: { broker: { status: 'healthy', ...checked } } }],
})
const platform = z
  .object({
    status: overall,
    timestamp: z.string(),
    version: z.string(),
    uptime: z.number(),
    services: z.record(z.string(), z.object({ status: z.enum(['up', 'down']), ...probed })),
    system_metrics: z.record(z.string(), z.number().nullable()).describe('Percent; null where the system does not tell.'),
  })
  .meta({
    id: 'PlatformHealth',
    description: 'The overall health, with the load of the machine.',
    examples: [
      {
        status: 'degraded',
        timestamp: at,
        version: VERSION,
        uptime: 86.2,
        services: {
          database: { status: 'up', ...checked },
          ai_services: { status: 'down', ...checked, detail: 'down: gpt-4o-mini does not answer' },
        },
        system_metrics: { cpu_usage_percent: 12.5, memory_usage_percent: 41.2, disk_usage_percent: 63 },
      },
    ],
  })
const summary = z
  .object({
    status: overall.or(z.literal('unknown')),
    timestamp: z.string(),
    tested: z.boolean(),
    services: z.record(z.string(), dependency),
  })
  .meta({
    id: 'HealthSummary',
    description: 'The state of each dependency; `unknown` before the first check.',
    examples: [{ status: 'healthy', timestamp: at, tested: true, services: { broker: { status: 'healthy', ...checked } } }],
  })

const now = () => new Date().toISOString()
const config = { access: 'open', unlimited: true } as const
const tags = ['health']

export interface HealthRouteParts {
  readonly health: Health
  readonly env: Env
  /** True once the process is on its way out. */
  readonly draining: () => boolean
}

/** Liveness, readiness and the deep checks. They are open: names, states and times, never a reason or an address. */
export function registerHealthRoutes(app: App, { health, env, draining }: HealthRouteParts): void {
  for (const path of ['/health', '/healthz', '/status', '/api/health', '/ai/health']) registerGuessable(app, path)

  const schemaOf = (path: string, summary: string) => ({ tags, summary, response: { 200: alive }, hide: path.startsWith('/ai/') })
  for (const path of ['/health/live', '/api/health/live', '/ai/health/live'])
    app.get(path, { config, schema: schemaOf(path, 'Check that the process runs') }, async () => ({ status: 'alive', timestamp: now() }))

  for (const path of ['/health/ready', '/api/health/ready', '/ai/health/ready'])
    app.get(path, { config, schema: schemaOf(path, 'Check that log, database, blob store and index respond') }, async () => {
      if (draining()) throw notReady('the process is stopping')
      const report = await health.check()
      if (report.status === 'unhealthy') throw notReady('a dependency does not answer', report)
      const degraded = Object.entries(report.dependencies).flatMap(([name, { status }]) => (status === 'unhealthy' ? [name] : []))
      return { status: 'ready', timestamp: now(), ...(degraded.length > 0 ? { degraded } : {}) }
    })

  registerDeepChecks(app, health, env)
}

/** Where people look first: a browser gets the page, everybody else the word that the process runs. The first is the one that is documented. */
function registerGuessable(app: App, path: string): void {
  const schema = {
    tags,
    summary: 'Check that the process runs',
    page: true,
    response: { 200: alive },
    hide: path !== '/health',
  }
  app.get(path, { config, schema }, async (request, reply) => {
    reply.header('vary', 'Accept')
    if (wantsPage(request)) return sendPage(request, reply, 'health') as never
    return { status: 'healthy', timestamp: now(), uptime: process.uptime() }
  })
}

/** Checks that ask every dependency and tell each one's state. */
function registerDeepChecks(app: App, health: Health, env: Env): void {
  const deepSchema = { tags, summary: 'Check every dependency', response: { 200: deep, 503: deep } }
  const probed = async (reply: FastifyReply) => {
    const report = await health.check()
    return reply.code(report.status === 'unhealthy' ? 503 : 200).send({ ...report, uptime: process.uptime() }) as never
  }
  app.get('/api/health/check', { config, schema: deepSchema }, (_request, reply) => probed(reply))
  const pageSchema = { ...deepSchema, summary: 'Check every dependency; browsers get the page', page: true }
  app.get('/api/v2/health/check', { config, schema: pageSchema }, async (request, reply) => {
    reply.header('vary', 'Accept')
    return wantsPage(request) ? (sendPage(request, reply, 'health') as never) : probed(reply)
  })

  app.get(
    '/api/v2/health',
    { config, schema: { tags, operationId: 'getPlatformHealth', summary: 'Get the overall health', response: { 200: platform } } },
    async () => {
      const { status, timestamp, dependencies } = await health.check()
      const system_metrics = await systemMetrics(env.DATA_DIR)
      return { status, timestamp, version: VERSION, uptime: process.uptime(), services: upOrDown(dependencies), system_metrics }
    },
  )

  const query = z.object({ test_services: z.enum(['true', 'false']).default('true') })
  const summarySchema = {
    tags,
    summary: 'Get a summary by dependency; test_services=false returns the last known states',
    querystring: query,
    response: { 200: summary },
  }
  app.get('/api/v2/health/service-health', { config, schema: summarySchema }, async (request) => {
    const tested = request.query.test_services === 'true'
    const report = tested ? await health.check() : health.latest()
    return {
      status: report?.status ?? ('unknown' as const),
      timestamp: report?.timestamp ?? now(),
      tested,
      services: report?.dependencies ?? {},
    }
  })
}

const upOrDown = (dependencies: HealthReport['dependencies']) =>
  Object.fromEntries(
    Object.entries(dependencies).map(([name, d]) => [name, { ...d, status: d.status === 'healthy' ? ('up' as const) : ('down' as const) }]),
  )
