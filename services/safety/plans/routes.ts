import { z } from 'zod'
import { isLimited } from '../../../kernel/access/roles.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../../kernel/http/reply/paging.ts'
import { planSchema, planSummarySchema } from '../../../kernel/plans/plan.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { existingPlan } from './existing-plan.ts'

export const PLANS = '/k12/plans'
const ONE = `${PLANS}/:id`
/** Bodies on these paths: a plan with its annexes, as JSON. */
export const BODY_LIMIT = 6_000_000
const MOST_KEYS = 100_000

/** The routes that change plans; callers with limits are refused by their handlers. */
export const planCommands = [`PUT ${ONE}`, `POST ${ONE}/snapshots`]

const config = { access: 'api', maxKeys: MOST_KEYS } as const
export const planParams = z.object({ id: z.string().min(1).max(200) })

const listQuery = pageQuery.extend({ name: z.string().max(200).optional().describe('Part of the name, case ignored.') })

/** The path names the plan: a body may leave its id out. */
const planBody = planSchema.extend({ id: planSchema.shape.id.optional().describe('As in the path, or left out.') }).meta({
  id: 'PlanDraft',
  description: 'An emergency operation plan; fields beyond these are kept as they are.',
  examples: [
    {
      organizationId: 'org-1',
      name: 'District plan',
      annexes: [{ id: 'a-evacuation', name: 'Evacuation', type: 'FUNCTIONAL', html: '<p>Teachers learn the routes.</p>' }],
      generalUserTags: [{ id: '5b0f3c0a-9c4e-4a57-9f27-7f5a6d0c1b11', name: 'Teachers' }],
    },
  ],
})

/** Plans, as they are stored, read and kept as snapshots. */
export function registerPlanRoutes(app: App, ctx: EdgeContext): void {
  const { ports } = ctx

  app.get(
    PLANS,
    {
      config,
      schema: {
        operationId: 'listPlans',
        summary: 'List plans by name, without the text of their annexes',
        querystring: listQuery,
        response: { 200: pagedSchema(planSummarySchema) },
        errors: ['conflict'],
      },
    },
    async (request) => {
      const { plans, total } = await ports.plans.list({ ...sliceOf(request.query), named: request.query.name })
      return paged(request.url, request.query, plans, total)
    },
  )

  app.get(
    ONE,
    {
      config,
      schema: {
        operationId: 'getPlan',
        summary: 'Get a plan with its annexes and roles',
        params: planParams,
        response: { 200: planSchema },
        errors: ['upstream_failed'],
      },
    },
    async (request) => existingPlan(ports, request.params.id, { requestId: request.id }),
  )

  app.put(
    ONE,
    {
      config,
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'putPlan',
        summary: 'Store or replace a plan',
        params: planParams,
        body: planBody,
        response: { 200: planSchema, 201: planSchema },
        errors: ['conflict', 'payload_too_large'],
      },
    },
    async (request, reply) => {
      mayChangePlans(ctx, request)
      const { id } = request.params
      if (request.body.id !== undefined && request.body.id !== id)
        throw new ApiError('invalid_request', 'id: the body names another plan than the path; leave it out, or give the same', {
          details: { field: 'id' },
        })
      const plan = checkedPlan({ ...request.body, id })
      const { created } = await ports.plans.put(plan)
      return reply.code(created ? 201 : 200).send(plan)
    },
  )

  app.post(
    `${ONE}/snapshots`,
    {
      config,
      schema: {
        operationId: 'snapshotPlan',
        summary: 'Store a snapshot of a plan',
        description: 'The snapshot is a plan with an id of its own, which never changes.',
        params: planParams,
        response: { 201: planSummarySchema },
        errors: ['conflict'],
      },
    },
    async (request, reply) => {
      mayChangePlans(ctx, request)
      return reply.code(201).send(await ports.plans.snapshot(request.params.id))
    },
  )
}

/** Plans carry no labels that a limit could be held against. ApiError forbidden for callers with limits. */
export function mayChangePlans({ ports }: EdgeContext, { caller }: { readonly caller: Parameters<typeof isLimited>[0] }): void {
  if (isLimited(caller, ports.config)) throw new ApiError('forbidden', 'who is limited in what it reads changes no plan')
}

/** ApiError invalid_request for ids that come twice. */
function checkedPlan(given: unknown): z.output<typeof planSchema> {
  const plan = planSchema.parse(given)
  for (const field of ['annexes', 'generalUserTags'] as const) {
    const seen = new Set<string>()
    for (const [i, { id }] of plan[field].entries()) {
      if (seen.has(id))
        throw new ApiError('invalid_request', `${field}.${i}.id: another one of the plan has this id already; give each its own`, {
          details: { field: `${field}.${i}.id` },
        })
      seen.add(id)
    }
  }
  return plan
}
