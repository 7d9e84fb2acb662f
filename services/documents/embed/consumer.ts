import { setImmediate } from 'node:timers/promises'
import { artifactPath, readLines, writeArtifact } from '../../../kernel/blobs/artifacts.ts'
import { encodeVectors } from '../../../kernel/blobs/vectors.ts'
import type { Embedder, EmbedOptions } from '../../../kernel/embed/embedder.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { inBatches } from '../../../kernel/runtime/in-batches.ts'
import { createTurns } from '../../../kernel/runtime/take-turns.ts'
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

  async handle(ctx, { upload_id, document_id, generation, attempt, file, chunks, count, characters }) {
    const subject = { upload_id, document_id, generation, attempt }
    const progress = tellProgress(ctx, subject, { stage: 'embedding', total: count, unit: 'chunks' })
    const { blobs } = ctx.ports
    // another one may be connected meanwhile, and vectors of two are not compared
    const embedder = ctx.ports.embedder.current?.() ?? ctx.ports.embedder
    const { model, dimensions } = embedder
    let done = 0
    let cached = 0
    async function* vectors() {
      for await (const batch of inBatches(readLines(blobs, chunks.path, chunkSchema), embedder.maxBatch)) {
        const leave = await ctx.uncounted(turns.enter({ caller: file.caller, most: () => most[embedder.kind], signal: ctx.signal }))
        const call = { step: 'embed', caller: file.caller, signal: ctx.signal, uncounted: ctx.uncounted }
        const embedded = await embedBatch(embedder, batch, call).finally(leave)
        cached += embedded.cached
        yield encodeVectors(embedded.vectors)
        progress((done += batch.length))
        // The embedded embedder computes without waiting; other work of the process gets its turn here.
        await setImmediate()
        ctx.signal.throwIfAborted()
      }
      if (done !== count) throw new WorkError('storage_failed', `${chunks.path} has ${done} chunks instead of ${count}.`)
    }
    const written = await writeArtifact(blobs, artifactPath({ document_id, generation, stage: 'vectors' }), vectors())
    const result = { chunks, vectors: written, count, characters, model, dimensions, cached }
    return [documentEmbedded.make({ ...subject, file, ...result })]
  },
})

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
