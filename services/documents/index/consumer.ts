import { embedderOf } from '../../../kernel/embed/embedder-of.ts'
import { vectorsOf } from '../../../kernel/retrieve/query-vector.ts'
import { ApiError, messageOf, WorkError } from '../../../kernel/runtime/errors.ts'
import type { DocumentKey, IndexSpec, SearchIndex } from '../../../kernel/search/search.ts'
import { documentEmbedded, documentIndexed, epochOf } from '../../../schemas/document.ts'
import { contentsOfBuilds, type WritingContext } from '../rebuilds/contents-of-builds.ts'
import { defineStage, withdrawn } from '../stage/define-stage.ts'
import { stageDeadlineMs } from '../stage/stage-deadlines.ts'
import { tellProgress } from '../stage/tell-progress.ts'
import { embeddedNow, isOvertaken } from './embedded-now.ts'
import { type Embedded, type IndexContents, indexContents } from './index-contents.ts'

/** Makes the chunks of each embedded document searchable, and those of its older generations disappear. */
export const indexDocument = defineStage({
  name: 'index',
  stage: 'indexing',
  on: [documentEmbedded],
  emits: documentIndexed,
  needs: ['builds', 'config', 'embedder'],
  retry: { attempts: 12, baseMs: 500, capMs: 60_000 },
  timeoutMs: stageDeadlineMs.indexing,

  async handle(ctx, given, envelope) {
    const { upload_id, document_id, generation, attempt, file, count, characters } = given
    const subject = { upload_id, document_id, generation, attempt }
    const { search } = ctx.ports
    const progress = tellProgress(ctx, subject, { stage: 'indexing', total: count, unit: 'chunks' })
    const spec = await specOf(search, file.index)
    const embedder = await embedderOf(ctx.ports.embedder, file.index)
    const embedded = isOvertaken(embedder, given, spec) ? await embeddedNow(ctx, given, embedder) : given
    const written = await write(ctx, embedded, {
      spec,
      document: { document_id, epoch: epochOf(subject) },
      ingestedAt: new Date(envelope.time).toISOString(),
      progress,
    }).catch(async (error) => {
      // another embedder was connected in this moment: the next try knows the index as it is now
      if (isFault(error) && vectorsOf(await specOf(search, file.index), embedded) !== vectorsOf(spec, embedded))
        throw new WorkError('indexing_failed', 'The index was made for other vectors meanwhile.', { retryable: true, cause: error })
      return asIndexingFailure(error)
    })
    // who has an index embedded anew lists what is searchable by then: this pass may not be yet
    if (isOvertaken(await embedderOf(ctx.ports.embedder, file.index), embedded, await specOf(search, file.index)))
      throw new WorkError('indexing_failed', 'Another embedder was connected while this was indexed.', { retryable: true })
    const { result, live } = written
    if (result.outcome === 'stale') {
      ctx.log.info({ document_id, generation, index: file.index }, 'the pass was withdrawn; nothing was indexed')
      return [withdrawn(embedded, 'indexing', ctx.now())]
    }
    const { written: chunks, removed } = result
    return [documentIndexed.make({ ...subject, file, chunks, removed, characters, tokens: live.tokens(), at: ctx.now() })]
  },
})

interface Writing {
  readonly spec: IndexSpec
  readonly document: DocumentKey
  readonly ingestedAt: string
  readonly progress: (written: number) => void
}

/** Into the index, or into both of its builds where there are two. */
async function write(
  ctx: WritingContext & { readonly ports: { readonly search: SearchIndex } },
  embedded: Embedded,
  { spec, document, ingestedAt, progress }: Writing,
): Promise<{ result: Awaited<ReturnType<SearchIndex['replaceDocument']>>; live: IndexContents }> {
  const { index } = embedded.file
  const { builds, search, blobs } = ctx.ports
  const made = await contentsOfBuilds(ctx, embedded, ingestedAt)
  if (builds && made) return { result: await builds.replaceDocument(index, document, made.contents, progress), live: made.live }
  const live = indexContents({ blobs, signal: ctx.signal }, spec, embedded, ingestedAt)
  const { document_id, model } = { ...document, ...embedded }
  // the document is found by its words until the index is made for these vectors
  if (!live.fits) ctx.log.warn({ document_id, index, model }, 'the index has vectors of another length: they are left out')
  return { result: await search.replaceDocument(index, document, live.chunks, progress), live }
}

async function specOf(search: SearchIndex, index: string): Promise<IndexSpec> {
  const spec = await search.getIndex(index).catch(asIndexingFailure)
  if (!spec) throw new WorkError('indexing_failed', `There is no index named ${index} any more.`)
  return spec
}

const isFault = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_request'

function asIndexingFailure(error: unknown): never {
  if (error instanceof WorkError) throw error
  const retryable = !(error instanceof ApiError) || error.status >= 500 || error.status === 429
  const message = error instanceof ApiError ? `The index refused the chunks: ${messageOf(error)}` : 'The index did not take the chunks.'
  throw new WorkError('indexing_failed', message, { retryable, cause: error })
}
