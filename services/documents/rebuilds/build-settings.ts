import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../../../kernel/config/config.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import { type OwnEmbedder, ownEmbedderSchema } from '../../../kernel/connections/connected-embedder.ts'
import type { Connections } from '../../../kernel/connections/connections.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { BuildInfo } from '../../../kernel/search/builds.ts'
import { chunkingSection } from '../chunk/chunking-section.ts'

const { max_tokens, overlap_tokens } = chunkingSection.schema.shape
const chunking = z
  .strictObject({ max_tokens: max_tokens.unwrap().optional(), overlap_tokens: overlap_tokens.unwrap().optional() })
  .optional()

/** What of config.yaml a build may have of its own. What it leaves out is the platform's. */
export const buildSettingsSchema = z.strictObject({
  chunking,
  /** null: the platform's embedder again. */
  embeddings: ownEmbedderSchema.nullable().optional(),
})
export type BuildSettings = z.output<typeof buildSettingsSchema>

/** The same as it is asked for. */
export const wishedSettingsSchema = z.strictObject({
  chunking,
  embeddings: z
    .strictObject({
      connection: z
        .string()
        .max(40)
        .optional()
        .describe(
          'A further embedder (`embeddings-…` of `GET /api/v2/models/connections`); `embeddings`: that of the platform; absent: as now.',
        ),
    })
    .optional(),
})

/** ApiError invalid_request for an embedder that is not connected. */
export function settledWish(
  { embeddings, ...rest }: z.output<typeof wishedSettingsSchema>,
  connections: Pick<Connections, 'furtherEmbedders'>,
): BuildSettings {
  const name = embeddings?.connection
  if (name === undefined) return rest
  return { ...rest, embeddings: name === 'embeddings' ? null : connected(name, connections) }
}

function connected(name: string, { furtherEmbedders }: Pick<Connections, 'furtherEmbedders'>): OwnEmbedder {
  const further = furtherEmbedders()
  const found = further.find((one) => one.name === name)
  if (found?.model != null && found.dimensions !== null) return { connection: name, model: found.model, dimensions: found.dimensions }
  const field = 'config.embeddings.connection'
  const known = ['embeddings', ...further.map((one) => one.name)].join(', ')
  throw new ApiError(
    'invalid_request',
    `${field}: no further embedder is connected as ${name}; there are ${known}. Connect one in Settings, or by PUT /api/v2/models/connections/embeddings-NAME`,
    { details: { field } },
  )
}

type Settled = Pick<BuildInfo, 'settings'>

export const settingsOf = (build: Settled | undefined): BuildSettings =>
  build?.settings == null ? {} : buildSettingsSchema.parse(JSON.parse(build.settings))

const chunkingText = (own: object): string => JSON.stringify({ chunking: own })

/** The settings of a build over those of another one, as a build keeps them; null where nothing differs from the platform's. */
export function settingsText(base: BuildSettings, more: BuildSettings): string | null {
  const cut = sorted({ ...base.chunking, ...more.chunking })
  const embeddings = more.embeddings === undefined ? base.embeddings : more.embeddings
  const cuts = Object.keys(cut).length > 0
  if (!embeddings) return cuts ? chunkingText(cut) : null
  return JSON.stringify({ ...(cuts ? { chunking: cut } : {}), embeddings })
}

const sorted = (own: object): object => Object.fromEntries(Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1)))

/** How passages are cut in a build. */
export const chunkingOf = (config: Config, build: Settled | undefined) => ({
  ...sectionOf(config, chunkingSection),
  ...settingsOf(build).chunking,
})

/** Names how passages were cut, for whoever asks whether they are those of a build; undefined: as the platform's settings say. */
export function cutOf(build: Settled | undefined): string | undefined {
  const own = settingsOf(build).chunking
  return own === undefined || Object.keys(own).length === 0 ? undefined : hash('sha256', chunkingText(sorted(own)), 'hex').slice(0, 16)
}
