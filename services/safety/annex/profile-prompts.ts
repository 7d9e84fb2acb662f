import { pathOf } from '../../../kernel/prompts/manifest.ts'
import { promptReader } from '../../../kernel/prompts/open-prompts.ts'
import type { PromptReader } from '../../../kernel/prompts/prompt-root.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { type ProfileName, profileNames, profileOf, profileTexts, type Spoken, versionOf } from './profiles.ts'

/** Texts of the repository that take the place of the product's own: by their names, the one that was saved last. */
export const promptNameOf = (name: ProfileName | 'rules'): string => `annex-${name}`
/** No chat takes an experiment up by itself; a system prompt of the name counts too. */
const TYPES: ReadonlySet<string> = new Set(['experiment', 'system'])

const readers = new WeakMap<EdgeContext['env'], PromptReader>()
function readerOf(ctx: Pick<EdgeContext, 'env' | 'ports'>): PromptReader {
  const known = readers.get(ctx.env) ?? promptReader(ctx)
  readers.set(ctx.env, known)
  return known
}

/** A text with what tells it from every other one. */
export interface Told {
  readonly text: string
  readonly version: string
  readonly source: 'product' | 'repository'
}

async function textOf(reader: PromptReader, name: ProfileName | 'rules'): Promise<Told> {
  const { entries } = await reader.manifest()
  const saved = entries.findLast((entry) => TYPES.has(entry.type) && entry.name === promptNameOf(name))
  if (!saved) return { text: profileTexts[name], version: versionOf(profileTexts[name]), source: 'product' }
  return { text: await reader.read(pathOf(saved)), version: `${saved.name}@${saved.stamp}-${saved.ordinal}`, source: 'repository' }
}

/** How a model is spoken to under a profile from now on. ApiError where the repository cannot be read: no other text is taken instead. */
export async function spokenUnder(ctx: Pick<EdgeContext, 'env' | 'ports'>, name: ProfileName): Promise<Spoken> {
  const reader = readerOf(ctx)
  const [profile, rules] = await Promise.all([textOf(reader, name), textOf(reader, 'rules')])
  return profileOf(name, profile, rules)
}

/** All texts in force. */
export async function promptsInForce(ctx: Pick<EdgeContext, 'env' | 'ports'>) {
  const reader = readerOf(ctx)
  const names = [...profileNames, 'rules'] as const
  return Promise.all(names.map(async (profile) => ({ profile, prompt_name: promptNameOf(profile), ...(await textOf(reader, profile)) })))
}
