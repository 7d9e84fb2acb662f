import { z } from 'zod'
import { defineTool } from '../../../kernel/agents/define-tool.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { apart } from '../apart/apart.ts'
import { existingPlan } from './existing-plan.ts'

/** Characters of an annex that one call gives: what a model can take in. */
const LONGEST = 40_000
const PLANS_AT_ONCE = 50

const part = z.object({ id: z.string(), name: z.string() })
const EXAMPLE = { planId: 'd1b7f2b0-58a7-4f0e-8d0e-6a1d3f5c2a01', annexId: 'a-evacuation' }

/** Plans, one plan's annexes and roles, or the text of one annex. */
export const planLookup = defineTool({
  ...{ id: 'k12-plan-lookup', domain: 'k12', slug: 'plan-lookup' },
  title: 'Look up a plan',
  description:
    'Lists plans. With planId, returns its annexes and roles. With annexId too, returns the text of that annex, starting at `from`.',
  input: z
    .object({
      planId: z.string().min(1).max(200).optional(),
      annexId: z.string().min(1).max(200).optional().describe('Needs planId.'),
      from: z.int().min(0).default(0).describe('The character to begin at.'),
    })
    .meta({ examples: [EXAMPLE] }),
  output: z
    .object({
      plans: z.array(part).optional(),
      plan: part.extend({ annexes: z.array(part.extend({ type: z.string() })), roles: z.array(part) }).optional(),
      annex: part.extend({ type: z.string(), html: z.string(), next: z.int().nullable().describe('Where the text goes on.') }).optional(),
    })
    .meta({ examples: [{ annex: { id: 'a-evacuation', name: 'Evacuation', type: 'FUNCTIONAL', html: '<p>Leave.</p>', next: null } }] }),
  effect: 'read',
  timeoutMs: 30_000,
  async handle({ ports, cause, caller, signal }, { planId, annexId, from }) {
    if (planId === undefined) {
      if (annexId !== undefined) throw new ApiError('invalid_request', 'planId: is needed to look up an annex')
      const { plans } = await ports.plans.list({ skip: 0, top: PLANS_AT_ONCE })
      return { plans: plans.map(named) }
    }
    const plan = await existingPlan(ports, planId, { requestId: cause.requestId, signal })
    if (annexId === undefined) {
      const annexes = plan.annexes.map((annex) => ({ ...named(annex), type: annex.type }))
      return { plan: { ...named(plan), annexes, roles: plan.generalUserTags.map(named) } }
    }
    const annex = plan.annexes.find(({ id }) => id === annexId)
    if (!annex) throw new ApiError('not_found', 'the plan has no annex of this id')
    const [html = ''] = await apart('shown', [[annex.html]], { caller: ownerOf(callerName(caller)), signal })
    const end = from + LONGEST
    return { annex: { ...named(annex), type: annex.type, html: html.slice(from, end), next: end < html.length ? end : null } }
  },
})

const named = ({ id, name }: { readonly id: string; readonly name: string }) => ({ id, name })
