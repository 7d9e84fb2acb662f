import { WorkError } from '../../runtime/errors.ts'
import { afterDeletion, afterFence, afterWrite, isStale, type Seen } from '../arbitrate.ts'
import type { DocumentKey } from '../search.ts'
import { remember, retire, type StageDb, seenOf } from './stage-tables.ts'

/** Chunks of a document on the service of which the database knows nothing (it was restored, or is new). */
export interface Unknown {
  readonly stages: readonly number[]
  readonly chunks: number
}

export type Outcome = { outcome: 'written'; written: number; removed: number } | { outcome: 'stale' }

/** A step's transaction, which holds the row of the index. */
export interface Step {
  readonly trx: StageDb
  readonly index: string
  readonly last_stage: number
  readonly cleared: number
  /** Milliseconds. */
  readonly now: number
}

/** The write has to begin anew. */
export const lost = () =>
  new WorkError('indexing_failed', 'the unfinished write was given up, or the index was cleared meanwhile', { retryable: true })

/** What is known of a document, with the chunks that the service holds all the same. */
const adopting = (known: Seen | undefined, { chunks }: Unknown): Seen | undefined =>
  chunks > 0 ? { epoch: 0, deleted: false, ...known, stage: null, chunks, removed: 0 } : known

const stagesOf = (seen: Seen | undefined): number[] => (seen?.stage == null ? [] : [seen.stage])

/** Gives a write its stage, out of sight; undefined when it is stale. */
export async function begin({ trx, index, last_stage, now }: Step, { document_id, epoch }: DocumentKey): Promise<number | undefined> {
  if (isStale(await seenOf(trx, index, document_id), epoch)) return undefined
  const stage = last_stage + 1
  await trx.updateTable('search_indexes').set({ last_stage: stage }).where('name', '=', index).execute()
  await trx.insertInto('search_stages').values({ index_name: index, stage, state: 'writing', at: now }).execute()
  return stage
}

/** Makes a stage the visible one and retires what was. WorkError when it was given up or cleared away meanwhile. */
export async function switchOver(
  { trx, index, cleared, now }: Step,
  { document_id, epoch }: DocumentKey,
  { stage, written, unknown }: { stage: number; written: number; unknown: Unknown },
): Promise<Outcome> {
  const { numDeletedRows } = await trx
    .deleteFrom('search_stages')
    .where('index_name', '=', index)
    .where('stage', '=', stage)
    .where('state', '=', 'writing')
    .executeTakeFirst()
  if (numDeletedRows !== 1n || stage <= cleared) throw lost()
  const known = await seenOf(trx, index, document_id)
  if (isStale(known, epoch)) {
    await retire(trx, index, [stage], now)
    return { outcome: 'stale' }
  }
  const next = afterWrite(adopting(known, unknown), epoch, stage, written)
  await retire(trx, index, [...stagesOf(known), ...unknown.stages], now)
  await remember(trx, index, document_id, next)
  return { outcome: 'written', written, removed: next.removed }
}

/** Retires what is visible, and remembers the deletion. */
export async function remove(
  { trx, index, now }: Step,
  { document_id, epoch }: DocumentKey,
  unknown: Unknown,
): Promise<{ removed: number }> {
  const known = await seenOf(trx, index, document_id)
  const { removed, next } = afterDeletion(adopting(known, unknown), epoch)
  if (!next) return { removed }
  await retire(trx, index, [...stagesOf(known), ...unknown.stages], now)
  await remember(trx, index, document_id, next)
  return { removed }
}

/** See SearchIndex.fenceDocument. */
export async function fence({ trx, index }: Step, { document_id, epoch }: DocumentKey): Promise<'fenced' | 'live'> {
  const { outcome, next } = afterFence(await seenOf(trx, index, document_id), epoch)
  if (next) await remember(trx, index, document_id, next)
  return outcome
}

const clearStages = ({ trx, index, last_stage, now }: Step) =>
  trx.updateTable('search_indexes').set({ cleared: last_stage, cleared_at: now }).where('name', '=', index).execute()

/** Retires everything; gives the number of chunks that were visible. */
export async function clear(step: Step): Promise<number> {
  const { trx, index } = step
  const counted = await trx
    .selectFrom('search_documents')
    .select((e) => e.fn.coalesce(e.fn.sum<number>('chunks'), e.val(0)).as('chunks'))
    .where('index_name', '=', index)
    .executeTakeFirst()
  await clearStages(step)
  // The epochs stay: a late write of an older upload must not come back.
  await trx.updateTable('search_documents').set({ stage: null, chunks: 0, removed: 0 }).where('index_name', '=', index).execute()
  return Number(counted?.chunks ?? 0)
}

/** Retires everything, documents included. */
export async function forget(step: Step): Promise<void> {
  await clearStages(step)
  await step.trx.deleteFrom('search_documents').where('index_name', '=', step.index).execute()
}
