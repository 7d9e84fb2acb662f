import type { Ports } from '../../../kernel/ports.ts'
import type { BuildContents, Builds, IndexBuilds, LiveDocument } from '../../../kernel/search/builds.ts'
import { indexContents } from '../index/index-contents.ts'
import { type MakingContext, makeForBuild, type Origin, originFor, type ReadAgain } from './make-for-build.ts'
import { type Source, sourceOf } from './source-of.ts'

export interface MirrorContext extends MakingContext {
  readonly ports: Pick<Ports, 'blobs' | 'config' | 'embedder' | 'database'>
  readonly builds: Pick<IndexBuilds, 'mirror' | 'restore'>
}

/** `untold`: the views do not show yet what the index shows. */
export type Mirrored = 'written' | 'stale' | 'gone' | 'untold'

export type Restored = Mirrored

interface How {
  readonly from: Origin
  readonly readAgain?: (source: Source) => ReadAgain
  /** Hears of a document that is begun, by its file, and by disposing of the result that it ended. */
  readonly begin?: (name: string) => Disposable
  /** Hears of chunks as they are written. */
  readonly onChunks?: (count: number) => void
}

async function* told(chunks: BuildContents['chunks'], onChunks: (count: number) => void): BuildContents['chunks'] {
  for await (const some of chunks) {
    yield some
    onChunks(some.length)
  }
}

/** Brings a pass that the live build showed once into the other one. Rejects as the stages do. */
export async function restoreDocument(
  ctx: MirrorContext,
  index: string,
  { live, other }: Builds,
  document: LiveDocument,
  { from, readAgain, begin, onChunks = () => undefined }: How,
): Promise<Restored> {
  if (!other) return 'gone'
  const source = await sourceOf(ctx.ports.database, document)
  if (!source) return 'untold'
  const { embedded, ingestedAt } = source
  using _working = begin?.(embedded.file.source_file)
  const made = await makeForBuild(ctx, embedded, { build: other, live, from, ...(readAgain ? { readAgain: readAgain(source) } : {}) })
  const { chunks } = indexContents({ blobs: ctx.ports.blobs, signal: ctx.signal }, other.spec, made, ingestedAt)
  return ctx.builds.restore(index, other.name, document, told(chunks, onChunks))
}

/** Brings what the live build shows of a document into the other one. Rejects as the stages do. */
export async function mirrorDocument(
  ctx: MirrorContext,
  index: string,
  { live, other }: Builds,
  document: LiveDocument,
  how?: How,
): Promise<Mirrored> {
  if (!other) return 'gone'
  const source = await sourceOf(ctx.ports.database, document)
  if (!source) return 'untold'
  const { embedded, ingestedAt } = source
  using _working = how?.begin?.(embedded.file.source_file)
  const catchingUp = { build: other, from: originFor(embedded, other, ctx.ports.embedder) ?? ('embedded' as const) }
  const building = how && { build: other, live, from: how.from, ...(how.readAgain ? { readAgain: how.readAgain(source) } : {}) }
  const made = await makeForBuild(ctx, embedded, building ?? catchingUp)
  const { chunks } = indexContents({ blobs: ctx.ports.blobs, signal: ctx.signal }, other.spec, made, ingestedAt)
  return ctx.builds.mirror(index, other.name, document, how?.onChunks ? told(chunks, how.onChunks) : chunks)
}
