import { stemsOf } from '../../../kernel/text/terms.ts'
import type { Role } from './guide.ts'

/** Words of a role's name that many roles share. */
const SHARED = new Set(stemsOf('school staff member members team all and of the for other'))

/** The roles that a text names, in their own order; all of them where it names none, because somebody has to know what to do. */
export function pickRoles(text: string, roles: readonly Role[], all: readonly Role[] = roles): Role[] {
  const named = namedRoles(text, all)
  const picked = roles.filter(({ id }) => named.has(id))
  return picked.length > 0 ? picked : [...roles]
}

/** Ids of the roles that a text names. Where it says Assistant Principal, it does not name the Principal. */
export function namedRoles(text: string, roles: readonly Role[]): Set<string> {
  const named = new Set<string>()
  let said = ` ${stemsOf(text).join(' ')} `
  for (const { id, words } of roles.map(({ id, name }) => ({ id, words: wordsOf(name) })).sort((a, b) => b.words.length - a.words.length)) {
    if (!words || !said.includes(` ${words} `)) continue
    named.add(id)
    said = said.replaceAll(` ${words} `, ' | ')
  }
  return named
}

/** What a role is recognised by: the words that many roles share count only where there are no others. */
function wordsOf(name: string): string {
  const stems = stemsOf(name)
  const own = stems.filter((stem) => !SHARED.has(stem))
  return (own.length > 0 ? own : stems).join(' ')
}
