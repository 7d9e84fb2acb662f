import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../../../kernel/config/config.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import type { BuildInfo } from '../../../kernel/search/builds.ts'
import { chunkingSection } from '../chunk/chunking-section.ts'

const { max_tokens, overlap_tokens } = chunkingSection.schema.shape

/** What of config.yaml a build may have of its own. What it leaves out is the platform's. */
export const buildSettingsSchema = z.strictObject({
  chunking: z.strictObject({ max_tokens: max_tokens.unwrap().optional(), overlap_tokens: overlap_tokens.unwrap().optional() }).optional(),
})
export type BuildSettings = z.output<typeof buildSettingsSchema>

type Settled = Pick<BuildInfo, 'settings'>

export const settingsOf = (build: Settled | undefined): BuildSettings =>
  build?.settings == null ? {} : buildSettingsSchema.parse(JSON.parse(build.settings))

/** The settings of a build over those of another one, as a build keeps them; null where nothing differs from the platform's. */
export function settingsText(base: BuildSettings, more: BuildSettings): string | null {
  const chunking = { ...base.chunking, ...more.chunking }
  const kept = Object.fromEntries(Object.entries(chunking).sort(([a], [b]) => (a < b ? -1 : 1)))
  return Object.keys(kept).length === 0 ? null : JSON.stringify({ chunking: kept })
}

/** How passages are cut in a build. */
export const chunkingOf = (config: Config, build: Settled | undefined) => ({
  ...sectionOf(config, chunkingSection),
  ...settingsOf(build).chunking,
})

/** Names how passages were cut, for whoever asks whether they are those of a build; undefined: as the platform's settings say. */
export const cutOf = (build: Settled | undefined): string | undefined =>
  build?.settings == null ? undefined : hash('sha256', build.settings, 'hex').slice(0, 16)
