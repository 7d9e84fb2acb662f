import { setImmediate } from 'node:timers/promises'
import { artifactPath, readManyLines, writeLines } from '../../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { HandlerContext } from '../../../kernel/consume/define-consumer.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { type Block, blockSchema, type Chunk, type ParsedHeader, parsedHeaderSchema } from '../../../schemas/artifacts.ts'
import { documentChunked, documentParsed } from '../../../schemas/document.ts'
import { chunkingOf, cutOf } from '../rebuilds/build-settings.ts'
import { defineStage } from '../stage/define-stage.ts'
import { stageDeadlineMs } from '../stage/stage-deadlines.ts'
import { tellProgress } from '../stage/tell-progress.ts'
import { openSplitter, type SplitOptions } from './split.ts'

/** Longest stretch of work before other events of the process get their turn. */
const SLICE_MS = 8

/** Cuts the text of each parsed document into chunks. */
export const chunkDocument = defineStage({
  name: 'chunk',
  stage: 'chunking',
  on: [documentParsed],
  emits: documentChunked,
  needs: ['config', 'builds'],
  retry: { attempts: 6, baseMs: 200, capMs: 30_000 },
  timeoutMs: stageDeadlineMs.chunking,

  async handle(ctx, { upload_id, document_id, generation, attempt, file, parsed, characters }) {
    const subject = { upload_id, document_id, generation, attempt }
    const progress = tellProgress(ctx, subject, { stage: 'chunking', total: characters, unit: 'characters' })
    const { blobs, config, builds } = ctx.ports
    const live = (await builds?.of(file.index))?.live
    const cut_by = cutOf(live)
    let count = 0
    async function* counted() {
      const options = { document_id, generation, ...chunkingOf(config, live) }
      for await (const chunk of cutText(ctx, blobs, parsed.path, options)) {
        count++
        progress(chunk.char_end)
        yield chunk
      }
      if (count === 0) throw new WorkError('empty', 'The document has no text.')
    }
    const chunks = await writeLines(blobs, artifactPath({ document_id, generation, stage: 'chunks' }), counted())
    return [documentChunked.make({ ...subject, file, chunks, count, characters, ...(cut_by === undefined ? {} : { cut_by }) })]
  },
})

/** The passages of a text that the first stage has written. Throws as `readLines`. */
export const cutText = (
  ctx: Pick<HandlerContext<never>, 'uncounted' | 'signal'>,
  blobs: Blobs,
  path: string,
  options: SplitOptions,
): AsyncGenerator<Chunk> => chunksOf(ctx, blocksOf(blobs, path), options)

async function* blocksOf(blobs: Blobs, path: string): AsyncGenerator<Block[]> {
  const parts = readManyLines<ParsedHeader | Block>(blobs, path, (line) => (line === 0 ? parsedHeaderSchema : blockSchema))
  for await (const lines of parts) yield lines.filter((line) => 'start' in line)
}

/** Splits as the blocks come; other work of the process runs in between, and what it takes is not counted. */
async function* chunksOf(
  { uncounted, signal }: Pick<HandlerContext<never>, 'uncounted' | 'signal'>,
  parts: AsyncIterable<readonly Block[]>,
  options: SplitOptions,
): AsyncGenerator<Chunk> {
  const splitter = openSplitter(options)
  let since = performance.now()
  for await (const blocks of parts) {
    for (const chunk of blocks.values().flatMap((block) => splitter.add(block))) {
      yield chunk
      if (performance.now() - since < SLICE_MS) continue
      await uncounted(setImmediate())
      signal.throwIfAborted()
      since = performance.now()
    }
  }
  yield* splitter.end()
}
