import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export const profileNames = ['general', 'district', 'facility', 'functional', 'hazard', 'suggest-roles'] as const
export type ProfileName = (typeof profileNames)[number]

/** How a model is spoken to. */
export interface Profile {
  readonly name: ProfileName
  /** Follows from the text: another text is another version. */
  readonly version: string
  readonly system: string
  /** What is asked where the caller asks for nothing. */
  readonly prompt: string
}

const RULES = read('rules')

/** The profiles, as their files in `profiles/` say: what stands behind the line `---` is the prompt where none is given. */
export const profiles: Readonly<Record<ProfileName, Profile>> = Object.fromEntries(
  profileNames.map((name) => {
    const text = read(name)
    const [role = '', prompt = ''] = text.split(/^---$/m).map((part) => part.trim())
    return [name, { name, version: hash('sha256', `${text}\n${RULES}`, 'hex').slice(0, 12), system: `${role}\n\n${RULES.trim()}`, prompt }]
  }),
) as Record<ProfileName, Profile>

function read(name: string): string {
  return readFileSync(new URL(`./profiles/${name}.md`, import.meta.url), 'utf8')
}

const SUGGEST = 'suggest roles and responsibilities'
const plainWords = (prompt: string): string =>
  prompt
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether a prompt is the wish for roles, however it is written. */
export const asksForRoles = (prompt: string): boolean => plainWords(prompt) === SUGGEST
