import { createReadStream } from 'node:fs'
import { availableParallelism } from 'node:os'
import { artifactPath } from '../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { Config } from '../../kernel/config.ts'
import type { Consumer } from '../../kernel/consume/define-consumer.ts'
import { defineStage } from '../../kernel/consume/define-stage.ts'
import { stageDeadlineMs } from '../../kernel/consume/stage-deadlines.ts'
import { ApiError, messageOf, WorkError } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/log.ts'
import { type Artifact, documentParsed, documentProgressed, documentReceived, documentStored } from '../../schemas/document.ts'
import { createParserPool, type ParsedFile, type ParserPool } from './pool.ts'

/** Progress events a document at most, the first included. */
const PROGRESS_STEPS = 18
const MOST_PROCESSES = 4

let shared: ParserPool | undefined

/** The pool of this process, started when the first document comes. */
function sharedPool(parsing: Config['parsing'], log: Logger): ParserPool {
  shared ??= createParserPool({ limits: parsing, size: Math.min(availableParallelism(), MOST_PROCESSES), log })
  return shared
}

/** Files that wait for a free child process of this process. */
export const parserQueue = (): number => shared?.waiting() ?? 0

/** Ends the child processes of this process; to be called once at shutdown, after the consumers have stopped. */
export async function closeParserPool(): Promise<void> {
  const pool = shared
  shared = undefined
  await pool?.close()
}

/** Reads the text of each received document. */
export const parseDocument = parseConsumer(sharedPool)

/** The consumer over a pool of one's own, for tests. */
export function parseConsumer(poolOf: (parsing: Config['parsing'], log: Logger) => ParserPool): Consumer {
  return defineStage({
    name: 'parse',
    stage: 'parsing',
    on: [documentReceived, documentStored],
    emits: documentParsed,
    needs: ['blobs', 'config', 'search'],
    retry: { attempts: 5, baseMs: 500, capMs: 30_000 },
    timeoutMs: stageDeadlineMs.parsing,

    begins: ({ process, trigger }, type) => process && (trigger === 'http' || type !== 'document.received'),

    async handle(ctx, { upload_id, document_id, generation, attempt, file }) {
      const subject = { upload_id, document_id, generation, attempt }
      const tell = (done: number, total: number, unit: string) =>
        ctx.tell(documentProgressed.make({ ...subject, stage: 'parsing', done, total, unit, at: ctx.now() }))
      tell(0, file.size_bytes, 'bytes')
      const local = await stored(() => ctx.ports.blobs.localFile(file.blob), 'The uploaded file could not be read from storage.')
      try {
        const result = await poolOf(ctx.ports.config.parsing, ctx.log).parse({
          path: local.path,
          fileType: file.file_type,
          signal: ctx.signal,
          onProgress: stepwise(tell),
        })
        try {
          const parsed = await writeArtifact(ctx.ports.blobs, artifactPath({ document_id, generation, stage: 'parsed' }), result)
          const { pages, characters, warnings } = result.header
          return [documentParsed.make({ ...subject, file, parsed, pages, characters, warnings })]
        } finally {
          await result.dispose()
        }
      } finally {
        await local.dispose()
      }
    },
  })
}

/** Passes progress on at most PROGRESS_STEPS times, and never backwards. */
function stepwise(tell: (done: number, total: number, unit: string) => void) {
  let last = 0
  return ({ done, total, unit }: { done: number; total: number; unit: string }) => {
    const step = total > 0 ? Math.floor((done / total) * PROGRESS_STEPS) : 0
    if (step <= last) return
    last = step
    tell(done, total, unit)
  }
}

async function writeArtifact(blobs: Blobs, path: string, result: ParsedFile): Promise<Artifact> {
  async function* body(): AsyncIterable<Uint8Array> {
    yield Buffer.from(`${JSON.stringify(result.header)}\n`)
    yield* createReadStream(result.blocks)
  }
  const { bytes } = await stored(() => blobs.write(path, body()), 'The text of the file could not be stored.')
  return { path, bytes }
}

/** Storage trouble as a WorkError: worth another try, unless the blob is gone. */
async function stored<T>(action: () => Promise<T>, message: string): Promise<T> {
  try {
    return await action()
  } catch (cause) {
    const gone = cause instanceof ApiError && cause.code === 'not_found'
    const reason = gone ? 'The uploaded file is no longer in storage. Upload it again.' : `${message} ${messageOf(cause)}`
    throw new WorkError('storage_failed', reason, { retryable: !gone, cause })
  }
}
