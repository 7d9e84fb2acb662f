import type { UnaidedTurn } from '../../../../../kernel/agents/define-agent.ts'
import { documentsToo } from '../../../../../kernel/agents/read-documents.ts'
import { type Plan, planBy, plansBy } from './plan-tools.ts'

/** Plans that are looked at one by one. */
const LOOKED_AT = 12

/** Which annexes the plans of a district have, what they have in common, what each lacks; then what the documents say to the question. */
export async function tellDistrict(turn: UnaidedTurn): Promise<string> {
  const plans = await plansBy(turn)
  if (plans.length === 0)
    return `Without a model (embedded): there are no plans yet; \`PUT /k12/plans/{id}\` stores one.${await documentsToo(turn)}`
  const read: Plan[] = []
  for (const { id } of plans.slice(0, LOOKED_AT)) read.push(await planBy(turn, id))
  return `Without a model (embedded), from the plans that are stored:\n\n${inWords(read, plans.length)}${await documentsToo(turn)}`
}

function inWords(plans: readonly Plan[], total: number): string {
  const names = new Map(plans.flatMap(({ annexes }) => annexes.map(({ name }) => [keyOf(name), name] as const)))
  const has = (plan: Plan, key: string) => plan.annexes.some(({ name }) => keyOf(name) === key)
  const common = [...names].filter(([key]) => plans.every((plan) => has(plan, key))).map(([, name]) => name)
  const lines = plans.map((plan) => {
    const missing = [...names].filter(([key]) => !has(plan, key)).map(([, name]) => name)
    const lacks = plans.length > 1 && missing.length > 0 ? ` Other plans have, and this one lacks: ${missing.join(', ')}.` : ''
    return `- ${plan.name} (${plan.id}): ${plan.annexes.length} annexes, ${plan.roles.length} roles. ${annexesOf(plan)}${lacks}`
  })
  const shared = plans.length > 1 ? [`All of them have: ${common.join(', ') || 'no annex in common'}.`] : []
  const more = total > plans.length ? [`${total - plans.length} more plans were not looked at.`] : []
  return [lines.join('\n'), ...shared, ...more].join('\n\n')
}

const keyOf = (name: string): string => name.trim().toLowerCase()

/** "functional: Evacuation, Lockdown; hazard: Fire." */
function annexesOf({ annexes }: Plan): string {
  const types = [...new Set(annexes.map(({ type }) => type))]
  const named = types.map((type) => {
    const those = annexes.filter((annex) => annex.type === type).map(({ name }) => name)
    return `${type.toLowerCase()}: ${those.join(', ')}`
  })
  return named.length > 0 ? `${named.join('; ')}.` : ''
}
