import { setImmediate } from 'node:timers/promises'
import { artifactPath, readLines, writeArtifact } from '../../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { encodeVectors } from '../../../kernel/blobs/vectors.ts'
import type { HandlerContext } from '../../../kernel/consume/define-consumer.ts'
import type { Embedder, EmbedOptions } from '../../../kernel/embed/embedder.ts'
import { embedderOf } from '../../../kernel/embed/embedder-of.ts'
import { inBatches } from '../../../kernel/runtime/async-iterables.ts'
import { createTurns } from '../../../kernel/runtime/concurrency/take-turns.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { type Chunk, chunkSchema } from '../../../schemas/artifacts.ts'
import { documentChunked, documentEmbedded } from '../../../schemas/document.ts'
import { defineStage } from '../stage/define-stage.ts'
import { stageDeadlineMs } from '../stage/stage-deadlines.ts'
import { tellProgress } from '../stage/tell-progress.ts'

/** Calls of this process that are under way at once: the embedded embedder computes in this thread, an endpoint serves some. */
const most = { embedded: 1, openai: 8 }
const turns = createTurns()

/** Gives each chunk of a document its vector. */
export const embedDocument = defineStage({
  name: 'embed',
  stage: 'embedding',
  on: [documentChunked],
  emits: documentEmbedded,
  needs: ['embedder'],
  // An embedding service that asks for patience for half an hour loses no document.
  retry: { attempts: 30, baseMs: 500, capMs: 60_000 },
  timeoutMs: stageDeadlineMs.embedding,

  async handle(ctx, { upload_id, document_id, generation, attempt, file, chunks, count, characters, cut_by }) {
    const subject = { upload_id, document_id, generation, attempt }
    const progress = tellProgress(ctx, subject, { stage: 'embedding', total: count, unit: 'chunks' })
    const { blobs } = ctx.ports
    // another one may be connected meanwhile, and vectors of two are not compared
    const embedder = await embedderOf(ctx.ports.embedder, file.index)
    const { model, dimensions } = embedder
    const told = { cached: 0 }
    const vectors = vectorsOfChunks(ctx, embedder, { path: chunks.path, count, caller: file.caller }, (done, cached) => {
      told.cached = cached
      progress(done)
    })
    const written = await writeArtifact(blobs, artifactPath({ document_id, generation, stage: 'vectors' }), vectors)
    const { cached } = told
    const result = { chunks, vectors: written, count, characters, model, dimensions, cached, ...(cut_by === undefined ? {} : { cut_by }) }
    return [documentEmbedded.make({ ...subject, file, ...result })]
  },
})

export interface EmbeddingContext extends Pick<HandlerContext<never>, 'uncounted' | 'signal'> {
  readonly ports: { readonly blobs: Blobs }
}

/** The vectors of the chunks that stand in an artifact, in their order and as its bytes. WorkError as the embedder's, and storage_failed where there are not `count`. */
export async function* vectorsOfChunks(
  ctx: EmbeddingContext,
  embedder: Embedder,
  { path, count, caller }: { path: string; count: number; caller: string | undefined },
  onProgress: (done: number, cached: number) => void,
): AsyncGenerator<Uint8Array> {
  let [done, cached] = [0, 0]
  for await (const batch of inBatches(readLines(ctx.ports.blobs, path, chunkSchema), embedder.maxBatch)) {
    const leave = await ctx.uncounted(turns.enter({ caller, most: () => most[embedder.kind], signal: ctx.signal }))
    const call = { step: 'embed', caller, signal: ctx.signal, uncounted: ctx.uncounted }
    const embedded = await embedBatch(embedder, batch, call).finally(leave)
    cached += embedded.cached
    yield encodeVectors(embedded.vectors)
    onProgress((done += batch.length), cached)
    // The embedded embedder computes without waiting; other work of the process gets its turn here.
    await setImmediate()
    ctx.signal.throwIfAborted()
  }
  if (done !== count) throw new WorkError('storage_failed', `${path} has ${done} chunks instead of ${count}.`)
}

/** What of a chunk is embedded: a passage is found more easily by the words of the headings above it. */
export const passageOf = (chunk: Pick<Chunk, 'section' | 'text'>): string =>
  chunk.section ? `${chunk.section}\n\n${chunk.text}` : chunk.text

async function embedBatch(
  embedder: Embedder,
  batch: readonly Chunk[],
  call: EmbedOptions,
): Promise<{ vectors: Float32Array[]; cached: number }> {
  const texts = batch.map(passageOf)
  const result = embedder.embedCounted
    ? await embedder.embedCounted(texts, 'passage', call)
    : { vectors: await embedder.embed(texts, 'passage', call), cached: 0 }
  const whole = result.vectors.length === batch.length && result.vectors.every((v) => v.length === embedder.dimensions)
  if (!whole)
    throw new WorkError('embedding_failed', `The embedder ${embedder.model} gave vectors of another number or dimension than asked for.`)
  return result
}
