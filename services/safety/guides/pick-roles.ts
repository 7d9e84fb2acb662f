import { stemsOf } from '../../../kernel/text/terms.ts'
import type { Role } from './guide.ts'

/** Words of a role's name that many roles share. */
const SHARED = new Set(stemsOf('school staff member members team all and of the for other'))

/** The roles that a text names, in their own order; all of them where it names none, because somebody has to know what to do. */
export function pickRoles(text: string, roles: readonly Role[]): Role[] {
  const said = new Set(stemsOf(text))
  const named = roles.filter(({ name }) => isNamed(name, said))
  return named.length > 0 ? named : [...roles]
}

/** Whether the words of a role's name are among these stems; those that many roles share count only where there are no others. */
export function isNamed(name: string, said: ReadonlySet<string>): boolean {
  const stems = stemsOf(name)
  const own = stems.filter((stem) => !SHARED.has(stem))
  const wanted = own.length > 0 ? own : stems
  return wanted.length > 0 && wanted.every((stem) => said.has(stem))
}
