import { defineTool, type Tool } from '../../../kernel/agents/define-tool.ts'
import { cancelJob, existingJob, findJob, kickOff, messageOf, resultOf, sessionOf, statusOf } from './jobs.ts'
import { asksForRoles, type ProfileName } from './profiles.ts'
import {
  type AnnexReply,
  annexReply,
  annexRequest,
  annexResultReply,
  cancelReply,
  requestIdInput,
  requestIds,
  statusEntries,
} from './request.ts'

/** A wait ends at SYNC_TIMEOUT_MS by itself. */
const LONGEST_MS = 600_000
const SHORT_MS = 60_000

interface Entrance {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly profile: ProfileName
  /** Whether the wish for roles is a mode of its own here. */
  readonly knowsRoles?: true
}

const entrances: readonly Entrance[] = [
  {
    slug: 'annex-editing-kickoff',
    title: 'Edit a field of a plan',
    description: 'Edits a field of an emergency operations plan. New integrations should use the tool for the type of text.',
    profile: 'general',
  },
  {
    slug: 'district-planning-kickoff',
    title: 'Edit the plan of a district',
    description: 'Edits a field of a district’s basic plan as instructed, and leaves the rest unchanged.',
    profile: 'district',
  },
  {
    slug: 'facility-planning-kickoff',
    title: 'Edit the plan of a building',
    description: 'Edits a field of the plan of one building as instructed, and leaves the rest unchanged.',
    profile: 'facility',
  },
  {
    slug: 'functional-annex-kickoff',
    title: 'Edit a functional annex',
    description: 'Edits a functional annex as instructed. The prompt "Suggest roles and responsibilities" suggests roles.',
    profile: 'functional',
    knowsRoles: true,
  },
  {
    slug: 'hazard-annex-kickoff',
    title: 'Edit a hazard annex',
    description: 'Edits a hazard annex as instructed. The prompt "Suggest roles and responsibilities" suggests roles.',
    profile: 'hazard',
    knowsRoles: true,
  },
  {
    slug: 'functional-annex-suggest-roles-kickoff',
    title: 'Suggest roles for a functional annex',
    description: 'Suggests roles and responsibilities for a functional annex, using the roles of the request or the plan.',
    profile: 'suggest-roles',
  },
  {
    slug: 'hazard-annex-suggest-roles-kickoff',
    title: 'Suggest roles for a hazard annex',
    description: 'Suggests roles and responsibilities for a hazard annex, using the roles of the request or the plan.',
    profile: 'suggest-roles',
  },
]

const kickoffs = entrances.map(({ slug, title, description, profile, knowsRoles }) =>
  defineTool({
    ...{ id: `k12-${slug}`, domain: 'k12', slug, title, description },
    input: annexRequest,
    output: annexReply,
    effect: 'write',
    timeoutMs: LONGEST_MS,
    statusOf: (reply) => (reply.status === 'accepted' ? 202 : 200),
    handle(ctx, request): Promise<AnnexReply> {
      const mode = knowsRoles && asksForRoles(request.prompt ?? '') ? 'suggest-roles' : profile
      return kickOff(ctx, { tool: `k12-${slug}`, profile: mode }, request)
    },
  }),
)

const job = { domain: 'k12', timeoutMs: SHORT_MS } as const

const status = defineTool({
  ...job,
  id: 'k12-annex-editing-status',
  slug: 'annex-editing-status',
  title: 'Get the status of edits',
  description: 'Returns the status of edits, one entry per request ID. An unknown ID yields an entry with an error.',
  input: requestIds,
  output: statusEntries,
  effect: 'read',
  handle: (ctx, { requestIds }) =>
    Promise.all(
      requestIds.map(async (requestId) => {
        const found = await findJob(ctx, requestId)
        if (!found)
          return { requestId, sessionId: '', status: 'error' as const, message: `There is no edit with the requestId ${requestId}.` }
        const sessionId = await sessionOf(ctx.ports, found)
        const shown = statusOf(found)
        return { requestId, sessionId, status: shown, ...(shown === 'error' ? { message: messageOf(found) } : {}) }
      }),
    ),
})

const result = defineTool({
  ...job,
  id: 'k12-annex-editing-result',
  slug: 'annex-editing-result',
  title: 'Get the result of an edit',
  description: 'Returns the edited HTML, or the reason that there is none.',
  input: requestIdInput,
  output: annexResultReply,
  effect: 'read',
  async handle(ctx, { requestId }) {
    const found = await existingJob(ctx, requestId)
    const sessionId = await sessionOf(ctx.ports, found)
    const made = await resultOf(ctx.ports, found)
    const names = { requestId, sessionId, status: statusOf(found) }
    return made ? { ...names, message: made.html, isEdit: made.isEdit } : { ...names, message: messageOf(found), isEdit: false }
  },
})

const cancel = defineTool({
  ...job,
  id: 'k12-annex-editing-cancel',
  slug: 'annex-editing-cancel',
  title: 'Cancel an edit',
  description: 'Cancels an edit in progress. A finished edit keeps its status.',
  input: requestIdInput,
  output: cancelReply,
  effect: 'write',
  async handle(ctx, { requestId }) {
    const ended = await cancelJob(ctx, requestId)
    const sessionId = await sessionOf(ctx.ports, ended)
    return { requestId, sessionId, status: statusOf(ended) }
  },
})

/** Kickoffs, status, result and cancel of edits. */
export const annexTools: readonly Tool[] = [...kickoffs, status, result, cancel]
