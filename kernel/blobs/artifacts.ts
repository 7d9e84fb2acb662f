import { StringDecoder } from 'node:string_decoder'
import type { z } from 'zod'
import type { Artifact } from '../../schemas/document.ts'
import { ApiError, messageOf, WorkError } from '../runtime/errors.ts'
import type { Blobs } from './blobs.ts'

const FLUSH_CHARACTERS = 64 * 1024
/** Longest line, in UTF-16 code units; a V8 string ends at 2^29. */
const MAX_LINE = 2 ** 28

/** Files of the stages: newline-delimited JSON (schemas/artifacts.ts), and raw little-endian 32-bit floats. */
const FILES = { parsed: 'parsed.ndjson', chunks: 'chunks.ndjson', vectors: 'vectors.f32' } as const

const ARTIFACTS = 'artifacts/'
/** Of `runFolder` of kernel/runs. */
const RUNS = 'runs/'

/** Whether a stage, or a step of a run, wrote the blob of this path. */
export const isArtifact = (path: string): boolean => path.startsWith(ARTIFACTS) || path.startsWith(RUNS)

/** Folder of everything that the stages wrote for one generation of a document. */
export const artifactFolder = (key: { document_id: string; generation: number }): string =>
  `${ARTIFACTS}${key.document_id}/${key.generation}`

/** Where a stage keeps what it wrote for one generation of a document. */
export const artifactPath = (key: { document_id: string; generation: number; stage: keyof typeof FILES }): string =>
  `${artifactFolder(key)}/${FILES[key.stage]}`

/** Where the n-th file of a mail lies, from 0: with the artifacts, so that it goes when they do. */
export const attachmentPath = (key: { document_id: string; generation: number }, n: number): string =>
  `${artifactFolder(key)}/attachments/${n}`

const WHAT: Readonly<Record<string, string>> = {
  [FILES.parsed]: 'The text of this document is',
  [FILES.chunks]: 'The passages of this document are',
  [FILES.vectors]: 'The vectors of this document are',
}

/** What is lost, and what to do. */
function lostMessage(path: string): string {
  const what = path.startsWith(ARTIFACTS) ? WHAT[path.split('/').at(-1) ?? ''] : undefined
  if (what === undefined) return `What an earlier step stored is no longer in the blob store (${path}).`
  return `${what} no longer in the blob store (${path}). Try the upload again, which goes back to what is still there, or send the file again with replace_existing=true.`
}

/** Storage trouble as WorkError storage_failed: worth another try unless the blob is gone, or its path is none. Anything else stays as it is. */
function storageFailure(error: unknown, path: string): unknown {
  const system = error instanceof Error && 'syscall' in error
  if (!system && !(error instanceof ApiError)) return error
  const gone = error instanceof ApiError && error.code === 'not_found'
  const message = gone ? lostMessage(path) : `Storage failed: ${system ? 'the disk' : messageOf(error)}.`
  const lasting = gone || (error instanceof ApiError && error.code === 'invalid_request')
  return new WorkError('storage_failed', message, { retryable: !lasting, cause: error })
}

/** Writes an artifact as its bytes come. WorkError storage_failed; what the body itself throws comes through. Nothing is visible then. */
export async function writeArtifact(blobs: Blobs, path: string, body: AsyncIterable<Uint8Array>): Promise<Artifact> {
  try {
    return await blobs.write(path, body)
  } catch (error) {
    throw storageFailure(error, path)
  }
}

/** The bytes of an artifact. Throws WorkError storage_failed, not retryable when there is no such blob. */
export async function* readArtifact(blobs: Blobs, path: string): AsyncGenerator<Buffer> {
  try {
    for await (const piece of await blobs.read(path)) yield piece
  } catch (error) {
    throw storageFailure(error, path)
  }
}

async function* encodeLines(values: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const value of values) {
    text += `${JSON.stringify(value)}\n`
    if (text.length < FLUSH_CHARACTERS) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text) yield Buffer.from(text)
}

/** Writes newline-delimited JSON, a value a line. Throws as `writeArtifact`. */
export function writeLines(blobs: Blobs, path: string, values: AsyncIterable<unknown> | Iterable<unknown>): Promise<Artifact> {
  return writeArtifact(blobs, path, encodeLines(values))
}

/** The lines of a text, as many at once as a piece of it ends. */
async function* linesOfPieces(blobs: Blobs, path: string, maxLine = MAX_LINE): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const piece of readArtifact(blobs, path)) {
    const lines = decoder.write(piece).split('\n')
    lines[0] = rest + lines[0]
    rest = lines.pop() ?? ''
    if (rest.length > maxLine) throw new WorkError('too_large', `A line of ${path} is longer than ${maxLine} characters.`)
    if (lines.length > 0) yield lines
  }
  if (rest) yield [rest]
}

/** The lines of a text. Throws as `readArtifact`, and WorkError too_large. */
export async function* textLines(blobs: Blobs, path: string, maxLine = MAX_LINE): AsyncGenerator<string> {
  for await (const lines of linesOfPieces(blobs, path, maxLine)) yield* lines
}

/** One for all lines, or a function of the line's number (from 0) where the first differs. */
type LineSchema<T> = z.ZodType<T> | ((line: number) => z.ZodType<T>)

function parseLine<T>(line: string, number: number, path: string, schema: LineSchema<T>): T {
  try {
    return (typeof schema === 'function' ? schema(number) : schema).parse(JSON.parse(line))
  } catch (error) {
    throw new WorkError('storage_failed', `Line ${number + 1} of ${path} is damaged.`, { cause: error })
  }
}

/**
 * Reads newline-delimited JSON line by line. Throws as `readArtifact`, WorkError storage_failed (not retryable) when a line is not what it
 * should be, and too_large.
 */
export async function* readLines<T>(
  blobs: Blobs,
  path: string,
  schema: LineSchema<T>,
  options: { maxLine?: number } = {},
): AsyncGenerator<T> {
  let number = 0
  for await (const lines of linesOfPieces(blobs, path, options.maxLine))
    for (const line of lines) if (line) yield parseLine(line, number++, path, schema)
}

/** The same for who reads an artifact to its end, as many values at once as a piece of it ends: to wait for each costs more than a short line. */
export async function* readManyLines<T>(blobs: Blobs, path: string, schema: LineSchema<T>): AsyncGenerator<T[]> {
  let number = 0
  for await (const lines of linesOfPieces(blobs, path)) {
    const values: T[] = []
    for (const line of lines) if (line) values.push(parseLine(line, number++, path, schema))
    yield values
  }
}
