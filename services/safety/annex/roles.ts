import type { StepContext } from '../../../kernel/runs/define-run.ts'
import type { AnnexRequest } from './request.ts'

const MOST_ROLES = 200

/** The names of roles that a request gives, each once; null where it gives none. */
export function rolesGiven({
  roles,
  userTags,
  generalUserTags,
}: Pick<AnnexRequest, 'roles' | 'userTags' | 'generalUserTags'>): string[] | null {
  const given = [roles, userTags, generalUserTags].filter((list) => list !== undefined)
  if (given.length === 0) return null
  const names = given.flat().map((role) => (typeof role === 'string' ? role : (role.name ?? role.id ?? '')))
  return unique(names)
}

interface OfPlan {
  readonly kind: string
  readonly id: string
  readonly userTagIds: readonly string[]
}

/** The roles of the plan: those that were chosen, else all. None where no plan is stored under the id. */
export async function rolesOfPlan({ input, ports, run, signal }: StepContext<OfPlan, 'plans'>): Promise<string[]> {
  if (input.kind !== 'plan') return []
  const plan = await ports.plans.read(input.id, { requestId: run.id, signal })
  const chosen = new Set(input.userTagIds)
  const tags = plan?.generalUserTags ?? []
  return unique((chosen.size > 0 ? tags.filter(({ id }) => chosen.has(id)) : tags).map(({ name }) => name))
}

const unique = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => name.replace(/\s+/g, ' ').trim()).filter(Boolean))].slice(0, MOST_ROLES)
