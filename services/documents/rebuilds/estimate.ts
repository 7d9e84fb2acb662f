import { z } from 'zod'
import { platformLimits } from '../../../kernel/access/limits.ts'
import type { Embedder } from '../../../kernel/embed/embedder.ts'
import type { EdgePorts } from '../../../kernel/ports.ts'
import type { Builds } from '../../../kernel/search/builds.ts'
import { searchableDocuments } from '../knowledge/read-files.ts'
import { chunkingOf } from './build-settings.ts'
import type { Origin } from './make-for-build.ts'
import { lastSpeed } from './rebuild-row.ts'

/** Where no build of the index tells better: documents a minute, and seconds that a call for a batch of vectors takes. */
const DOCUMENTS_A_MINUTE: Readonly<Record<Origin, number>> = { received: 120, parsed: 900, chunked: 1200, embedded: 1800 }
const SECONDS_A_CALL = 1

export const estimateSchema = z.object({
  documents: z.int(),
  chunks: z.int(),
  minutes: z.number(),
  basis: z.enum(['last_rebuild', 'assumed']).describe('What the minutes rest on.'),
  embeddings: z.object({
    texts: z.int().describe('Passages that are embedded; those in the cache of vectors cost nothing.'),
    tokens: z.int(),
    cost: z.number().nullable().describe('null: config.yaml names no price.'),
    currency: z.string().nullable(),
  }),
})
export type Estimate = z.output<typeof estimateSchema>

interface Planned {
  readonly index: string
  readonly from: Origin
  /** Of the build that is asked for, and its embedder. */
  readonly settings: string | null
  readonly embedder: Embedder
  /** Where it is not what the index shows now. */
  readonly documents?: number
}

/** What a rebuild would take. */
export async function estimateRebuild(
  ports: EdgePorts,
  { live }: Builds,
  { index, from, settings, embedder, documents: then }: Planned,
): Promise<Estimate> {
  const { builds, database, config: platform } = ports
  const present = (await builds?.count(live.name)) ?? { documents: 0, chunks: 0 }
  const documents = then ?? present.documents
  // Documents of before are taken to be as long as those of now.
  const share = then === undefined || present.documents === 0 ? 1 : then / present.documents
  const now = Math.round(present.chunks * share)
  const row = await searchableDocuments(database, platformLimits, { index })
    .select((e) => e.fn.sum<number | string | null>('documents.estimated_tokens').as('tokens'))
    .executeTakeFirstOrThrow()
  const tokens = Math.round(Number(row.tokens ?? 0) * share)
  const keepsChunks = from === 'chunked' || from === 'embedded'
  const { max_tokens, overlap_tokens } = chunkingOf(platform, { settings })
  const chunks = keepsChunks ? now : Math.max(documents, Math.ceil(tokens / (max_tokens - overlap_tokens)))
  const again = from !== 'embedded'
  const price = embedder.kind === 'embedded' ? { input: 0, currency: null } : platform.embeddings.price
  const speed = await lastSpeed(database, index)
  const calls = again && embedder.kind !== 'embedded' ? (chunks / embedder.maxBatch) * (SECONDS_A_CALL / 60) : 0
  const minutes = speed === undefined ? documents / DOCUMENTS_A_MINUTE[from] + calls : documents / speed
  return {
    documents,
    chunks,
    minutes: Math.round(minutes * 100) / 100,
    basis: speed === undefined ? 'assumed' : 'last_rebuild',
    embeddings: {
      texts: again ? chunks : 0,
      tokens: again ? tokens : 0,
      cost: price ? Math.round((again ? tokens : 0) * price.input) / 1_000_000 : null,
      currency: price?.currency ?? null,
    },
  }
}
