import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readTopics } from '../../../kernel/broker/topics.ts'
import type { EdgeContext } from '../../../kernel/edge-context.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { auditRecord } from '../../../kernel/http/identity/audit-record.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../../kernel/http/reply/paging.ts'
import { cancelRun, startRun } from '../../../kernel/runs/control.ts'
import { findAnyRun, inputOf, listRuns } from '../../../kernel/runs/read-runs.ts'
import { starterOf } from '../../../kernel/runs/routes.ts'
import { hasEnded, type RunState } from '../../../kernel/runs/run-state.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { fitsFilter } from './filter.ts'
import { countMatching, replayRun, sizeOf } from './replay-run.ts'
import { beginProgress, progressOfReplays, type ReplayProgress, setPaused } from './replay-table.ts'
import { checkSource, rangesOf, replayBody, targetOf, targetSpec } from './request.ts'

const PATH = '/admin/replay'
const DRY_RUN_MS = 10_000

const statuses = ['queued', 'running', 'paused', 'completed', 'failed', 'cancelled'] as const
const replaySchema = z
  .object({
    runId: z.uuid(),
    status: z.enum(statuses),
    topic: z.string(),
    into: z.string(),
    read: z.int(),
    written: z.int(),
    total: z.int().describe('Records of the range, before the filter.'),
    eta_seconds: z.number().nullable().describe('null: not known yet.'),
    reason: z.string().nullable().describe('Why it was started.'),
    failure: z.string().nullable(),
    actor: z.string(),
    created_at: z.string(),
    ended_at: z.string().nullable(),
  })
  .meta({
    id: 'Replay',
    description: 'A range of a topic that is written into another one.',
    examples: [
      {
        runId: '5d2f0f0e-7c1b-4f5a-8a39-2f6f0d0c9b8e',
        status: 'running',
        topic: 'document.processed',
        into: 'replay.january',
        read: 1200,
        written: 1100,
        total: 5000,
        eta_seconds: 12.5,
        reason: null,
        failure: null,
        actor: 'ada',
        created_at: '2026-01-15T09:30:00.000Z',
        ended_at: null,
      },
    ],
  })
const dryRunSchema = z
  .object({
    dry_run: z.literal(true),
    total: z.int().describe('Records that would be written.'),
    scanned: z.int().describe('Records of the range.'),
    written: z.literal(0),
    estimated: z.boolean().describe('Whether the range was too long to be counted, and a part of it stands for all.'),
  })
  .meta({
    id: 'ReplayDryRun',
    description: 'What a replay would write.',
    examples: [{ dry_run: true, total: 3, scanned: 20, written: 0, estimated: false }],
  })
const startedSchema = z
  .object({ runId: z.uuid() })
  .meta({ id: 'ReplayStarted', description: 'The replay.', examples: [{ runId: '5d2f0f0e-7c1b-4f5a-8a39-2f6f0d0c9b8e' }] })

/** Ranges of topics, written into topics of their own. */
export function registerReplayRoutes(app: App, ctx: EdgeContext): void {
  const { ports } = ctx
  const config = { access: 'operator' } as const
  const declared = readTopics()
  const params = z.object({ run_id: z.string().min(1).max(100) })

  const found = async (id: string): Promise<RunState> => {
    const run = z.uuid().safeParse(id).success ? await findAnyRun(ports, id) : undefined
    if (run?.state.kind !== replayRun.kind) throw new ApiError('not_found', `there is no replay with the id ${id}`)
    return run.state
  }
  const show = async (state: RunState, progress: ReplayProgress | undefined) => {
    const { topic, into, ranges, reason } = await inputOf(ports, replayRun, state.id)
    const { read = 0, written = 0, total = sizeOf(ranges), workedMs = 0, paused = false } = progress ?? {}
    const failed = state.steps.find((step) => step.status === 'failed')
    return {
      runId: state.id,
      status: statusOf(state, paused),
      ...{ topic, into, read, written, total, reason, actor: state.actor },
      eta_seconds: hasEnded(state) ? 0 : read > 0 ? Math.round(((total - read) * workedMs) / read / 100) / 10 : null,
      failure: state.status === 'failed' ? (state.reason ?? failed?.name ?? 'it failed') : null,
      ...{ created_at: state.created_at, ended_at: state.ended_at ?? null },
    }
  }
  const showOne = async (state: RunState) => show(state, (await progressOfReplays(ports.database, [state.id])).get(state.id))
  const audit = async (request: FastifyRequest, action: string, details: Record<string, unknown>, reason?: string) => {
    const draft = auditRecord(request, ports.clock, { action: `replay.${action}`, details, reason })
    await ctx.projected(await ctx.publish([draft], { requestId: request.id }))
  }

  app.post(
    PATH,
    {
      config,
      schema: {
        operationId: 'startReplay',
        summary: 'Copy a range of a topic into a topic of its own',
        description:
          'Records keep their key, id, headers and order; `x-replay-of` tells where each stood. A topic that begins with `replay.` is made where it is not there, and keeps records for 7 days.',
        body: replayBody,
        response: { 200: dryRunSchema, 202: startedSchema },
      },
    },
    async (request, reply) => {
      const { body } = request
      const { topic, filter, rate = null, reason = null } = body
      const into = targetOf(body, declared)
      await checkSource(ports.broker, topic, declared)
      const ranges = await rangesOf(ports.broker, topic, body.from, body.to)
      if (body.dry_run) return reply.code(200).send(await dryRun(ports, topic, ranges, filter))
      const { length } = await ports.broker.partitions(topic)
      await ports.broker.ensureTopics([targetSpec(into, length)])
      const input = { topic, into, ranges, filter, rate, reason }
      const state = await startRun(ports, replayRun, input, { starter: starterOf(request, ctx), requestId: request.id })
      await beginProgress(ports.database, state.id, sizeOf(ranges))
      await audit(request, 'started', { run_id: state.id, topic, into, total: sizeOf(ranges), filter }, body.reason)
      return reply.code(202).header('location', `${PATH}/${state.id}`).send({ runId: state.id })
    },
  )

  app.get(
    PATH,
    {
      config,
      schema: {
        operationId: 'listReplays',
        summary: 'List replays, newest first',
        querystring: pageQuery,
        response: { 200: pagedSchema(replaySchema) },
      },
    },
    async (request) => {
      const { runs, total } = await listRuns(ports, { kind: replayRun.kind }, sliceOf(request.query))
      const progress = await progressOfReplays(
        ports.database,
        runs.map(({ id }) => id),
      )
      const items = await Promise.all(runs.map((state) => show(state, progress.get(state.id))))
      return paged(request.url, request.query, items, total)
    },
  )

  app.get(
    `${PATH}/:run_id`,
    { config, schema: { operationId: 'getReplay', summary: 'Get the progress of a replay', params, response: { 200: replaySchema } } },
    async (request) => showOne(await found(request.params.run_id)),
  )

  const commands = {
    pause: { summary: 'Pause a replay', done: 'paused' },
    resume: { summary: 'Resume a replay', done: 'resumed' },
    cancel: { summary: 'Cancel a replay; copied records remain', done: 'cancelled' },
  } as const
  for (const [command, { summary, done }] of Object.entries(commands))
    app.post(
      `${PATH}/:run_id/${command}`,
      {
        config,
        schema: { operationId: `${command}Replay`, summary, params, response: { 200: replaySchema }, errors: ['conflict'] },
      },
      async (request) => {
        const state = await found(request.params.run_id)
        if (command === 'cancel') await cancelRun(ports, state.id)
        else {
          await beginProgress(ports.database, state.id, 0)
          if (hasEnded(state) || !(await setPaused(ports.database, state.id, command === 'pause')))
            throw new ApiError('conflict', 'the replay has ended')
        }
        await audit(request, done, { run_id: state.id })
        return showOne(await found(state.id))
      },
    )
}

function statusOf({ status }: RunState, paused: boolean): (typeof statuses)[number] {
  switch (status) {
    case 'completed':
    case 'failed':
    case 'cancelled':
      return status
    case 'queued':
    case 'running':
    case 'waiting':
      return paused ? 'paused' : 'running'
  }
}

async function dryRun(
  ports: Pick<EdgeContext['ports'], 'broker'>,
  topic: string,
  ranges: Awaited<ReturnType<typeof rangesOf>>,
  filter: z.output<typeof replayBody>['filter'],
) {
  const scanned = sizeOf(ranges)
  const all = { dry_run: true as const, scanned, written: 0 as const }
  if (Object.values(filter).every((value) => value === undefined)) return { ...all, total: scanned, estimated: false }
  const { read, matched, isWhole } = await countMatching(ports, topic, ranges, fitsFilter(filter), DRY_RUN_MS)
  return { ...all, total: isWhole ? matched : Math.round((matched / Math.max(1, read)) * scanned), estimated: !isWhole }
}
