import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { callerName } from '../../../kernel/http/identity/caller-name.ts'
import { leaving } from '../../../kernel/http/sse/leaving.ts'
import { annexTypes } from '../../../kernel/plans/plan.ts'
import { ApiError, WorkError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { apart } from '../apart/apart.ts'
import { changeSchema, withChanges } from '../html/changes.ts'
import { existingPlan } from '../plans/existing-plan.ts'
import { BODY_LIMIT, mayChangePlans, PLANS } from '../plans/routes.ts'
import { existingJob, inputOfJob, messageOf, resultOf, statusOf } from './jobs.ts'
import { promptsInForce } from './profile-prompts.ts'
import { profileNames } from './profiles.ts'
import { jobStatuses } from './request.ts'
import { annexResult } from './run.ts'

const ANNEX = `${PLANS}/:id/annexes/:annex_id`
const ACCEPT = `${ANNEX}/accept`
const JOB = '/k12/annex-edits/:request_id'

/** The routes that change plans. */
export const annexCommands = [`POST ${ACCEPT}`]

const config = { access: 'api' } as const
const params = z.object({ id: z.string().min(1).max(200), annex_id: z.string().min(1).max(200) })
const requestId = 'c2b9a1c0-9d53-4d1e-8c0f-5a1b2c3d4e5f'

const annexView = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(annexTypes),
    html: z.string().describe('As it is stored.'),
    shown: z.string().describe('The same without anything that runs or loads: what a page may show.'),
    plan: z.object({ id: z.string(), name: z.string(), organizationId: z.string() }),
  })
  .meta({
    description: 'An annex, as it is stored and as it may be shown.',
    examples: [
      {
        id: 'a-evacuation',
        name: 'Evacuation',
        type: 'FUNCTIONAL',
        html: '<p>Teachers learn the routes.</p>',
        shown: '<p>Teachers learn the routes.</p>',
        plan: { id: 'p-1', name: 'District plan', organizationId: 'org-1' },
      },
    ],
  })

const profilePrompts = z
  .object({
    items: z.array(
      z.object({
        profile: z.enum([...profileNames, 'rules']).describe('rules: what holds under every profile.'),
        prompt_name: z.string().describe('A prompt of this name in the repository takes the place of the product’s own.'),
        version: z.string(),
        source: z.enum(['product', 'repository']),
        text: z.string().describe('Behind a line of three dashes: what is asked where a caller gives no prompt.'),
      }),
    ),
  })
  .meta({
    description: 'What models are told.',
    examples: [
      {
        items: [
          {
            profile: 'functional',
            prompt_name: 'annex-functional',
            version: '3f0c5d2a1b7e',
            source: 'product',
            text: 'You edit a functional annex.\n---\nImprove the annex.',
          },
        ],
      },
    ],
  })

const shownChange = changeSchema.omit({ splices: true })
const jobView = z
  .object({
    requestId: z.string(),
    sessionId: z.string(),
    runId: z.string(),
    status: z.enum(jobStatuses),
    message: z.string().describe('Why there is no result.'),
    isEdit: z.boolean(),
    base: z.string().describe('The field as it was.'),
    html: z.string().nullable(),
    shown: z.object({ base: z.string(), html: z.string().nullable() }).describe('Both without anything that runs or loads.'),
    changes: z.array(shownChange).describe('Each can be accepted by itself; before and after may be shown.'),
    by: z.enum(['model', 'embedded']).nullable(),
    record: annexResult.shape.record.nullable(),
  })
  .meta({
    description: 'An edit with each of its changes.',
    examples: [
      {
        requestId,
        sessionId: 's-1',
        runId: requestId,
        status: 'success',
        message: '',
        isEdit: true,
        base: '<p>Old</p>',
        html: '<p>New</p>',
        shown: { base: '<p>Old</p>', html: '<p>New</p>' },
        changes: [{ id: 'c1', kind: 'changed', before: '<p>Old</p>', after: '<p>New</p>', reason: 'shorter' }],
        by: 'embedded',
        record: { profile: 'functional', prompt_version: '3f0c5d2a1b7e', alias: null, model: null, sections: 1, usage: null },
      },
    ],
  })

const acceptBody = z
  .object({
    requestId: z.string().min(1).max(200),
    base: z.string().describe('The HTML of the annex as it was when it was edited.'),
    changes: z.array(z.string().max(20)).max(100_000).optional().describe('Ids of the changes that are accepted; all when left out.'),
  })
  .meta({ description: 'Which edit, and which of its changes.', examples: [{ requestId, base: '<p>Old</p>', changes: ['c1'] }] })

const accepted = z
  .object({ planId: z.string(), annexId: z.string(), html: z.string(), accepted: z.array(z.string()), rejected: z.array(z.string()) })
  .meta({
    description: 'The annex as it is now, and what became of each change.',
    examples: [{ planId: 'p-1', annexId: 'a-evacuation', html: '<p>New</p>', accepted: ['c1'], rejected: [] }],
  })

/** Somebody waits for a page. */
const SHOWN_WITHIN_MS = 30_000

/** Texts as a page may show them. */
const shown = ({ caller }: FastifyRequest, reply: FastifyReply, ...texts: readonly string[]): Promise<string[]> =>
  apart('shown', [texts], { caller: callerName(caller), signal: leaving(reply), longestMs: SHOWN_WITHIN_MS }).catch((error: unknown) => {
    if (error instanceof WorkError) throw new ApiError('timeout', error.message, { cause: error })
    throw error
  })

/** An annex by itself, an edit with its changes, and accepting them into the plan. */
export function registerAnnexRoutes(app: App, ctx: EdgeContext): void {
  const { ports } = ctx

  const annexOf = async (request: FastifyRequest, { id, annex_id }: z.output<typeof params>) => {
    const plan = await existingPlan(ports, id, { requestId: request.id })
    const annex = plan.annexes.find((a) => a.id === annex_id)
    if (!annex) throw new ApiError('not_found', `the plan ${id} has no annex with the id ${annex_id}`)
    return { plan, annex }
  }

  app.get(
    ANNEX,
    { config, schema: { operationId: 'getAnnex', summary: 'Get an annex of a plan', params, response: { 200: annexView } } },
    async (request, reply) => {
      const { plan, annex } = await annexOf(request, request.params)
      const { id, name, type, html } = annex
      return {
        id,
        name,
        type,
        html,
        shown: (await shown(request, reply, html))[0]!,
        plan: { id: plan.id, name: plan.name, organizationId: plan.organizationId },
      }
    },
  )

  app.get(
    '/k12/annex-profiles',
    {
      config,
      schema: {
        operationId: 'listAnnexProfiles',
        summary: 'List the instructions that models receive for edits',
        description:
          'Save a prompt under `prompt_name` in the repository (type experiment) to tell them something else; delete it to go back. An edit keeps the texts that held when it was accepted, and its record names their versions.',
        response: { 200: profilePrompts },
      },
    },
    async () => ({ items: await promptsInForce(ctx) }),
  )

  app.get(
    JOB,
    {
      config,
      schema: {
        operationId: 'getAnnexEdit',
        summary: 'Get an edit with its changes',
        params: z.object({ request_id: z.string().min(1).max(200) }),
        response: { 200: jobView },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      const job = await existingJob({ ports, caller }, params.request_id)
      const input = await inputOfJob(ports, job)
      const result = await resultOf(ports, job)
      const { content: base, sessionId } = input
      const html = result?.html ?? null
      const changes = result?.changes ?? []
      const texts = await shown(request, reply, base, html ?? '', ...changes.flatMap(({ before, after }) => [before, after]))
      return {
        ...{ requestId: params.request_id, sessionId, runId: job.id, status: statusOf(job), message: result ? '' : messageOf(job) },
        ...{ isEdit: result?.isEdit ?? false, base, html, by: result?.by ?? null, record: result?.record ?? null },
        shown: { base: texts[0]!, html: html === null ? null : texts[1]! },
        changes: changes.map(({ id, kind, reason }, i) => ({ id, kind, reason, before: texts[2 * i + 2]!, after: texts[2 * i + 3]! })),
      }
    },
  )

  app.post(
    ACCEPT,
    {
      config,
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'acceptAnnexEdit',
        summary: 'Apply an edit, or some of its changes, to the plan',
        description: 'Refused (409) where the annex has changed since it was edited: then nothing is written.',
        params,
        body: acceptBody,
        response: { 200: accepted },
        errors: ['conflict', 'payload_too_large'],
      },
    },
    async (request) => {
      mayChangePlans(ctx, request)
      const { id: planId, annex_id: annexId } = request.params
      const { requestId, base, changes } = request.body
      await annexOf(request, request.params)
      const job = await existingJob({ ports, caller: request.caller }, requestId)
      const input = await inputOfJob(ports, job)
      const result = await resultOf(ports, job)
      if (!result) throw new ApiError('conflict', `the edit ${requestId} has made nothing that could be accepted: ${messageOf(job)}`)
      if ((input.kind === 'plan' && input.id !== planId) || input.content !== base)
        throw new ApiError('conflict', 'base: the edit was made of another text than this; edit the annex as it is now', {
          details: { field: 'base' },
        })
      const ids = result.changes.map(({ id }) => id)
      const stranger = changes?.find((id) => !ids.includes(id))
      if (stranger !== undefined)
        throw new ApiError('invalid_request', `changes: the edit has no change ${stranger}`, { details: { field: 'changes' } })
      const chosen = new Set(changes ?? ids)
      const some = changes && withChanges(base, result.changes, chosen)
      // what runs or loads stays out, also where the change that took it out is rejected
      const html = some === undefined ? result.html : await apart('disarmed', [some], { caller: callerName(request.caller) })
      await ports.plans.changeAnnex({ planId, annexId, base, html })
      return { planId, annexId, html, accepted: ids.filter((id) => chosen.has(id)), rejected: ids.filter((id) => !chosen.has(id)) }
    },
  )
}
