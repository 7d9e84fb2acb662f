import { z } from 'zod'
import { createHealth, type Dependency, dependenciesOf } from '../../kernel/health.ts'
import type { App } from '../../kernel/http/app.ts'
import { type BuildAppOptions, buildApp } from '../../kernel/http/build-app.ts'
import { sendWithEtag } from '../../kernel/http/etag.ts'
import { registerAssets } from '../../kernel/http/pages.ts'
import { openStreamCount } from '../../kernel/http/sse.ts'
import { createMetrics, type Metrics } from '../../kernel/metrics.ts'
import type { EdgeContext, Service } from '../../kernel/service.ts'
import { registerHealthRoutes } from './health-routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Turns readiness to 503 for good, so that no new requests come while the process stops. */
    setDraining(): void
  }
}

export interface EdgeOptions extends EdgeContext, Pick<BuildAppOptions, 'identify' | 'counter'> {
  readonly services: readonly Service[]
  /** Shared with the consumers of the same process. */
  readonly metrics?: Metrics
  /** Conditions of readiness beside the ports: stalled consumers, a projector that is behind. */
  readonly dependencies?: readonly Dependency[]
}

/** One Fastify app with the routes of all services, the health routes, metrics and the OpenAPI document. Ready to listen. */
export async function createEdge(options: EdgeOptions): Promise<App> {
  const { env, log, ports, services, publish, projected, identify, counter, metrics = createMetrics() } = options
  const app = await buildApp({ env, log, metrics, identify, counter })
  const health = createHealth([...dependenciesOf(ports), ...(options.dependencies ?? [])], { clock: ports.clock, log })
  let draining = false
  app.decorate('setDraining', () => {
    draining = true
  })
  registerHealthRoutes(app, { health, env, draining: () => draining })
  registerMetrics(app, metrics)
  registerAssets(app)
  registerOpenApi(app)
  for (const service of services) await service.routes?.(app, { ports, env, log: log.child({ service: service.name }), publish, projected })
  await app.ready()
  return app
}

function registerMetrics(app: App, metrics: Metrics): void {
  const text = { description: 'One line a sample.', content: { 'text/plain': { schema: z.string() } } }
  const schema = {
    tags: ['operations'],
    operationId: 'getMetrics',
    summary: 'Metrics in the Prometheus text format',
    response: { 200: text },
  }
  app.get('/metrics', { config: { access: 'operator' }, schema }, async (_request, reply) => {
    metrics.openStreams.set(openStreamCount(app.server))
    return reply.type(metrics.registry.contentType).send((await metrics.registry.metrics()) as never)
  })
}

function registerOpenApi(app: App): void {
  const schema = {
    tags: ['operations'],
    operationId: 'getOpenApiDocument',
    summary: 'This document',
    description: 'OpenAPI 3.1, made from the routes that this server has.',
    etag: true,
    response: {
      200: z.looseObject({ openapi: z.string() }).meta({ description: 'An OpenAPI document.', examples: [{ openapi: '3.1.0' }] }),
    },
  }
  app.get('/api/v2/openapi.json', { config: { access: 'open' }, schema }, async (request, reply) =>
    sendWithEtag(request, reply, app.swagger()),
  )
}
