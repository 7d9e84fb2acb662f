import { readArtifact } from '../blobs/artifacts.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Database } from '../store/database.ts'
import type { Kept, RunTables } from './tables.ts'

/** What is longer lies in the blob store and not in a row. */
const MAX_IN_ROW = 16 * 1024

/** Whether a text stands in a row, and leaves nothing outside of its transaction. */
export const fitsRow = (text: string): boolean => text.length <= MAX_IN_ROW

/** A text for a row; a long one goes into the blob first, which is durable then. */
export async function keepText(blobs: Blobs, path: string, text: string): Promise<Kept> {
  if (fitsRow(text)) return { value: text, blob: null }
  await blobs.write(path, Buffer.from(text))
  return { value: null, blob: path }
}

/** The text of a row or of its blob; undefined where there is neither. WorkError storage_failed. */
export async function readKept(blobs: Blobs, { value, blob }: Kept): Promise<string | undefined> {
  if (blob === null) return value ?? undefined
  const pieces = await Array.fromAsync(readArtifact(blobs, blob))
  return Buffer.concat(pieces).toString('utf8')
}

/** What an item keeps and how it fares; undefined where it was not issued. */
export const keptOfItem = (database: Database, runId: string, step: string, item: number) =>
  database
    .tables<RunTables>()
    .selectFrom('run_items')
    .select(['value', 'blob', 'status'])
    .where('run_id', '=', runId)
    .where('step', '=', step)
    .where('item', '=', item)
    .executeTakeFirst()
