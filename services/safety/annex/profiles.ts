import { readFileSync } from 'node:fs'
import { versionOf } from '../../../kernel/prompts/text-in-force.ts'

export const profileNames = ['general', 'district', 'facility', 'functional', 'hazard', 'suggest-roles'] as const
export type ProfileName = (typeof profileNames)[number]

/** How a model is spoken to. */
export interface Spoken {
  /** Of the texts: another text is another version. */
  readonly version: string
  readonly system: string
  /** What is asked where the caller asks for nothing. */
  readonly prompt: string
}

/** The product's own texts, as the files in `profiles/` have them. */
export const profileTexts = Object.fromEntries(
  [...profileNames, 'rules'].map((name) => [name, readFileSync(new URL(`./profiles/${name}.md`, import.meta.url), 'utf8')]),
) as Readonly<Record<ProfileName | 'rules', string>>

interface Versioned {
  readonly text: string
  readonly version: string
}

/** A profile's text and the rules for all: what stands behind the line `---` is the prompt where none is given, the product's where nothing does. */
export function profileOf(name: ProfileName, { text, version }: Versioned, rules: Versioned): Spoken {
  const [role = '', prompt = ''] = partsOf(text)
  return {
    version: `${version}/${rules.version}`,
    system: `${role}\n\n${rules.text.trim()}`,
    prompt: prompt || (partsOf(profileTexts[name])[1] ?? ''),
  }
}

const partsOf = (text: string): string[] => text.split(/^---\s*$/m).map((part) => part.trim())

const own = (name: ProfileName | 'rules'): Versioned => ({ text: profileTexts[name], version: versionOf(profileTexts[name]) })

/** A profile where nobody changed anything. */
export const ownProfile = (name: ProfileName): Spoken => profileOf(name, own(name), own('rules'))

const SUGGEST = 'suggest roles and responsibilities'
const plainWords = (prompt: string): string =>
  prompt
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether a prompt is the wish for roles, however it is written. */
export const asksForRoles = (prompt: string): boolean => prompt.length < 200 && plainWords(prompt).replace(/^please /, '') === SUGGEST
