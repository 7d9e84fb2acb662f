import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { issuesInWords, issuesOf } from '../../../kernel/agents/call-tool.ts'
import type { Workflow } from '../../../kernel/agents/define-workflow.ts'
import { titleOf } from '../../../kernel/agents/domains.ts'
import type { Offers } from '../../../kernel/agents/offers.ts'
import type { EdgeContext } from '../../../kernel/edge-context.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { unchecked } from '../../../kernel/http/body/unchecked.ts'
import { startRunOf } from '../../../kernel/runs/control.ts'
import { starterOf } from '../../../kernel/runs/routes.ts'
import { entityOf } from '../../../kernel/runs/run-entity.ts'
import type { RunState } from '../../../kernel/runs/run-state.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { operationName } from '../operation-name.ts'
import { showWorkflowRun, startedSchema } from './workflow-entity.ts'
import { registerWorkflowRunRoutes, runCommandPaths } from './workflow-run-routes.ts'

/** Where a workflow is started and followed; the first one is the one that is shown. */
const workflowPaths = ({ domain, slug, id }: Pick<Workflow, 'domain' | 'slug' | 'id'>): readonly string[] =>
  [...new Set([slug, id])].flatMap((name) => [`/ai/${domain}/workflows/${name}`, `/${domain}/workflows/${name}`])

/** Every path by which runs of workflows are started or changed. */
export const allWorkflowCommands = ({ workflows }: Pick<Offers, 'workflows'>): readonly string[] =>
  workflows.flatMap(workflowPaths).flatMap((path) => [`${path}/start`, `${path}/create-run`, ...runCommandPaths(path)])

const createdSchema = z.object({ runId: z.string() }).meta({
  id: 'WorkflowRunCreated',
  description: 'Where the run is asked for.',
  examples: [{ runId: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11' }],
})

/** Workflows over HTTP: start, create-run, and what becomes of their runs. */
export function registerWorkflowRoutes(app: App, edge: EdgeContext, { workflows }: Pick<Offers, 'workflows'>): void {
  for (const flow of workflows)
    for (const [i, path] of workflowPaths(flow).entries()) {
      registerStarts(app, edge, flow, path, i > 0)
      registerWorkflowRunRoutes(app, edge, flow, path, i > 0)
    }
}

function registerStarts(app: App, edge: EdgeContext, flow: Workflow, path: string, hide: boolean): void {
  const { ports } = edge
  const { bytes, keys } = flow.body ?? {}
  const options = {
    config: { access: 'api' as const, ...(keys === undefined ? {} : { maxKeys: keys }) },
    ...(bytes === undefined ? {} : { bodyLimit: bytes }),
    // inputs are held to the workflow's schema when the run is started, and read once: they may be large
    validatorCompiler: unchecked,
  }
  const start = async (request: FastifyRequest): Promise<{ state: RunState; input: unknown }> => {
    const key = request.headers['idempotency-key']
    const keyed = typeof key === 'string' ? { idempotencyKey: `${flow.id} ${key}` } : {}
    const given = request.body ?? {}
    const read = flow.run.input.safeParse(given)
    if (!read.success) {
      const issues = issuesOf(read.error, given)
      throw new ApiError('invalid_request', `${flow.id}: ${issuesInWords(issues)}`, { details: { issues } })
    }
    const state = await startRunOf(ports, flow.run, read.data, { starter: starterOf(request, edge), requestId: request.id, ...keyed })
    return { state, input: read.data }
  }
  const name = operationName(flow.id)
  const schema = (operationId: string, summary: string, reply: z.ZodType) => ({
    hide,
    operationId: `${operationId}${name}`,
    summary: `${summary}: ${titleOf(flow)}`,
    description: flow.description,
    body: flow.run.input,
    response: { 202: reply },
    errors: ['conflict' as const, 'payload_too_large' as const],
  })
  app.post(`${path}/start`, { ...options, schema: schema('start', 'Start a run', startedSchema) }, async (request, reply) => {
    const { state, input } = await start(request)
    const { runId, status, progress, createdAt } = await showWorkflowRun(ports, flow, entityOf(state, new Map()), input)
    const message = flow.message?.(input) ?? `${titleOf(flow)} has begun.`
    return reply.code(202).header('location', `${path}/runs/${runId}`).send({ runId, status, message, progress, createdAt })
  })
  app.post(
    `${path}/create-run`,
    { ...options, schema: schema('createRun', 'Start a run and return only its ID', createdSchema) },
    async (request, reply) => {
      const { id } = (await start(request)).state
      return reply.code(202).header('location', `${path}/runs/${id}`).send({ runId: id })
    },
  )
}
