import { z } from 'zod'
import { platformLimits } from '../../../kernel/access/limits.ts'
import type { Config } from '../../../kernel/config/config.ts'
import type { Embedder } from '../../../kernel/embed/embedder.ts'
import type { EdgePorts } from '../../../kernel/ports.ts'
import type { BuildInfo, Builds } from '../../../kernel/search/builds.ts'
import { searchableDocuments } from '../knowledge/read-files.ts'
import { chunkingOf } from './build-settings.ts'
import type { Origin } from './make-for-build.ts'
import { lastSpeed } from './rebuild-row.ts'

/** Where no build of the index tells better: documents and chunks a minute, and seconds that a call for a batch of vectors takes. */
const DOCUMENTS_A_MINUTE: Readonly<Record<Origin, number>> = { received: 120, parsed: 900, chunked: 1200, embedded: 1800 }
const CHUNKS_A_MINUTE = 60_000
const SECONDS_A_CALL = 1

export const estimateSchema = z.object({
  documents: z.int(),
  chunks: z.int(),
  minutes: z.number(),
  basis: z.enum(['last_rebuild', 'assumed']).describe('What the minutes rest on: the last rebuild of this index with the same `from`.'),
  kept: z
    .object({
      texts: z.int().describe('Documents whose text is not read anew.'),
      chunks: z.int(),
      vectors: z.int(),
    })
    .describe('What is taken over as it is.'),
  embeddings: z.object({
    calls: z.int().describe('Requests to the embedder at most; 0 where nothing is embedded, or by the embedded one.'),
    texts: z.int().describe('Passages that are embedded; those in the cache of vectors cost nothing.'),
    tokens: z.int(),
    cost: z.number().nullable().describe('null: config.yaml names no price.'),
    currency: z.string().nullable(),
  }),
})
export type Estimate = z.output<typeof estimateSchema>

export interface Contents {
  readonly documents: number
  readonly chunks: number
}

interface Asked {
  readonly index: string
  readonly from: Origin
  /** Of the build that is asked for. */
  readonly settings: string | null
  /** Where it is not what the index shows now. */
  readonly documents?: number | undefined
}

/** How much a build of what the live one shows will hold. Chunks that are cut in another length come in inverse proportion to it. */
export async function expectedContents(
  { builds, config }: Pick<EdgePorts, 'builds' | 'config'>,
  { live }: Pick<Builds, 'live'>,
  { from, settings, documents: then }: Asked,
): Promise<Contents & { readonly share: number }> {
  const present = (await builds?.count(live.name)) ?? { documents: 0, chunks: 0 }
  const documents = then ?? present.documents
  // Documents of before are taken to be as long as those of now.
  const share = then === undefined || present.documents === 0 ? 1 : then / present.documents
  const now = present.chunks * share
  const keepsChunks = from === 'chunked' || from === 'embedded'
  const chunks = keepsChunks ? now : (now * strideOf(config, live)) / strideOf(config, { settings })
  return { documents, chunks: Math.max(documents, Math.round(chunks)), share }
}

/** What documents and chunks take where nothing better is known, and beside each other. No call has texts of two documents. */
export function assumedMinutes(from: Origin, embedder: Pick<Embedder, 'kind' | 'maxBatch'>, { documents, chunks }: Contents): number {
  const calls = callsFor(from, embedder, { documents, chunks })
  return documents / DOCUMENTS_A_MINUTE[from] + chunks / CHUNKS_A_MINUTE + (calls * SECONDS_A_CALL) / 60
}

const callsFor = (from: Origin, { kind, maxBatch }: Pick<Embedder, 'kind' | 'maxBatch'>, { documents, chunks }: Contents): number =>
  kind === 'embedded' || from === 'embedded' ? 0 : Math.min(chunks, documents + Math.floor(chunks / maxBatch))

function strideOf(config: Config, build: Pick<BuildInfo, 'settings'>): number {
  const { max_tokens, overlap_tokens } = chunkingOf(config, build)
  return max_tokens - overlap_tokens
}

/** What a rebuild would take. */
export async function estimateRebuild(
  ports: EdgePorts,
  builds: Pick<Builds, 'live'>,
  planned: Asked & { readonly embedder: Embedder },
): Promise<Estimate> {
  const { index, from, embedder } = planned
  const { documents, chunks, share } = await expectedContents(ports, builds, planned)
  const row = await searchableDocuments(ports.database, platformLimits, { index })
    .select((e) => e.fn.sum<number | string | null>('documents.estimated_tokens').as('tokens'))
    .executeTakeFirstOrThrow()
  const texts = from === 'embedded' ? 0 : chunks
  const tokens = from === 'embedded' ? 0 : Math.round(Number(row.tokens ?? 0) * share)
  const price = embedder.kind === 'embedded' ? { input: 0, currency: null } : ports.config.embeddings.price
  const speed = await lastSpeed(ports.database, index, from)
  const minutes = speed === undefined ? assumedMinutes(from, embedder, { documents, chunks }) : documents / speed
  return {
    documents,
    chunks,
    minutes: Math.round(minutes * 100) / 100,
    basis: speed === undefined ? 'assumed' : 'last_rebuild',
    kept: {
      texts: from === 'received' ? 0 : documents,
      chunks: from === 'chunked' || from === 'embedded' ? chunks : 0,
      vectors: from === 'embedded' ? chunks : 0,
    },
    embeddings: {
      calls: callsFor(from, embedder, { documents, chunks }),
      texts,
      tokens,
      cost: price ? Math.round(tokens * price.input) / 1_000_000 : null,
      currency: price?.currency ?? null,
    },
  }
}
