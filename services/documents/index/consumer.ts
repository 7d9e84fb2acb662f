import { readLines } from '../../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { readVectors } from '../../../kernel/blobs/vectors.ts'
import { vectorsOf } from '../../../kernel/retrieve/query-vector.ts'
import { ApiError, messageOf, WorkError } from '../../../kernel/runtime/errors.ts'
import type { FieldValue, IndexedChunk, SearchIndex } from '../../../kernel/search/search.ts'
import { type Chunk, chunkSchema } from '../../../schemas/artifacts.ts'
import { documentEmbedded, documentIndexed, epochOf } from '../../../schemas/document.ts'
import type { PayloadOf } from '../../../schemas/event.ts'
import { defineStage, withdrawn } from '../stage/define-stage.ts'
import { stageDeadlineMs } from '../stage/stage-deadlines.ts'
import { tellProgress } from '../stage/tell-progress.ts'
import { chunkFields, documentFields, fieldsFor } from './chunk-fields.ts'

const BATCH = 100

/** Makes the chunks of each embedded document searchable, and those of its older generations disappear. */
export const indexDocument = defineStage({
  name: 'index',
  stage: 'indexing',
  on: [documentEmbedded],
  emits: documentIndexed,
  needs: [],
  retry: { attempts: 12, baseMs: 500, capMs: 60_000 },
  timeoutMs: stageDeadlineMs.indexing,

  async handle(ctx, embedded, envelope) {
    const { upload_id, document_id, generation, attempt, file, count, characters } = embedded
    const subject = { upload_id, document_id, generation, attempt }
    const { blobs, search } = ctx.ports
    const progress = tellProgress(ctx, subject, { stage: 'indexing', total: count, unit: 'chunks' })
    const { fieldsOf, fits } = await targetOf(search, embedded, new Date(envelope.time).toISOString())
    // the document is found by its words until the index is made for these vectors
    if (!fits)
      ctx.log.warn({ document_id, index: file.index, model: embedded.model }, 'the index has vectors of another length: they are left out')
    let tokens = 0
    async function* batches() {
      tokens = 0
      for await (const pairs of chunksWithVectors(blobs, embedded)) {
        ctx.signal.throwIfAborted()
        tokens += pairs.reduce((sum, { chunk }) => sum + chunk.tokens, 0)
        yield pairs.map(({ chunk, vector }): IndexedChunk => ({ id: chunk.id, fields: fieldsOf(chunk), ...(fits ? { vector } : {}) }))
      }
    }
    const result = await search
      .replaceDocument(file.index, { document_id, epoch: epochOf(subject) }, batches(), progress)
      .catch(async (error) => {
        // another embedder was connected in this moment: the next try knows the index as it is now
        if (isFault(error) && (await targetOf(search, embedded, ctx.now())).fits !== fits)
          throw new WorkError('indexing_failed', 'The index was made for other vectors meanwhile.', { retryable: true, cause: error })
        return asIndexingFailure(error)
      })
    if (result.outcome === 'stale') {
      ctx.log.info({ document_id, generation, index: file.index }, 'the pass was withdrawn; nothing was indexed')
      return [withdrawn(embedded, 'indexing', ctx.now())]
    }
    const { written: chunks, removed } = result
    return [documentIndexed.make({ ...subject, file, chunks, removed, characters, tokens, at: ctx.now() })]
  },
})

const isFault = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_request'

function asIndexingFailure(error: unknown): never {
  if (error instanceof WorkError) throw error
  const retryable = !(error instanceof ApiError) || error.status >= 500 || error.status === 429
  const message = error instanceof ApiError ? `The index refused the chunks: ${messageOf(error)}` : 'The index did not take the chunks.'
  throw new WorkError('indexing_failed', message, { retryable, cause: error })
}

/** What a chunk becomes in the document's index, and whether its vectors fit there. The time of ingestion is the event's, so that a redelivery writes the same. */
async function targetOf(
  search: SearchIndex,
  embedded: PayloadOf<typeof documentEmbedded>,
  ingestedAt: string,
): Promise<{ fieldsOf: (chunk: Chunk) => Record<string, FieldValue>; fits: boolean }> {
  const spec = await search.getIndex(embedded.file.index).catch(asIndexingFailure)
  if (!spec) throw new WorkError('indexing_failed', `There is no index named ${embedded.file.index} any more.`)
  const index = new Map(spec.fields.map((field) => [field.name, field]))
  const shared = fieldsFor(index, documentFields(embedded, embedded.file, ingestedAt))
  const fits = vectorsOf(spec, embedded) !== 'other'
  return { fieldsOf: (chunk) => ({ ...shared, ...fieldsFor(index, chunkFields(chunk)) }), fits }
}

/** Chunks and their vectors side by side. WorkError storage_failed when there are not as many of one as of the other. */
async function* chunksWithVectors(
  blobs: Blobs,
  { chunks, vectors, dimensions, count }: PayloadOf<typeof documentEmbedded>,
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
