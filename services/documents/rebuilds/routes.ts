import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { embedderOfBuild } from '../../../kernel/embed/embedder-of.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { auditRecord } from '../../../kernel/http/identity/audit-record.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../../kernel/http/reply/paging.ts'
import { startRun } from '../../../kernel/runs/control.ts'
import { starterOf } from '../../../kernel/runs/routes.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import { indexNameOf } from '../../../kernel/search/index-name.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { chunkingSection } from '../chunk/chunking-section.ts'
import { hold, keptSince, letGo } from '../kept/ended-generations.ts'
import { type AsOf, timeOf } from './as-of-time.ts'
import { chunkingOf, settingsOf, settingsText, settledWish } from './build-settings.ts'
import { builderOf, cancel, cutOver, discard, rollBack, settle } from './control.ts'
import { documentsAsOf } from './documents-as-of.ts'
import { estimateRebuild } from './estimate.ts'
import { changeRebuild, insertRebuild, listRebuilds, openRebuild, type Rebuild, removeRebuild, requireRebuild } from './rebuild-row.ts'
import { bodySchema, rebuildSchema, replyOf, startedSchema } from './reply.ts'
import { rebuildRun } from './run.ts'
import { changedFields, specOfBuild } from './spec-of-build.ts'

export const PATH = '/admin/rebuilds'
const ONE = `${PATH}/:runId`
const config = { access: 'operator' } as const
const params = z.object({ runId: z.string().max(200) })

export function registerRebuildRoutes(app: App, ctx: EdgeContext): void {
  registerStart(app, ctx)
  registerReading(app, ctx)
  registerSteps(app, ctx)
}

function registerStart(app: App, ctx: EdgeContext): void {
  const { ports } = ctx
  app.post(
    PATH,
    {
      config,
      schema: {
        operationId: 'startRebuild',
        summary: 'Start a rebuild of an index next to the live one',
        description:
          'Searches go on in the live build until the cut-over; uploads and deletions go to both. Public events are not told again and no upload changes. One rebuild of an index at a time: another one is 409 until the one before it is cancelled or discarded.',
        body: bodySchema,
        response: { 200: startedSchema, 202: startedSchema },
        errors: ['conflict', 'not_found'],
      },
    },
    async (request, reply) => {
      const builds = builderOf(ports)
      const { from, config: own, dry_run, rate, queries, as_of } = request.body
      const index = indexNameOf(ports.config, request.body.index)
      const pair = await builds.of(index)
      if (!pair) throw new ApiError('not_found', `there is no index or alias named ${request.body.index}`)
      const { index: definition, ...wished } = own
      const wish = settledWish(wished, ports.connections)
      const settings = settingsText(settingsOf(pair.live), wish)
      checkSettings(ctx, { from, own, settings })
      const embedder = embedderOfBuild(ports.embedder, { settings })
      const spec = specOfBuild(pair.live.spec, { from, index: definition }, embedder)
      const fields = definition && { fields: changedFields(pair.live.spec, spec) }
      const then = as_of === undefined ? undefined : await placeInTime(ctx, index, as_of)
      const estimate = await estimateRebuild(ports, pair, {
        index,
        from,
        settings,
        embedder,
        ...(then ? { documents: then.documents } : {}),
      })
      const told = { dry_run, index, estimate, ...fields, ...(then ? { as_of: then } : {}) }
      if (dry_run) return told
      const before = await openRebuild(ports.database, index)
      if (before) await settle(ctx, before)
      const id = newId()
      const { actor } = request.caller
      const created_at = new Date(ports.clock.now()).toISOString()
      const row = { id, index_name: index, actor, rate: rate ?? null, created_at, origin: from, config: own, as_of: then?.at ?? null }
      await insertRebuild(ports.database, row)
      if (then) await hold(ports.database, index, then.at, { rebuild: id, at: created_at })
      const input = {
        index,
        from,
        config: { ...wish, ...(definition ? { index: definition } : {}) },
        queries,
        ...(then ? { as_of: then.at } : {}),
      }
      await startRun(ports, rebuildRun, input, { id, starter: starterOf(request, ctx), requestId: request.id }).catch(async (error) => {
        await removeRebuild(ports.database, id)
        await letGo(ports.database, id)
        throw error
      })
      await note(ctx, request, 'started', { run_id: id, index, from, config: own, ...(then ? { as_of: then.at } : {}) })
      ctx.log.info({ index, from, rebuild: id, actor, requestId: request.id }, 'a rebuild begins')
      return reply
        .code(202)
        .header('location', `${PATH}/${id}`)
        .send({ runId: id, ...told })
    },
  )
}

/** What an index showed at a time. ApiError invalid_request for one before the first whose files are all there. */
async function placeInTime({ ports }: EdgeContext, index: string, asOf: AsOf) {
  const at = await timeOf(ports.broker, asOf, ports.clock.now())
  const kept_since = await keptSince(ports.database, index)
  if (kept_since !== null && at < kept_since)
    throw new ApiError(
      'invalid_request',
      `as_of: ${at} is too long ago: what ${index} showed can be built from ${kept_since} on, because files of deleted and replaced documents are kept for retention.generations days`,
      { details: { field: 'as_of', kept_since } },
    )
  return { at, documents: (await documentsAsOf(ports, index, at)).length, kept_since }
}

/** The audit record of what was done, which goes out from the store: no step fails for a log that is away. */
const note = ({ ports, tell }: EdgeContext, request: FastifyRequest, what: string, details: Record<string, unknown>) =>
  tell([auditRecord(request, ports.clock, { action: `rebuilds.${what}`, details })], { requestId: request.id })

type Own = z.output<typeof bodySchema>['config']

/** What one value alone does not show. */
function checkSettings({ ports }: EdgeContext, { from, own, settings }: { from: string; own: Own; settings: string | null }): void {
  const chunks = Object.keys(own.chunking ?? {})
  if (chunks.length > 0 && (from === 'chunked' || from === 'embedded'))
    throw new ApiError(
      'invalid_request',
      `config.chunking.${chunks[0]}: a rebuild from ${from} keeps the chunks as they are; ask for it from "parsed"`,
    )
  if (own.embeddings?.connection !== undefined && from === 'embedded')
    throw new ApiError(
      'invalid_request',
      'config.embeddings: a rebuild from embedded keeps the vectors as they are; ask for it from "chunked"',
    )
  for (const { key, message } of chunkingSection.check?.(chunkingOf(ports.config, { settings }), ports.config) ?? [])
    throw new ApiError('invalid_request', `config.chunking.${key}: ${message}`)
}

function registerReading(app: App, ctx: EdgeContext): void {
  const { ports } = ctx
  app.get(
    PATH,
    {
      config,
      schema: {
        operationId: 'listRebuilds',
        summary: 'List rebuilds, newest first',
        querystring: pageQuery.extend({ index: z.string().max(128).optional().describe('Name or alias of an index.') }),
        response: { 200: pagedSchema(rebuildSchema) },
      },
    },
    async (request) => {
      const { index, ...page } = request.query
      const name = index === undefined ? undefined : indexNameOf(ports.config, index)
      const { rebuilds, total } = await listRebuilds(ports.database, { index: name, ...sliceOf(page) })
      return paged(request.url, page, await Promise.all(rebuilds.map((rebuild) => replyOf(ports, rebuild))), total)
    },
  )
  app.get(
    ONE,
    {
      config,
      schema: {
        operationId: 'getRebuild',
        summary: 'Get a rebuild: its progress, and a comparison of the two builds',
        params,
        response: { 200: rebuildSchema },
      },
    },
    async (request) => replyOf(ports, await settled(ctx, request.params.runId)),
  )
}

async function settled(ctx: EdgeContext, id: string): Promise<Rebuild> {
  const rebuild = await requireRebuild(ctx.ports.database, id)
  await settle(ctx, rebuild)
  return rebuild.status === 'running' ? requireRebuild(ctx.ports.database, id) : rebuild
}

const anywaySchema = z
  .object({ anyway: z.boolean().default(false).describe('Also where the build lacks documents that the live one shows.') })
  .nullish()
  .meta({ id: 'RebuildAnyway', description: 'How sure one is.', examples: [{ anyway: false }] })

interface Step {
  readonly name: string
  readonly summary: string
  readonly description?: string
  readonly act: (ctx: EdgeContext, rebuild: Rebuild, asked: { request: FastifyRequest; anyway: boolean }) => Promise<unknown>
}

const running = async (ctx: EdgeContext, rebuild: Rebuild, paused: 0 | 1) => {
  if (await changeRebuild(ctx.ports.database, rebuild.id, ['running'], { paused })) return
  throw new ApiError('conflict', `the rebuild is ${rebuild.status}; only one that is running can be paused or resumed`)
}

const steps: readonly Step[] = [
  {
    name: 'cut-over',
    summary: 'Switch searches to the new build',
    description:
      'In one step: a search sees the old build or the new one. What the new build lacks of the live one is brought in first; where that fails the reply is 409 and nothing changes.',
    act: (ctx, rebuild, { anyway }) => cutOver(ctx, rebuild, anyway),
  },
  {
    name: 'roll-back',
    summary: 'Switch searches back to the old build',
    act: (ctx, rebuild, { anyway }) => rollBack(ctx, rebuild, anyway),
  },
  {
    name: 'discard',
    summary: 'Delete the build that is not live',
    description:
      'Before the cut-over and after a roll-back that is the new one, after the cut-over the old one. From then on uploads go to one build.',
    act: (ctx, rebuild) => discard(ctx, rebuild),
  },
  {
    name: 'cancel',
    summary: 'Cancel a rebuild in progress',
    act: (ctx, rebuild, { request }) => cancel(ctx, rebuild, request.caller.actor),
  },
  { name: 'pause', summary: 'Pause a rebuild', act: (ctx, rebuild) => running(ctx, rebuild, 1) },
  { name: 'resume', summary: 'Resume a rebuild', act: (ctx, rebuild) => running(ctx, rebuild, 0) },
]

/** What changes for everyone. */
export const commands = [`POST ${PATH}`, ...[...steps.map(({ name }) => name), 'throttle'].map((name) => `POST ${ONE}/${name}`)]

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function registerSteps(app: App, ctx: EdgeContext): void {
  const { ports, log } = ctx
  for (const { name, summary, description, act } of steps)
    app.post(
      `${ONE}/${name}`,
      {
        config,
        schema: {
          operationId: `${camel(name)}Rebuild`,
          summary,
          ...(description ? { description } : {}),
          params,
          ...(name === 'cut-over' || name === 'roll-back' ? { body: anywaySchema } : {}),
          response: { 200: rebuildSchema },
          errors: ['conflict', 'not_found'],
        },
      },
      async (request) => {
        const { runId } = request.params
        const anyway = (request.body as { anyway?: boolean } | null | undefined)?.anyway ?? false
        const rebuild = await settled(ctx, runId)
        await act(ctx, rebuild, { request, anyway })
        await note(ctx, request, name, { run_id: runId, index: rebuild.index_name, ...(anyway ? { anyway } : {}) })
        log.info({ rebuild: runId, index: rebuild.index_name, step: name, actor: request.caller.actor, requestId: request.id }, 'rebuild')
        return replyOf(ports, await requireRebuild(ports.database, runId))
      },
    )
  app.post(
    `${ONE}/throttle`,
    {
      config,
      schema: {
        operationId: 'throttleRebuild',
        summary: 'Limit the rate of a rebuild',
        params,
        body: z
          .object({ rate: z.int().min(1).max(1_000_000).nullable().describe('Documents a minute at most; null: as fast as they come.') })
          .meta({ id: 'RebuildRate', description: 'How fast a rebuild goes.', examples: [{ rate: 600 }] }),
        response: { 200: rebuildSchema },
        errors: ['conflict', 'not_found'],
      },
    },
    async (request) => {
      const rebuild = await settled(ctx, request.params.runId)
      if (!(await changeRebuild(ports.database, rebuild.id, ['running'], { rate: request.body.rate })))
        throw new ApiError('conflict', `the rebuild is ${rebuild.status}; only one that is running can be throttled`)
      await note(ctx, request, 'throttle', { run_id: rebuild.id, index: rebuild.index_name, rate: request.body.rate })
      return replyOf(ports, await requireRebuild(ports.database, rebuild.id))
    },
  )
}
