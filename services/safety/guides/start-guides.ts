import { createHash } from 'node:crypto'
import { z } from 'zod'
import { limitsOf } from '../../../kernel/access/limits.ts'
import type { ToolContext } from '../../../kernel/agents/define-tool.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import type { Plan } from '../../../kernel/plans/plan.ts'
import { startRun } from '../../../kernel/runs/control.ts'
import { findRun } from '../../../kernel/runs/read-runs.ts'
import type { RunState } from '../../../kernel/runs/run-state.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { nameId, newId } from '../../../kernel/runtime/ids.ts'
import { existingPlan } from '../plans/existing-plan.ts'
import { type GuidesInput, guidesRun } from './guide-run.ts'
import type { GuideTables } from './guide-tables.ts'

const DAY_MS = 86_400_000
const NAME_LENGTH = 200

export const guidesRequest = z.object({
  emergencyOperationPlanId: z.uuid('must be the UUID of a plan'),
  generalUserTagIds: z
    .array(z.uuid('must be the UUID of a role of the plan'))
    .max(1000)
    .optional()
    .describe('Roles that guides are for; all of the plan’s when left out.'),
  sessionId: z.string().min(1).max(NAME_LENGTH).nullish().describe('Of guides that belong together; null begins a new one.'),
  requestId: z
    .string()
    .min(1)
    .max(NAME_LENGTH)
    .nullish()
    .describe('The caller’s own name of the job; the same body again is the same job.'),
  waitForResult: z.boolean().default(false),
})
export type GuidesRequest = z.output<typeof guidesRequest>

/** A run of guides with the names that its caller knows it by. */
export interface GuideJob {
  readonly requestId: string
  readonly sessionId: string
  readonly state: RunState
}

type Asking = Pick<ToolContext, 'ports' | 'caller'>
export const subjectOf = ({ caller }: Pick<ToolContext, 'caller'>): string => ownerOf(callerName(caller))
const runIdOf = (subject: string, requestId: string): string => nameId('guides', subject, requestId)

/** The caller's job of this name; undefined for anyone else and where there is none. */
export async function findJob(ctx: Asking, requestId: string): Promise<GuideJob | undefined> {
  const subject = subjectOf(ctx)
  const id = runIdOf(subject, requestId)
  const [state, row] = await Promise.all([findRun(ctx.ports, guidesRun.kind, id, subject), rowOf(ctx, id)])
  return state && row && { requestId, sessionId: row.session_id, state }
}

const rowOf = ({ ports }: Asking, id: string) =>
  ports.database.tables<GuideTables>().selectFrom('guide_jobs').select(['session_id', 'asked']).where('run_id', '=', id).executeTakeFirst()

/**
 * Accepts guides of a plan as it is now. The same name and body again give the job that there is. ApiError not_found for an unknown plan,
 * invalid_request for roles that it does not have, conflict for a name that was used with another body; what a back end fails with.
 */
export async function startGuides(ctx: ToolContext, request: GuidesRequest): Promise<GuideJob> {
  const { ports, caller, cause } = ctx
  const subject = subjectOf(ctx)
  const requestId = request.requestId ?? newId()
  const id = runIdOf(subject, requestId)
  const asked = askedBy(request)
  const earlier = request.requestId ? await findJob(ctx, requestId) : undefined
  if (earlier) return sameOr(ctx, earlier, id, asked)
  const plan = await planOf(ctx, request.emergencyOperationPlanId)
  const input = inputOf(plan, request.generalUserTagIds)
  const row = { run_id: id, request_id: requestId, session_id: request.sessionId ?? newId(), asked, made_at: ports.clock.now() }
  const tables = ports.database.tables<GuideTables>()
  await tables
    .insertInto('guide_jobs')
    .values(row)
    .onConflict((c) => c.doNothing())
    .execute()
  const starter = { subject, actor: caller.actor, limits: limitsOf(caller, ports.config) }
  try {
    const state = await startRun(ports, guidesRun, input, { starter, requestId: cause.requestId, id })
    await forget(ctx)
    return await sameOr(ctx, { requestId, sessionId: row.session_id, state }, id, asked)
  } catch (error) {
    // The plan may have changed between two of the same: the first one holds.
    const first = error instanceof ApiError && error.code === 'conflict' ? await findJob(ctx, requestId) : undefined
    if (!first) throw error
    return sameOr(ctx, first, id, asked)
  }
}

/** The plan under its UUID as it is written, else in small letters, as UUIDs are kept. ApiError not_found. */
async function planOf({ ports, cause, signal }: ToolContext, id: string): Promise<Plan> {
  const call = { requestId: cause.requestId, signal }
  const small = id.toLowerCase()
  return (id === small ? undefined : await ports.plans.read(id, call)) ?? existingPlan(ports, small, call)
}

/** The job with the names that were kept first; ApiError conflict where those were given to another body. */
async function sameOr(ctx: Asking, job: GuideJob, id: string, asked: string): Promise<GuideJob> {
  const row = await rowOf(ctx, id)
  if (row && row.asked !== asked)
    throw new ApiError('conflict', `requestId: ${job.requestId} was used with another body; give each job its own, or leave it out`, {
      details: { field: 'requestId' },
    })
  return { ...job, sessionId: row?.session_id ?? job.sessionId }
}

/** Names of jobs are kept a little longer than the jobs. */
async function forget({ ports }: Asking): Promise<void> {
  const before = ports.clock.now() - guidesRun.keepMs - guidesRun.deadlineMs - DAY_MS
  await ports.database.tables<GuideTables>().deleteFrom('guide_jobs').where('made_at', '<', before).execute()
}

/** How long somebody waits for the result is no part of what was asked. */
const askedBy = ({ emergencyOperationPlanId, generalUserTagIds, sessionId }: GuidesRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([emergencyOperationPlanId, generalUserTagIds ?? null, sessionId ?? null]))
    .digest('hex')

function inputOf(plan: Plan, wanted: readonly string[] = []): GuidesInput {
  const roles = plan.generalUserTags.map(({ id, name }) => ({ id, name }))
  // a UUID is the same whatever the case of its letters
  const roleOf = (id: string) => roles.find((role) => role.id === id) ?? roles.find((role) => role.id.toLowerCase() === id.toLowerCase())
  const selected = wanted.map(roleOf)
  const unknown = selected.indexOf(undefined)
  if (unknown >= 0)
    throw new ApiError(
      'invalid_request',
      `generalUserTagIds.${unknown}: the plan has no role with the id ${wanted[unknown]}; GET /k12/plans/${plan.id} lists them`,
      {
        details: { field: `generalUserTagIds.${unknown}` },
      },
    )
  return {
    ...{ planId: plan.id, planName: plan.name, organizationId: plan.organizationId, roles },
    annexes: plan.annexes.map(({ id, name, type, html }) => ({ id, name, type, html })),
    ...(wanted.length > 0 ? { selected: selected.flatMap((role) => role?.id ?? []) } : {}),
  }
}
