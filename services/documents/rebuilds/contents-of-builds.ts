import type { Ports } from '../../../kernel/ports.ts'
import { messageOf } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import type { BuildContents, BuildInfo } from '../../../kernel/search/builds.ts'
import { type Embedded, type IndexContents, indexContents } from '../index/index-contents.ts'
import { type MakingContext, makeForBuild, originFor } from './make-for-build.ts'

export interface WritingContext extends MakingContext {
  readonly ports: Pick<Ports, 'blobs' | 'config' | 'embedder' | 'builds'>
  readonly log: Logger
}

/**
 * What each build of a document's index gets of a pass, each cut and embedded by its own settings. Undefined where there is one build and
 * the pass was made for it. What cannot be made for the build beside the live one is left out: it is made later, and no upload waits or fails for its sake.
 */
export async function contentsOfBuilds(
  ctx: WritingContext,
  embedded: Embedded,
  ingestedAt: string,
): Promise<{ contents: BuildContents[]; live: IndexContents } | undefined> {
  const { blobs, builds, embedder } = ctx.ports
  const both = await builds?.of(embedded.file.index)
  if (!both || (!both.other && originFor(embedded, both.live, embedder) === undefined)) return undefined
  const contentsFor = async (build: BuildInfo) => {
    const from = originFor(embedded, build, embedder)
    const made = from === undefined ? embedded : await makeForBuild(ctx, embedded, { build, from })
    return indexContents({ blobs, signal: ctx.signal }, build.spec, made, ingestedAt)
  }
  const live = await contentsFor(both.live)
  const contents: BuildContents[] = [{ build: both.live.name, chunks: live.chunks }]
  if (both.other) {
    const { name } = both.other
    const other = await contentsFor(both.other).catch((error) => {
      ctx.signal.throwIfAborted()
      ctx.log.warn({ build: name, document_id: embedded.document_id, error: messageOf(error) }, 'a document comes into this build later')
    })
    // Before the live one, whose progress is shown.
    if (other) contents.unshift({ build: name, chunks: other.chunks })
  }
  return { contents, live }
}
