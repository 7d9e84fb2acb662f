import { z } from 'zod'
import { blobStatus } from '../../../kernel/blobs/blob-status.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import { dependenciesOf } from '../../../kernel/dependencies.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { answersWithin, createHealth, PROBE_TIMEOUT_MS } from '../../../kernel/runtime/health.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { directoryOf, isReadable, knownFileTypes } from '../formats/catalog.ts'
import { parsingSection } from '../parse/parsing-section.ts'
import { viewsCaughtUp } from '../uploads/current-views.ts'
import { uploadDocs } from '../uploads/route-docs.ts'
import { uploadSection } from '../uploads/upload-section.ts'
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
    timeouts: { sync_timeout_ms: env.SYNC_TIMEOUT_MS, parse_timeout_ms: sectionOf(ports.config, parsingSection).timeout_ms },
    limits: { max_file_size_mb: sectionOf(ports.config, uploadSection).max_file_size_mb },
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
    const { container_exists } = await blobStatus(ports.blobs, env)
    return [...knownFileTypes, '*'].map((type) => ({
      extension: type === '*' ? '*' : `.${type}`,
      container: env.BLOB_CONTAINER,
      directory: directoryOf(type),
      example_url: ports.blobs.url(`${directoryOf(type)}/example${type === '*' ? '' : `.${type}`}`),
      container_exists,
      readable: isReadable(type),
    }))
  })

  app.get('/api/v2/upload/test-cloud', { config, schema: { ...uploadDocs.testCloud, response: { 200: testCloudSchema } } }, async () => {
    const { kind, container, container_exists, latency_ms, diagnosis } = await blobStatus(ports.blobs, env)
    const status = container_exists ? ('connected' as const) : ('failed' as const)
    return { status, kind, container, latency_ms, ...(diagnosis === null ? {} : { diagnosis }) }
  })

  registerHealth(app, ctx)
}

/** Whether uploads are accepted, and the state of the stages behind them. */
function registerHealth(app: App, ctx: EdgeContext): void {
  const { ports, log } = ctx
  const health = createHealth(
    [...dependenciesOf(ports), viewsCaughtUp(ports)].filter(({ required }) => required),
    { clock: ports.clock, log },
  )

  app.get(
    '/api/v2/upload/health',
    {
      config: { access: 'open', unlimited: true },
      schema: { ...uploadDocs.health, response: { 200: uploadHealthSchema, 503: uploadHealthSchema } },
    },
    async (_request, reply) => {
      const { status, timestamp } = await health.check()
      return reply.code(status === 'healthy' ? 200 : 503).send({ status, timestamp })
    },
  )

  app.get(
    '/api/v2/upload/worker-app/health',
    { config: { access: 'api' }, schema: { ...uploadDocs.workerHealth, response: { 200: workerHealthSchema } } },
    async () => {
      const [report, ...stages] = await Promise.all([health.check(), ...STAGES.map((stage) => stageHealth(ctx, stage))])
      return { ...report, stages: Object.fromEntries(stages) }
    },
  )
}

type Stage = (typeof STAGES)[number]

/** Records that a stage has not finished yet; null where the log does not tell. */
async function stageHealth(ctx: EdgeContext, { group, topic }: Stage): Promise<[string, { topic: string; waiting: number | null }]> {
  return [group, { topic, waiting: await answersWithin(PROBE_TIMEOUT_MS, () => waiting(ctx, group, topic)).catch(() => null) }]
}

async function waiting({ ports }: EdgeContext, group: string, topic: string): Promise<number> {
  const [committed, partitions] = await Promise.all([ports.broker.committed(group, topic), ports.broker.partitions(topic)])
  return partitions.reduce((sum, { partition, earliest, latest }) => sum + Number(latest - (committed.get(partition) ?? earliest)), 0)
}
