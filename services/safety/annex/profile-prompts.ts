import { textInForce } from '../../../kernel/prompts/text-in-force.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { type ProfileName, profileNames, profileOf, profileTexts, type Spoken } from './profiles.ts'

type Where = Pick<EdgeContext, 'env' | 'ports'>
type TextName = ProfileName | 'rules'

/** Texts of the repository that take the place of the product's own: by their names, the one that was saved last. */
export const promptNameOf = (name: TextName): string => `annex-${name}`

const textOf = (where: Where, name: TextName) => textInForce(where, promptNameOf(name), profileTexts[name])

/** How a model is spoken to under a profile from now on. ApiError where the repository cannot be read: no other text is taken instead. */
export async function spokenUnder(where: Where, name: ProfileName): Promise<Spoken> {
  const [profile, rules] = await Promise.all([textOf(where, name), textOf(where, 'rules')])
  return profileOf(name, profile, rules)
}

/** All texts in force. */
export async function promptsInForce(where: Where) {
  const names = [...profileNames, 'rules'] as const
  return Promise.all(names.map(async (profile) => ({ profile, prompt_name: promptNameOf(profile), ...(await textOf(where, profile)) })))
}
