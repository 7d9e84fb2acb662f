import { createReadStream } from 'node:fs'
import { availableParallelism } from 'node:os'
import { artifactPath, attachmentPath, writeArtifact, writeLines } from '../../../kernel/blobs/artifacts.ts'
import { createParserPool, type ParsedFile, type ParserPool } from '../../../kernel/cell/pool.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import type { Consumer, HandlerContext } from '../../../kernel/consume/define-consumer.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { ApiError, messageOf, WorkError } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import { type DocumentFile, documentParsed, documentReceived, documentStored } from '../../../schemas/document.ts'
import type { PayloadOf } from '../../../schemas/event.ts'
import { defineStage } from '../stage/define-stage.ts'
import { stageDeadlineMs } from '../stage/stage-deadlines.ts'
import { tellProgress } from '../stage/tell-progress.ts'
import { documentReader } from './document-reader.ts'
import { addRecognised } from './ocr/add-recognised.ts'
import { engineOf, type OcrEngine } from './ocr/engine-of.ts'
import { type RecognitionPorts, recognisePages } from './ocr/recognise-pages.ts'
import { tellRecognised } from './ocr/tell-recognised.ts'
import { mayAttach, type ParsingSection, parsingSection } from './parsing-section.ts'
import { keepPdfiumCode } from './readers/pdf/pdfium/keep-code.ts'
import { readShortText } from './short-text.ts'

/** Where nothing else is set: one of them is kept from files that are known to be slow. */
const FEWEST_PROCESSES = 2
const MOST_PROCESSES = 4

let shared: ParserPool | undefined

/** How many files this process reads at a time, each in a child: as many as are asked for, else as it has cores. */
export function poolSize(workers: number | undefined): { size: number; steady: number } {
  const size = workers ?? Math.max(FEWEST_PROCESSES, Math.min(availableParallelism(), MOST_PROCESSES))
  // One core is for everything else that becomes of a document.
  return { size, steady: Math.max(1, size - 1) }
}

/** The pool of this process, started when the first document comes. */
function sharedPool(parsing: ParsingSection, workers: number | undefined, log: Logger): ParserPool {
  if (!shared) keepPdfiumCode()
  shared ??= createParserPool({ entry: documentReader, limits: parsing, ...poolSize(workers), log })
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
export function parseConsumer(poolOf: PoolOf): Consumer {
  return defineStage({
    name: 'parse',
    stage: 'parsing',
    on: [documentReceived, documentStored],
    emits: documentParsed,
    needs: ['config', 'llm', 'workers'],
    retry: { attempts: 5, baseMs: 500, capMs: 30_000 },
    timeoutMs: stageDeadlineMs.parsing,

    begins: ({ process, trigger }, type) => process && (trigger === 'http' || type !== 'document.received'),

    async handle(ctx, { upload_id, document_id, generation, attempt, file }) {
      const subject = { upload_id, document_id, generation, attempt }
      const progress = (total: number, unit: string) => tellProgress(ctx, subject, { stage: 'parsing', total, unit })
      let known: { total: number; unit: string; tell: (done: number) => void } | undefined
      const tell = (done: number, total: number, unit: string) => {
        // How many pages there are is known from the first of them on.
        if (total !== known?.total || unit !== known.unit) known = { total, unit, tell: progress(total, unit) }
        known.tell(done)
      }
      // A file that stands in line for a child is not being read yet.
      const inLine = async <T>(wait: Promise<T>) => {
        const child = await ctx.uncounted(wait)
        if (!known) tell(0, file.size_bytes, 'bytes')
        return child
      }
      const into = artifactPath({ document_id, generation, stage: 'parsed' })
      const read = await readUpload(ctx, poolOf, { key: { document_id, generation }, file, into, attach: true }, { tell, inLine })
      return [documentParsed.make({ ...subject, file, ...read })]
    },
  })
}

type PoolOf = (parsing: ParsingSection, workers: number | undefined, log: Logger) => ParserPool

export interface ReadingContext extends Pick<HandlerContext<never>, 'uncounted' | 'signal' | 'log'> {
  readonly ports: RecognitionPorts & Pick<Ports, 'blobs' | 'workers'>
}

/** Reads a file that is kept anew, into this artifact; what else was made of it stays. WorkError as of the stage. */
export const readAgain = (ctx: ReadingContext, key: { document_id: string; generation: number }, file: DocumentFile, into: string) =>
  readUpload(ctx, sharedPool, { key, file, into, attach: false }, { tell: () => undefined, inLine: (wait) => ctx.uncounted(wait) })

/** Reads a file into an artifact, its scanned pages too, and, where `attach`, the files within it. */
async function readUpload(
  ctx: ReadingContext,
  poolOf: PoolOf,
  { key, file, into, attach }: { key: { document_id: string; generation: number }; file: DocumentFile; into: string; attach: boolean },
  { tell, inLine }: { tell: (done: number, total: number, unit: string) => void; inLine: <T>(wait: Promise<T>) => Promise<T> },
): Promise<Pick<PayloadOf<typeof documentParsed>, 'parsed' | 'pages' | 'characters' | 'warnings'>> {
  const { ports } = ctx
  const short = await ofStore(file.blob, () => readShortText(ports.blobs, file))
  ctx.signal.throwIfAborted()
  if (short) {
    tell(0, file.size_bytes, 'bytes')
    const { header, blocks } = short
    const parsed = await writeLines(ports.blobs, into, [header, ...blocks])
    return { parsed, pages: header.pages, characters: header.characters, warnings: header.warnings }
  }
  const local = await ofStore(file.blob, () => ports.blobs.localFile(file.blob))
  try {
    const { path } = local
    const engine = engineOf(ports)
    const pool = poolOf(sectionOf(ports.config, parsingSection), ports.workers, ctx.log)
    const result = await pool.parse({
      ...{ path, fileType: file.file_type, caller: file.caller, signal: ctx.signal, inLine },
      ...{ pictures: engine.pages, fine: engine.kind === 'tesseract', unread: engine.remedy },
      attachments: attach ? mayAttach(file, sectionOf(ports.config, parsingSection)) : 0,
      onProgress: ({ done, total, unit }) => tell(done, total, unit),
    })
    try {
      const { pages: all } = result.header
      const onPage = (done: number) => tell(all - result.pictures.length + done, all, 'pages')
      const { caller } = file
      const whole = await withScanned(ports, { engine, pool }, key, result, {
        caller,
        uncounted: ctx.uncounted,
        signal: ctx.signal,
        onPage,
      })
      for (const [n, kept] of result.attached.entries()) await writeArtifact(ports.blobs, attachmentPath(key, n), createReadStream(kept))
      const parsed = await writeArtifact(ports.blobs, into, artifactOf(whole))
      const { pages, characters, warnings } = whole.header
      return { parsed, pages, characters, warnings }
    } finally {
      await result.dispose()
    }
  } finally {
    await local.dispose()
  }
}

/** A file with the texts of its scanned pages. WorkError `empty` where these held the only hope. */
async function withScanned(
  ports: RecognitionPorts,
  means: { engine: OcrEngine; pool: ParserPool },
  key: { document_id: string; generation: number },
  file: ParsedFile,
  options: Parameters<typeof recognisePages>[4],
): Promise<ParsedFile> {
  if (file.pictures.length === 0) return file
  const { engine } = means
  const recognised = await recognisePages(ports, means, key, file.pictures, options)
  const whole = await addRecognised(file, recognised.pages, `recognised by ${engine.name}`)
  const told = tellRecognised(recognised, engine, ports.config)
  if (whole.header.characters > 0) return { ...whole, header: { ...whole.header, warnings: [...whole.header.warnings, ...told] } }
  const by = engine.kind === 'model' ? `the model ${JSON.stringify(engine.name)}` : engine.name
  throw new WorkError('empty', [`The file holds no text, and ${by} recognised none on its pages.`, ...told].join(' '))
}

async function* artifactOf({ header, blocks }: ParsedFile): AsyncIterable<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(header)}\n`)
  yield* createReadStream(blocks)
}

/** What is read of the uploaded file. WorkError storage_failed: worth another try, unless the blob is gone. */
async function ofStore<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    const gone = cause instanceof ApiError && cause.code === 'not_found'
    const reason = gone
      ? `The uploaded file is no longer in the blob store (${path}). Put it back and try the upload again, or send the file again with replace_existing=true.`
      : `The uploaded file could not be read from storage. ${messageOf(cause)}`
    throw new WorkError('storage_failed', reason, { retryable: !gone, cause })
  }
}
