import { type Manifest, PROMPT_NAME, type PromptVersion, pathOf } from '../../kernel/prompts/manifest.ts'
import type { PromptType } from '../../kernel/prompts/prompt-source.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'

const SUFFIX = '.j2'
/** Names that some systems give to devices, whatever follows the dot; without one the file's own name (`con@…`) is none. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])\./i

/** A name as it is kept, without its suffix. ApiError invalid_request for anything that could be more than a name. */
export function promptName(given: string, field: string): string {
  const name = given.endsWith(SUFFIX) ? given.slice(0, -SUFFIX.length) : given
  if (PROMPT_NAME.test(name) && !DEVICE.test(name)) return name
  const rule = '1 to 128 letters, digits, hyphens, underscores and dots, not beginning with a dot or, before one, with the name of a device'
  throw new ApiError('invalid_request', `${field}: a prompt's name is ${rule}.`, { details: { field } })
}

/** The name as the interface shows it. */
export const fileNameOf = ({ name }: Pick<PromptVersion, 'name'>): string => `${name}${SUFFIX}`

/** `<YYYYMMDD-HHMMSS>`, with `-<n>` from the second one of a second on. */
export const versionOf = ({ stamp, ordinal }: Pick<PromptVersion, 'stamp' | 'ordinal'>): string =>
  ordinal === 1 ? stamp : `${stamp}-${ordinal}`

/** Versions of a type, newest first. */
export const versionsOf = (manifest: Manifest, type: PromptType): PromptVersion[] =>
  manifest.entries.filter((entry) => entry.type === type).reverse()

/** The version that an identifier means: its record id, its path or file name, or a prompt's name for its newest version. */
export function findVersion(manifest: Manifest, type: PromptType, identifier: string): PromptVersion | undefined {
  const versions = versionsOf(manifest, type)
  return (
    versions.find(({ id }) => id === identifier) ??
    versions.find((entry) => [pathOf(entry), pathOf(entry).slice(type.length + 1)].includes(identifier)) ??
    versions.find((entry) => [entry.name, fileNameOf(entry)].includes(identifier))
  )
}

/** As `findVersion`; ApiError not_found when there is none. */
export function getVersion(manifest: Manifest, type: PromptType, identifier: string): PromptVersion {
  const found = findVersion(manifest, type, identifier)
  if (found) return found
  throw new ApiError('not_found', `There is no ${type} prompt ${JSON.stringify(identifier.slice(0, 200))}.`)
}
