import type { z } from 'zod'
import { readArtifact } from '../blobs/artifacts.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { WorkError } from '../runtime/errors.ts'
import type { Kept } from './tables.ts'

/** What is longer lies in the blob store and not in a row. */
const MAX_IN_ROW = 16 * 1024

/** A text for a row; a long one goes into the blob first, which is durable then. */
export async function keepText(blobs: Blobs, path: string, text: string): Promise<Kept> {
  if (text.length <= MAX_IN_ROW) return { value: text, blob: null }
  await blobs.write(path, Buffer.from(text))
  return { value: null, blob: path }
}

/** The text of a row or of its blob; undefined where there is neither. WorkError storage_failed. */
export async function readKept(blobs: Blobs, { value, blob }: Kept): Promise<string | undefined> {
  if (blob === null) return value ?? undefined
  const pieces = await Array.fromAsync(readArtifact(blobs, blob))
  return Buffer.concat(pieces).toString('utf8')
}

/** A kept text as what it should be. WorkError storage_failed, terminal, when it is not. */
export function parseKept<S extends z.ZodType>(schema: S, text: string, what: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new WorkError('storage_failed', `${what} is not what it should be.`, { cause: error })
  }
}
