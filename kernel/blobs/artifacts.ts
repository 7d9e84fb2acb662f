import type { z } from 'zod'
import type { Artifact } from '../../schemas/document.ts'
import { messageOf, WorkError } from '../errors.ts'
import type { Blobs } from './blobs.ts'

const FLUSH_CHARACTERS = 64 * 1024
/** Longest line, in UTF-16 code units; a V8 string ends at 2^29. */
const MAX_LINE = 2 ** 28

/** Files of the stages: newline-delimited JSON (schemas/artifacts.ts), and raw little-endian 32-bit floats. */
const FILES = { parsed: 'parsed.ndjson', chunks: 'chunks.ndjson', vectors: 'vectors.f32' } as const

/** Where a stage keeps what it wrote for one generation of a document. */
export const artifactPath = (key: { document_id: string; generation: number; stage: keyof typeof FILES }): string =>
  `artifacts/${key.document_id}/${key.generation}/${FILES[key.stage]}`

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

/** Writes newline-delimited JSON, a value a line, as it comes. Rejects with what the values or the store throw; nothing is visible then. */
export function writeLines(blobs: Blobs, path: string, values: AsyncIterable<unknown> | Iterable<unknown>): Promise<Artifact> {
  return blobs.write(path, encodeLines(values))
}

async function* textLines(blobs: Blobs, path: string, maxLine: number): AsyncGenerator<string> {
  const stream = await blobs.read(path)
  stream.setEncoding('utf8')
  let rest = ''
  for await (const piece of stream as AsyncIterable<string>) {
    const lines = piece.split('\n')
    lines[0] = rest + lines[0]
    rest = lines.pop() ?? ''
    if (rest.length > maxLine) throw new WorkError('too_large', `a line of ${path} is longer than ${maxLine} characters`)
    yield* lines
  }
  if (rest) yield rest
}

/**
 * Reads newline-delimited JSON line by line. `schema` is one for all lines, or a function of the line's number (from 0) where the
 * first differs. Throws WorkError storage_failed (not retryable) when a line is not what it should be, too_large, and
 * ApiError not_found when there is no such blob.
 */
export async function* readLines<T>(
  blobs: Blobs,
  path: string,
  schema: z.ZodType<T> | ((line: number) => z.ZodType<T>),
  options: { maxLine?: number } = {},
): AsyncGenerator<T> {
  let number = 0
  for await (const line of textLines(blobs, path, options.maxLine ?? MAX_LINE)) {
    if (!line) continue
    const expected = typeof schema === 'function' ? schema(number) : schema
    let value: T
    try {
      value = expected.parse(JSON.parse(line))
    } catch (error) {
      throw new WorkError('storage_failed', `line ${number + 1} of ${path} is damaged: ${messageOf(error).slice(0, 500)}`, { cause: error })
    }
    number++
    yield value
  }
}
