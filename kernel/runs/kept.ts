import { readArtifact } from '../blobs/artifacts.ts'
import type { Blobs } from '../blobs/blobs.ts'
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
