import { z } from 'zod'
import { defineTool, type ToolContext } from '../../../kernel/agents/define-tool.ts'
import { cancelRun } from '../../../kernel/runs/control.ts'
import { waitForRun } from '../../../kernel/runs/read-runs.ts'
import { hasEnded } from '../../../kernel/runs/run-state.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { acceptedReply, entryOf, type GuidesReply, guidesReply, resultReply, type StatusEntry, statusEntry } from './guide-replies.ts'
import { guidesRun } from './guide-run.ts'
import { findJob, type GuideJob, guidesRequest, startGuides, subjectOf } from './start-guides.ts'

/** Longest wait of a kickoff, whatever SYNC_TIMEOUT_MS says: a tool has ten minutes. */
const LONGEST_WAIT_MS = 590_000
const READ_WITHIN_MS = 30_000
const MOST_ASKED = 100

const requestId = z
  .string('give the requestId of a job of guides, a text of 1 to 200 characters')
  .min(1, 'give the requestId of a job of guides, at least one character')
  .max(200)
const oneJob = z.object({ requestId }).meta({ examples: [{ requestId: 'fire-guides' }] })
const planId = 'd1b7f2b0-58a7-4f0e-8d0e-6a1d3f5c2a01'

async function existingJob(ctx: ToolContext, name: string): Promise<GuideJob> {
  const job = await findJob(ctx, name)
  if (!job) throw new ApiError('not_found', `there is no job of guides with the requestId ${name.slice(0, 100)}`)
  return job
}

export const guidesKickoff = defineTool({
  ...{ id: 'k12-qrg-generation-kickoff', domain: 'k12', slug: 'qrg-generation-kickoff' },
  title: 'Generate quick reference guides',
  description: 'Generates a quick reference guide (before, during, after) for each annex of an emergency plan, by role.',
  input: guidesRequest.meta({ examples: [{ emergencyOperationPlanId: planId, waitForResult: true }] }),
  output: guidesReply,
  effect: 'write',
  timeoutMs: 600_000,
  statusOf: ({ status }) => (status === 'accepted' ? 202 : 200),
  async handle(ctx, request): Promise<GuidesReply> {
    const job = await startGuides(ctx, request)
    if (!request.waitForResult) return acceptedReply(job)
    const { kind } = guidesRun
    const within = Math.min(ctx.edge.env.SYNC_TIMEOUT_MS, LONGEST_WAIT_MS)
    const state = await waitForRun(ctx.ports, { kind, id: job.state.id, subject: subjectOf(ctx) }, within, ctx.signal)
    if (!state || !hasEnded(state)) return acceptedReply(job)
    const reply = await resultReply(ctx.ports, { ...job, state })
    return { ...reply, status: state.status === 'completed' ? 'success' : 'error' }
  },
})

export const guidesStatus = defineTool({
  ...{ id: 'k12-qrg-generation-status', domain: 'k12', slug: 'qrg-generation-status' },
  title: 'Get the status of guides',
  description: 'Returns the status of guide jobs and the number of finished annexes.',
  input: z
    .object({
      requestIds: z
        .array(requestId, 'give a list of the requestIds of jobs of guides')
        .min(1, 'give at least one requestId')
        .max(MOST_ASKED, `give at most ${MOST_ASKED} requestIds`),
    })
    .meta({ examples: [{ requestIds: ['fire-guides'] }] }),
  output: z.array(statusEntry),
  effect: 'read',
  timeoutMs: READ_WITHIN_MS,
  handle: (ctx, { requestIds }) =>
    Promise.all(
      requestIds.map(async (name): Promise<StatusEntry> => {
        const job = await findJob(ctx, name)
        if (job) return entryOf(job)
        const nowhere = { requestId: name, sessionId: null, status: 'ERROR', progress: { total: 0, done: 0 } } as const
        return { ...nowhere, message: 'There is no job of guides with this requestId.' }
      }),
    ),
})

export const guidesResult = defineTool({
  ...{ id: 'k12-qrg-generation-result', domain: 'k12', slug: 'qrg-generation-result' },
  title: 'Get the guides of a job',
  description: 'Returns the guides of a job and the annexes that failed, or that the job is not finished.',
  input: oneJob,
  output: guidesReply,
  effect: 'read',
  timeoutMs: READ_WITHIN_MS,
  handle: async (ctx, { requestId }) => resultReply(ctx.ports, await existingJob(ctx, requestId)),
})

export const guidesCancel = defineTool({
  ...{ id: 'k12-qrg-generation-cancel', domain: 'k12', slug: 'qrg-generation-cancel' },
  title: 'Cancel the generation of guides',
  description: 'Cancels a guide job. A finished job keeps its status.',
  input: oneJob,
  output: statusEntry,
  effect: 'write',
  timeoutMs: READ_WITHIN_MS,
  async handle(ctx, { requestId }) {
    const job = await existingJob(ctx, requestId)
    if (hasEnded(job.state)) return entryOf(job)
    try {
      return entryOf({ ...job, state: await cancelRun(ctx.ports, job.state.id) })
    } catch (error) {
      // It ended at the same moment: then its end holds.
      if (error instanceof ApiError && error.code === 'conflict') return entryOf(await existingJob(ctx, requestId))
      throw error
    }
  },
})

export const guideTools = [guidesKickoff, guidesStatus, guidesResult, guidesCancel]
