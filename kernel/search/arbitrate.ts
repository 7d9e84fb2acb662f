import { z } from 'zod'

/**
 * What an index remembers of a document, also after its deletion. Who of two late passes wins is decided from it alone; adapters read it,
 * ask these functions and write the answer in one transaction.
 */
export interface Seen {
  readonly epoch: number
  /** Writes of this very epoch are refused too: it was deleted or fenced. */
  readonly deleted: boolean
  /** The write whose chunks are visible; null: there are none. */
  readonly stage: number | null
  readonly chunks: number
  /** What the call that brought this about removed, so that its repetition says the same. */
  readonly removed: number
}

/** A row of an adapter's table, as it is selected: by the names of `Seen`. */
export const seenRowSchema: z.ZodType<Seen> = z.object({
  epoch: z.number(),
  deleted: z.number().transform((n) => n === 1),
  stage: z.number().nullable(),
  chunks: z.number(),
  removed: z.number(),
})

export const isStale = (seen: Seen | undefined, epoch: number): boolean =>
  seen !== undefined && (seen.epoch > epoch || (seen.deleted && seen.epoch === epoch))

/** After a write that is not stale has become visible. */
export function afterWrite(seen: Seen | undefined, epoch: number, stage: number, chunks: number): Seen {
  // A repeated write of an epoch replaces its own chunks: what counts as removed is what the first one removed.
  const removed = seen?.epoch === epoch && seen.stage !== null ? seen.removed : (seen?.chunks ?? 0)
  return { epoch, deleted: false, stage, chunks, removed }
}

/** After a deletion; without `next` nothing changes, because a later upload or the same deletion came before. */
export function afterDeletion(seen: Seen | undefined, epoch: number): { removed: number; next?: Seen } {
  if (seen && seen.epoch > epoch) return { removed: 0 }
  if (seen?.deleted && seen.stage === null && seen.epoch === epoch) return { removed: seen.removed }
  const removed = seen?.chunks ?? 0
  return { removed, next: { epoch, deleted: true, stage: null, chunks: 0, removed } }
}

/** After a fence: a deletion that leaves the visible chunks where they are. */
export function afterFence(seen: Seen | undefined, epoch: number): { outcome: 'fenced' | 'live'; next?: Seen } {
  if (seen && seen.epoch > epoch) return { outcome: 'fenced' }
  if (seen && seen.epoch === epoch && !seen.deleted && seen.stage !== null) return { outcome: 'live' }
  return { outcome: 'fenced', next: { epoch, deleted: true, stage: seen?.stage ?? null, chunks: seen?.chunks ?? 0, removed: 0 } }
}
