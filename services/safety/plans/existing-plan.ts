import type { Plan } from '../../../kernel/plans/plan.ts'
import type { PlanCall } from '../../../kernel/plans/plans.ts'
import { noPlan } from '../../../kernel/plans/stored.ts'
import type { EdgePorts } from '../../../kernel/ports.ts'

/** The plan or snapshot of this id. ApiError not_found. */
export async function existingPlan({ plans }: Pick<EdgePorts, 'plans'>, id: string, call: PlanCall): Promise<Plan> {
  const plan = await plans.read(id, call)
  if (!plan) throw noPlan(id)
  return plan
}
