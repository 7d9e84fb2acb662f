import { z } from 'zod'
import { messageOf } from '../../kernel/errors.ts'
import type { App } from '../../kernel/http/app.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { directoryOf, isReadable, knownFileTypes } from './file-types.ts'
import { uploadDocs } from './route-docs.ts'
import { mappingsSchema, testCloudSchema, uploadConfigSchema, uploadHealthSchema, workerHealthSchema } from './setup-schemas.ts'

/** Whether acceptance itself starts the pipeline. Kept in memory of this process, as the interface says. */
export interface Trigger {
  http: boolean
}

/** Consumer groups of the pipeline, in order, with the topic that each reads first. */
const STAGES = [
  { group: 'parse', topic: 'document.received' },
  { group: 'chunk', topic: 'document.parsed' },
  { group: 'embed', topic: 'document.chunked' },
  { group: 'index', topic: 'document.embedded' },
] as const

/** Configuration, trigger, mappings and the health of what stands behind uploads. */
export function registerSetupRoutes(app: App, ctx: EdgeContext, trigger: Trigger): void {
  const { ports, env } = ctx
  const config = { access: 'api' } as const

  app.get('/api/v2/upload/config', { config, schema: { ...uploadDocs.config, response: { 200: uploadConfigSchema } } }, () => ({
    worker: { endpoint: 'topic:document.received', stages: [...STAGES] },
    trigger: { http_trigger_enabled: trigger.http, mode: trigger.http ? ('http' as const) : ('event_notification' as const) },
    timeouts: { sync_timeout_ms: env.SYNC_TIMEOUT_MS, parse_timeout_ms: ports.config.parsing.timeout_ms },
    limits: { max_file_size_mb: ports.config.upload.max_file_size_mb },
    debug: { log_level: env.LOG_LEVEL, local_storage: ports.blobs.kind === 'filesystem' },
  }))

  const toggleSchema = z.object({ enabled: z.boolean() }).meta({ examples: [{ enabled: true }] })
  const toggledSchema = z.object({ http_trigger_enabled: z.boolean() }).meta({ examples: [{ http_trigger_enabled: true }] })
  app.post(
    '/api/v2/upload/config/toggle',
    {
      config: { access: 'admin' },
      schema: { ...uploadDocs.toggle, body: toggleSchema, response: { 200: toggledSchema } },
    },
    (request) => {
      trigger.http = request.body.enabled
      ctx.log.info({ actor: request.caller.actor, httpTrigger: trigger.http, requestId: request.id }, 'the HTTP trigger was set')
      return { http_trigger_enabled: trigger.http }
    },
  )

  app.get('/api/v2/upload/mappings', { config, schema: { ...uploadDocs.mappings, response: { 200: mappingsSchema } } }, async () => {
    const exists = await answers(() => ports.blobs.ping())
    return [...knownFileTypes, '*'].map((type) => ({
      extension: type === '*' ? '*' : `.${type}`,
      container: env.BLOB_CONTAINER,
      directory: directoryOf(type),
      example_url: ports.blobs.url(`${directoryOf(type)}/example${type === '*' ? '' : `.${type}`}`),
      container_exists: exists.ok,
      readable: isReadable(type),
    }))
  })

  app.get(
    '/api/v2/upload/health',
    { config: { access: 'open' }, schema: { ...uploadDocs.health, response: { 200: uploadHealthSchema, 503: uploadHealthSchema } } },
    async (_request, reply) => {
      const [log, store] = await Promise.all([answers(() => ports.broker.ping()), answers(() => ports.blobs.ping())])
      const healthy = log.ok && store.ok
      return reply.code(healthy ? 200 : 503).send({ status: stateOf(healthy), timestamp: new Date(ports.clock.now()).toISOString() })
    },
  )

  app.get(
    '/api/v2/upload/worker-app/health',
    { config, schema: { ...uploadDocs.workerHealth, response: { 200: workerHealthSchema } } },
    async () => {
      const checks = {
        broker: () => ports.broker.ping(),
        database: () => ports.views.ping(),
        storage: () => ports.blobs.ping(),
        search_index: () => ports.search.ping(),
      }
      const dependencies = Object.fromEntries(
        await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, describe(await answers(check))] as const)),
      )
      const stages = Object.fromEntries(
        await Promise.all(STAGES.map(async ({ group, topic }) => [group, { topic, waiting: await waiting(ctx, group, topic) }] as const)),
      )
      const healthy = Object.values(dependencies).every((d) => d.status === 'healthy')
      return { status: stateOf(healthy), timestamp: new Date(ports.clock.now()).toISOString(), dependencies, stages }
    },
  )

  app.get('/api/v2/upload/test-cloud', { config, schema: { ...uploadDocs.testCloud, response: { 200: testCloudSchema } } }, async () => {
    const store = await answers(() => ports.blobs.ping())
    return {
      status: store.ok ? ('connected' as const) : ('failed' as const),
      kind: ports.blobs.kind,
      container: env.BLOB_CONTAINER,
      latency_ms: store.ms,
      ...(store.ok ? {} : { diagnosis: store.reason }),
    }
  })
}

interface Answer {
  readonly ok: boolean
  readonly ms: number
  readonly reason: string
}

async function answers(check: () => Promise<void>): Promise<Answer> {
  const started = performance.now()
  const done = (ok: boolean, reason = ''): Answer => ({ ok, ms: Math.round(performance.now() - started), reason })
  return check().then(
    () => done(true),
    (error) => done(false, messageOf(error)),
  )
}

const stateOf = (ok: boolean) => (ok ? ('healthy' as const) : ('unhealthy' as const))
const describe = ({ ok, ms }: Answer) => ({ status: stateOf(ok), responseTimeMs: ms })

/** Records that a stage has not finished yet. */
async function waiting({ ports }: EdgeContext, group: string, topic: string): Promise<number> {
  const [committed, partitions] = await Promise.all([ports.broker.committed(group, topic), ports.broker.partitions(topic)])
  return partitions.reduce((sum, { partition, earliest, latest }) => sum + Number(latest - (committed.get(partition) ?? earliest)), 0)
}
