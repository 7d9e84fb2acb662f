import { artifactFolder, writeArtifact } from '../../../kernel/blobs/artifacts.ts'
import type { HandlerContext } from '../../../kernel/consume/define-consumer.ts'
import type { Embedder } from '../../../kernel/embed/embedder.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { vectorsOf } from '../../../kernel/retrieve/query-vector.ts'
import type { IndexSpec } from '../../../kernel/search/search.ts'
import { vectorsOfChunks } from '../embed/consumer.ts'
import type { Embedded } from './index-contents.ts'

interface Context extends Pick<HandlerContext<never>, 'uncounted' | 'signal'> {
  readonly ports: Pick<Ports, 'blobs'>
}

/** Whether another embedder than the one whose vectors these are serves the index by now, and the index is made for it. */
export const isOvertaken = (
  embedder: Pick<Embedder, 'model' | 'dimensions'>,
  { model, dimensions }: Pick<Embedded, 'model' | 'dimensions'>,
  spec: IndexSpec,
): boolean => (embedder.model !== model || embedder.dimensions !== dimensions) && vectorsOf(spec, embedder) === 'fit'

/**
 * A pass that was embedded before another embedder was connected, with that one's vectors: what is under way while an index is embedded anew
 * would else be left behind with vectors that no question is compared with. What the stage of embedding wrote stays as its event says.
 */
export async function embeddedNow(ctx: Context, embedded: Embedded, embedder: Embedder): Promise<Embedded> {
  const { blobs } = ctx.ports
  const { chunks, count, file } = embedded
  const told = { cached: 0 }
  const made = vectorsOfChunks(ctx, embedder, { path: chunks.path, count, caller: file.caller }, (_, cached) => {
    told.cached = cached
  })
  const vectors = await writeArtifact(blobs, `${artifactFolder(embedded)}/vectors-now.f32`, made)
  return { ...embedded, vectors, model: embedder.model, dimensions: embedder.dimensions, cached: told.cached }
}
