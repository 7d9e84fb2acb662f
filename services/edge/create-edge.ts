import { z } from 'zod'
import { readAs } from '../../kernel/access/limited-search.ts'
import { configSchemaOf } from '../../kernel/config/config.ts'
import { groupsOf } from '../../kernel/consumer-groups.ts'
import { dependenciesOf, dependenciesOfServices } from '../../kernel/dependencies.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { type BuildAppOptions, buildApp } from '../../kernel/http/app/build-app.ts'
import { addIdempotency } from '../../kernel/http/idempotency/idempotent-routes.ts'
import type { RateCounter } from '../../kernel/http/limits/limits.ts'
import { createSharedCounter } from '../../kernel/http/limits/shared-budgets.ts'
import { sharedSlots } from '../../kernel/http/limits/shared-slots.ts'
import { sendBytesWithEtag } from '../../kernel/http/reply/etag.ts'
import { registerAssets, registerPages } from '../../kernel/http/reply/pages.ts'
import { openStreamCount, useStreamSlots } from '../../kernel/http/sse/sse.ts'
import { tellBy } from '../../kernel/outbox/tell-by.ts'
import type { Ports } from '../../kernel/ports.ts'
import { createHealth, type Dependency } from '../../kernel/runtime/health.ts'
import { createMetrics, type Metrics } from '../../kernel/runtime/metrics.ts'
import type { EdgeContext, Service } from '../../kernel/service.ts'
import { type Probe, registerDetailedHealth } from './detailed-health.ts'
import { registerHealthRoutes } from './health-routes.ts'
import { platform } from './platform.ts'
import { registerSignIn } from './sign-in-routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Turns readiness to 503 for good, so that no new requests come while the process stops. */
    setDraining(): void
  }
}

export interface EdgeOptions
  extends Omit<EdgeContext, 'ports' | 'readAs' | 'tell' | 'configSchema' | 'groups' | 'views'>,
    Pick<BuildAppOptions, 'identify' | 'counter'> {
  readonly ports: Ports
  readonly services: readonly Service[]
  /** Shared with the consumers of the same process. */
  readonly metrics?: Metrics
  /** Conditions of readiness beside the ports: stalled consumers, the configuration file. */
  readonly dependencies?: readonly Dependency[]
  /** What the detailed health tells beside the ports. */
  readonly probes?: readonly Probe[]
}

/** One Fastify app with the routes of all services, the health routes, metrics and the OpenAPI document. Ready to listen. */
export async function createEdge(options: EdgeOptions): Promise<App> {
  const { env, log, ports, services, publish, projected, identify, counter, metrics = createMetrics() } = options
  const shareCounter = (fallback: RateCounter) =>
    createSharedCounter({ database: ports.database, clock: ports.clock, perMinute: env.RATE_LIMIT_PER_MINUTE, fallback, log })
  // the embedded store belongs to one process, which counts in its memory
  const severalEdges = ports.database.kind === 'postgres'
  const app = await buildApp({
    env,
    log,
    families: [...services, ...platform],
    config: ports.config,
    metrics,
    identify,
    counter,
    ...(severalEdges ? { shareCounter } : {}),
  })
  if (severalEdges) shareSlots(app, ports, log)
  addIdempotency(app, ports)
  const dependencies = [...dependenciesOfServices(services, ports, env, groupsOf(services)), ...(options.dependencies ?? [])]
  const health = createHealth([...dependenciesOf(ports), ...dependencies], { clock: ports.clock, log })
  let draining = false
  app.decorate('setDraining', () => {
    draining = true
  })
  registerHealthRoutes(app, { health, env, draining: () => draining })
  registerDetailedHealth(app, { ...options, dependencies })
  for (const { counts = {} } of services) for (const [name, { help, now }] of Object.entries(counts)) metrics.watchCounts(name, help, now)
  registerMetrics(app, metrics)
  registerAssets(app)
  registerSignIn(app)
  registerOpenApi(app)
  const tell = tellBy(ports, 'edge', publish)
  const configSchema = configSchemaOf(services.flatMap(({ config = [] }) => config))
  const ctx = {
    ports,
    env,
    configSchema,
    readAs: readAs(ports),
    publish,
    tell,
    projected,
    groups: groupsOf(services),
    views: services.flatMap((s) => s.views ?? []),
  }
  for (const service of services) await service.routes?.(app, { ...ctx, log: log.child({ service: service.name }) })
  registerPages(app)
  await app.ready()
  return app
}

function shareSlots(app: App, { database, clock }: EdgeContext['ports'], log: EdgeContext['log']): void {
  const slots = sharedSlots({ database, clock, log })
  useStreamSlots(app.server, slots)
  app.addHook('onClose', () => slots.close())
}

function registerMetrics(app: App, metrics: Metrics): void {
  const text = {
    description: 'One line a sample.',
    content: {
      'text/plain': { schema: z.string().meta({ examples: ['# TYPE millrace_sse_streams_open gauge\nmillrace_sse_streams_open 3\n'] }) },
    },
  }
  const schema = {
    tags: ['operations'],
    operationId: 'getMetrics',
    summary: 'Get metrics in the Prometheus text format',
    response: { 200: text },
  }
  metrics.watchStreams(() => openStreamCount(app.server))
  app.get('/metrics', { config: { access: 'operator' }, schema }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send((await metrics.registry.metrics()) as never),
  )
}

function registerOpenApi(app: App): void {
  const schema = {
    tags: ['operations'],
    operationId: 'getOpenApiDocument',
    summary: 'Get the OpenAPI document',
    description: 'OpenAPI 3.1, made from the routes that this server has.',
    etag: true,
    response: {
      200: z.looseObject({ openapi: z.string() }).meta({ description: 'An OpenAPI document.', examples: [{ openapi: '3.1.0' }] }),
    },
  }
  let document: string | undefined
  app.get('/api/v2/openapi.json', { config: { access: 'open' }, schema }, async (request, reply) => {
    document ??= JSON.stringify(app.swagger())
    return sendBytesWithEtag(request, reply, document, 'application/json; charset=utf-8') as never
  })
}
