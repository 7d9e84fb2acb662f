import { readLines } from '../../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { readVectors } from '../../../kernel/blobs/vectors.ts'
import { vectorsOf } from '../../../kernel/retrieve/query-vector.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import type { IndexedChunk, IndexSpec } from '../../../kernel/search/search.ts'
import { type Chunk, chunkSchema } from '../../../schemas/artifacts.ts'
import type { documentEmbedded } from '../../../schemas/document.ts'
import type { PayloadOf } from '../../../schemas/event.ts'
import { chunkFields, documentFields, fieldsFor } from './chunk-fields.ts'

const BATCH = 100

export type Embedded = PayloadOf<typeof documentEmbedded>

/** What an index gets of a document, and what was counted while it was read. */
export interface IndexContents {
  readonly chunks: AsyncIterable<readonly IndexedChunk[]>
  /** Of the chunks that were read so far. */
  tokens(): number
  /** Whether the vectors have the length that the index takes; else they are left out. */
  readonly fits: boolean
}

/** The fields and vectors of a document's chunks as an index of this spec takes them. The time of ingestion is the event's, so that a redelivery writes the same. */
export function indexContents(
  { blobs, signal }: { readonly blobs: Blobs; readonly signal: AbortSignal },
  spec: IndexSpec,
  embedded: Embedded,
  ingestedAt: string,
): IndexContents {
  const fields = new Map(spec.fields.map((field) => [field.name, field]))
  const shared = fieldsFor(fields, documentFields(embedded, embedded.file, ingestedAt))
  const fits = vectorsOf(spec, embedded) !== 'other'
  let tokens = 0
  async function* chunks() {
    tokens = 0
    for await (const pairs of chunksWithVectors(blobs, embedded)) {
      signal.throwIfAborted()
      tokens += pairs.reduce((sum, { chunk }) => sum + chunk.tokens, 0)
      yield pairs.map(
        ({ chunk, vector }): IndexedChunk => ({
          id: chunk.id,
          fields: { ...shared, ...fieldsFor(fields, chunkFields(chunk)) },
          ...(fits ? { vector } : {}),
        }),
      )
    }
  }
  return { chunks: chunks(), tokens: () => tokens, fits }
}

/** Chunks and their vectors side by side. WorkError storage_failed when there are not as many of one as of the other. */
async function* chunksWithVectors(
  blobs: Blobs,
  { chunks, vectors, dimensions, count }: Embedded,
): AsyncGenerator<{ chunk: Chunk; vector: Float32Array }[]> {
  const vectorsInOrder = readVectors(blobs, vectors.path, dimensions)
  let batch: { chunk: Chunk; vector: Float32Array }[] = []
  let seen = 0
  try {
    for await (const chunk of readLines(blobs, chunks.path, chunkSchema)) {
      const next = await vectorsInOrder.next()
      if (next.done) break
      seen++
      batch.push({ chunk, vector: next.value })
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
    if (seen !== count || !(await vectorsInOrder.next()).done)
      throw new WorkError('storage_failed', `${chunks.path} and ${vectors.path} do not hold ${count} chunks and vectors.`)
  } finally {
    await vectorsInOrder.return(undefined)
  }
  if (batch.length > 0) yield batch
}
