import { z } from 'zod'
import type { UnaidedTurn } from '../../../../../kernel/agents/define-agent.ts'

export const LOOKUP = 'k12-plan-lookup'

const part = z.object({ id: z.string(), name: z.string() })
const plansSchema = z.looseObject({ plans: z.array(part) })
const planSchema = z.looseObject({ plan: part.extend({ annexes: z.array(part.extend({ type: z.string() })), roles: z.array(part) }) })
const annexSchema = z.looseObject({ annex: part.extend({ html: z.string() }) })

export type Plan = z.output<typeof planSchema>['plan']

export const plansBy = async ({ use }: Pick<UnaidedTurn, 'use'>) => plansSchema.parse(await use(LOOKUP, {})).plans
export const planBy = async ({ use }: Pick<UnaidedTurn, 'use'>, planId: string): Promise<Plan> =>
  planSchema.parse(await use(LOOKUP, { planId })).plan

/** The text of an annex, a line for each block. */
export async function annexText({ use }: Pick<UnaidedTurn, 'use'>, planId: string, annexId: string): Promise<string> {
  const { html } = annexSchema.parse(await use(LOOKUP, { planId, annexId })).annex
  return html
    .replace(/<(?:\/?(?:p|div|h[1-6]|ul|ol|tr|table|section)|br)\b[^>]*>/gi, '\n\n')
    .replace(/<li\b[^>]*>/gi, '\n- ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(nbsp|lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
