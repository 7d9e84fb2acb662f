import { z } from 'zod'
import { artifactFolder, artifactPath, readArtifact, writeArtifact, writeLines } from '../../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { HandlerContext } from '../../../kernel/consume/define-consumer.ts'
import type { Embedder } from '../../../kernel/embed/embedder.ts'
import { embedderOfBuild } from '../../../kernel/embed/embedder-of.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { ApiError, WorkError } from '../../../kernel/runtime/errors.ts'
import type { BuildInfo } from '../../../kernel/search/builds.ts'
import type { Artifact } from '../../../schemas/document.ts'
import { cutText } from '../chunk/consumer.ts'
import { vectorsOfChunks } from '../embed/consumer.ts'
import { isOvertaken } from '../index/embedded-now.ts'
import type { Embedded } from '../index/index-contents.ts'
import { chunkingOf, cutOf } from './build-settings.ts'

/** Where a build's content begins: at the file, or at what one of the stages left behind. */
export const origins = ['received', 'parsed', 'chunked', 'embedded'] as const
export type Origin = (typeof origins)[number]

export interface MakingContext extends Pick<HandlerContext<never>, 'uncounted' | 'signal'> {
  readonly ports: Pick<Ports, 'blobs' | 'config' | 'embedder'>
}

/** Reads the file of an upload anew and gives its text, written to this path. */
export type ReadAgain = (path: string) => Promise<Artifact>

interface Making {
  readonly build: BuildInfo
  /** Whose chunks and vectors are taken over; absent where there is nothing but the pass itself. */
  readonly live?: BuildInfo | undefined
  readonly from: Origin
  readonly readAgain?: ReadAgain
}

const artifact = z.object({ path: z.string(), bytes: z.number() })
const madeSchema = z.object({
  /** Absent: the text that the first stage wrote. */
  parsed: artifact.optional(),
  chunks: artifact,
  vectors: artifact,
  count: z.int().positive(),
  model: z.string(),
  dimensions: z.int().positive(),
})
type Made = z.output<typeof madeSchema>

type Subject = { readonly document_id: string; readonly generation: number }

/** With the artifacts of the generation, so that they go when those do. */
const folderOf = (subject: Subject, build: Pick<BuildInfo, 'name'>): string =>
  `${artifactFolder(subject)}/builds/${build.name.split('@').at(-1)}`

/** Takes away what a build that is gone had of its own. */
export const forgetMade = (blobs: Blobs, subject: Subject, build: Pick<BuildInfo, 'name'>): Promise<void> =>
  blobs.removeFolder(folderOf(subject, build))

async function madeFor(blobs: Blobs, subject: Subject, build: Pick<BuildInfo, 'name'>): Promise<Made | undefined> {
  const path = `${folderOf(subject, build)}/made.json`
  if (!(await blobs.stat(path))) return undefined
  const pieces: Buffer[] = []
  for await (const piece of readArtifact(blobs, path)) pieces.push(piece)
  return madeSchema.parse(JSON.parse(Buffer.concat(pieces).toString()))
}

/**
 * The chunks and vectors of a document for one build. What a stage or another build left behind is used as far as `from` says; what was made
 * before is not made again, so that nothing is paid for twice. WorkError as of the stages.
 */
export async function makeForBuild(
  ctx: MakingContext,
  embedded: Embedded,
  { build, live, from: asked, readAgain }: Making,
): Promise<Embedded> {
  const { blobs } = ctx.ports
  const embedder = embedderOfBuild(ctx.ports.embedder, build)
  const { model, dimensions } = embedder
  const folder = folderOf(embedded, build)
  const known = await madeFor(blobs, embedded, build)
  const before = live && (await madeFor(blobs, embedded, live))
  const base: Made = before ?? embedded
  // Vectors that another embedder overtook are not those that the live build shows.
  const from = asked === 'embedded' && isOvertaken(embedder, base, build.spec) ? 'chunked' : asked
  const current = (made: Pick<Made, 'model' | 'dimensions'>) => made.model === model && made.dimensions === dimensions
  if (known && (from === 'embedded' || current(known))) return { ...embedded, ...known }
  if (from === 'embedded' && !before) return embedded
  const copied = (source: Artifact, name: string) =>
    before ? writeArtifact(blobs, `${folder}/${name}`, readArtifact(blobs, source.path)) : source

  const cut = async (): Promise<Pick<Made, 'parsed' | 'chunks' | 'count'>> => {
    if (known) return known
    if (from === 'chunked' || from === 'embedded') return { chunks: await copied(base.chunks, 'chunks.ndjson'), count: base.count }
    const parsed =
      from === 'received' ? await readAgain?.(`${folder}/parsed.ndjson`) : before?.parsed && (await copied(before.parsed, 'parsed.ndjson'))
    const path = parsed?.path ?? artifactPath({ ...embedded, stage: 'parsed' })
    let count = 0
    async function* counted() {
      const options = { document_id: embedded.document_id, generation: embedded.generation, ...chunkingOf(ctx.ports.config, build) }
      for await (const chunk of cutText(ctx, blobs, path, options)) {
        count++
        yield chunk
      }
      if (count === 0) throw new WorkError('empty', 'The document has no text.')
    }
    const chunks = await writeLines(blobs, `${folder}/chunks.ndjson`, counted())
    return { ...(parsed ? { parsed } : {}), chunks, count }
  }
  const pieces = await cut()
  const whose = { path: pieces.chunks.path, count: pieces.count, caller: embedded.file.caller }
  const vectors =
    from === 'embedded'
      ? await copied(base.vectors, 'vectors.f32')
      : await writeArtifact(
          blobs,
          `${folder}/vectors.f32`,
          vectorsOfChunks(ctx, embedder, whose, () => undefined),
        )
  const made: Made = {
    ...pieces,
    vectors,
    ...(from === 'embedded' ? { model: base.model, dimensions: base.dimensions } : { model, dimensions }),
  }
  await writeArtifact(blobs, `${folder}/made.json`, oneText(JSON.stringify(made)))
  return { ...embedded, ...made }
}

async function* oneText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** From where on a pass is made anew for a build; undefined: it is cut and embedded as the build is. */
export function originFor(
  embedded: Pick<Embedded, 'cut_by' | 'model' | 'dimensions'>,
  build: BuildInfo,
  embedder: Embedder,
): 'parsed' | 'chunked' | undefined {
  if (embedded.cut_by !== cutOf(build)) return 'parsed'
  return isOvertaken(embedderOfBuild(embedder, build), embedded, build.spec) ? 'chunked' : undefined
}

/** Something that no other try makes better: a text that is gone, or that no passage comes of. */
export const isHopeless = (error: unknown): boolean =>
  (error instanceof WorkError && !error.retryable) || (error instanceof ApiError && error.code === 'not_found')
