import { limitsOf } from '../../../kernel/access/limits.ts'
import type { ToolContext } from '../../../kernel/agents/define-tool.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { cancelRun, type Starter, startRun } from '../../../kernel/runs/control.ts'
import { findRun, inputOf, showRun, waitForRun } from '../../../kernel/runs/read-runs.ts'
import type { RunState } from '../../../kernel/runs/run-state.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { nameId, newId } from '../../../kernel/runtime/ids.ts'
import { existingPlan } from '../plans/existing-plan.ts'
import { askedBy, noteJob, noteOf, otherBody } from './annex-jobs.ts'
import { identityOf } from './identity.ts'
import { spokenUnder } from './profile-prompts.ts'
import type { ProfileName } from './profiles.ts'
import type { AnnexReply, AnnexRequest } from './request.ts'
import { rolesGiven } from './roles.ts'
import { type AnnexInput, type AnnexResult, annexEdit } from './run.ts'

/** What is known of whoever calls: of a tool's context, or of a route's. */
export type Asker = Pick<ToolContext, 'ports' | 'edge' | 'caller' | 'cause' | 'signal'>

const starterOf = ({ caller, ports }: Asker): Starter => ({
  subject: ownerOf(callerName(caller)),
  actor: caller.actor,
  limits: limitsOf(caller, ports.config),
})

/** The job of a caller's request id; the same id of another subject is another job. */
const jobIdOf = (subject: string, requestId: string): string => nameId('annex', subject, requestId)

export interface Kickoff {
  readonly tool: string
  readonly profile: ProfileName
}

/**
 * Accepts an edit, and waits for it where that was asked for. ApiError invalid_request for the identity rule, not_found for a plan that
 * there is not, conflict where the request id was used with another body.
 */
export async function kickOff(asker: Asker, { tool, profile }: Kickoff, request: AnnexRequest): Promise<AnnexReply> {
  const { ports, edge, cause } = asker
  const identity = identityOf(request)
  const starter = starterOf(asker)
  const requestId = request.requestId ?? newId()
  const id = jobIdOf(starter.subject, requestId)
  if (identity.kind === 'plan' && !identity.byObject)
    await existingPlan(ports, identity.id, { requestId: cause.requestId, signal: asker.signal })
  const asked = askedBy({ tool, profile }, request)
  const begin = async (): Promise<RunState> => {
    const { form } = request
    const input: AnnexInput = {
      ...{ requestId, tool, profile, kind: identity.kind, id: identity.id, organizationId: identity.organizationId },
      spoken: await spokenUnder(edge, profile),
      // follows from the job, so that the same request again is the same job
      sessionId: request.sessionId ?? nameId('annex-session', id),
      ...{ userId: request.userId, roleId: request.roleId ?? null, userTagIds: request.userTagIds ?? [], roles: rolesGiven(request) },
      form: { name: form.name ?? '', group: form.field.group ?? '', field: form.field.name ?? '' },
      ...{ content: form.field.content ?? '', prompt: request.prompt ?? null },
    }
    // before the job, so that there is none without it
    await noteJob(ports, { runId: id, sessionId: input.sessionId, asked, keepMs: annexEdit.keepMs + annexEdit.deadlineMs })
    try {
      return await startRun(ports, annexEdit, input, { starter, requestId: cause.requestId, id })
    } catch (error) {
      // another one of the same name was first, perhaps under another text of the profile
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
      const first = await sameJob(asker, id, requestId, asked)
      if (!first) throw error
      return first
    }
  }
  const state = (await sameJob(asker, id, requestId, asked)) ?? (await begin())
  const sessionId = await sessionOf(ports, state)
  const names = { requestId, sessionId }
  const accepted: AnnexReply = {
    ...names,
    status: 'accepted',
    message: 'The edit was accepted; ask for its status.',
    workflowRunId: state.id,
  }
  if (!request.waitForResult) return accepted
  const ended = await waitForRun(ports, { kind: annexEdit.kind, id, subject: starter.subject }, edge.env.SYNC_TIMEOUT_MS, asker.signal)
  const status = ended && statusOf(ended)
  if (!ended || (status !== 'success' && status !== 'error' && status !== 'cancelled')) return accepted
  const result = await resultOf(ports, ended)
  const told = { ...names, status, workflowRunId: state.id, isEdit: result?.isEdit ?? false }
  if (!result) return { ...told, message: messageOf(ended), responseStatus: status === 'cancelled' ? 'cancelled' : 'failed' }
  const { changes, isEdit, html } = result
  return {
    ...told,
    message: isEdit
      ? `The field was edited: ${changes.length === 1 ? '1 change' : `${changes.length} changes`}.`
      : 'Nothing had to change.',
    responseStatus: isEdit ? 'edited' : 'unchanged',
    agentResponse: { text: html },
  }
}

/** The job that has this name already; ApiError conflict where it was asked for by another body. */
async function sameJob(asker: Asker, id: string, requestId: string, asked: string): Promise<RunState | undefined> {
  const state = await findRun(asker.ports, annexEdit.kind, id, starterOf(asker).subject)
  const note = state && (await noteOf(asker.ports, id))
  if (note && note.asked !== asked) throw otherBody(requestId)
  return state
}

/** The session that a job belongs to, without its field. */
export const sessionOf = async (ports: Asker['ports'], state: RunState): Promise<string> =>
  (await noteOf(ports, state.id))?.session_id ?? (await inputOfJob(ports, state)).sessionId

/** A job of the caller's own; undefined where there is none. */
export async function findJob(asker: Pick<Asker, 'ports' | 'caller'>, requestId: string): Promise<RunState | undefined> {
  const { subject } = starterOf(asker as Asker)
  return findRun(asker.ports, annexEdit.kind, jobIdOf(subject, requestId), subject)
}

/** ApiError not_found. */
export async function existingJob(asker: Pick<Asker, 'ports' | 'caller'>, requestId: string): Promise<RunState> {
  const job = await findJob(asker, requestId)
  if (!job) throw unknown(requestId)
  return job
}

export const unknown = (requestId: string): ApiError =>
  new ApiError('not_found', `there is no edit with the requestId ${requestId.slice(0, 200)}`)

/** A job's state in the words of the interface. */
export function statusOf({ status }: Pick<RunState, 'status'>) {
  if (status === 'queued') return 'accepted' as const
  if (status === 'completed') return 'success' as const
  if (status === 'failed') return 'error' as const
  return status === 'cancelled' ? ('cancelled' as const) : ('processing' as const)
}

/** Why a job made nothing. */
export const messageOf = ({ status, error, reason }: RunState): string =>
  status === 'cancelled'
    ? 'The edit was cancelled.'
    : status === 'failed'
      ? (error?.message ?? reason ?? 'The edit failed.')
      : 'The edit is not done yet.'

export async function resultOf(ports: Asker['ports'], state: RunState): Promise<AnnexResult | undefined> {
  if (state.status !== 'completed') return undefined
  return ((await showRun(ports, annexEdit, state)) as { result?: AnnexResult }).result
}

export const inputOfJob = (ports: Asker['ports'], state: RunState): Promise<AnnexInput> => inputOf(ports, annexEdit, state.id)

/** Ends a job that is under way; one that is over keeps its end. ApiError not_found. */
export async function cancelJob(asker: Asker, requestId: string): Promise<RunState> {
  const job = await existingJob(asker, requestId)
  return cancelRun(asker.ports, job.id).catch(async (error) => {
    if (error instanceof ApiError && error.code === 'conflict') return existingJob(asker, requestId)
    throw error
  })
}
