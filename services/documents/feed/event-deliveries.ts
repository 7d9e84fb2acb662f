import { claimsOf } from '../../../kernel/claims/claims.ts'
import type { Ports } from '../../../kernel/ports.ts'
import type { AnyTables } from '../../../kernel/store/database.ts'

/** A delivery that was begun and not ended for this long died with its edge. */
const DEAD_AFTER_MS = 60_000
/** Event Grid tries for 24 h at most; a blob's ETag may be told again later. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

type Needed = Pick<Ports, 'database' | 'clock'>
const deliveries = ({ database, clock }: Needed, tables: AnyTables = database.tables()) =>
  claimsOf({ database, tables, clock, scope: 'event-feed', leaseMs: DEAD_AFTER_MS })

/**
 * Takes the keys of an event of the blob store (its id, and its content by path and ETag) for an upload; gives the upload of an earlier
 * delivery that has one of them.
 */
export function takeDelivery(ports: Needed, keys: readonly string[], uploadId: string): Promise<string | undefined> {
  return ports.database.transaction(async (trx) => {
    const claims = deliveries(ports, trx)
    await claims.sweep()
    for (const key of keys) {
      const { mine, value } = await claims.take(key, uploadId)
      if (!mine) return value ?? uploadId
    }
    return undefined
  })
}

/** The upload's record is on the log. */
export async function confirmDelivery(ports: Needed, keys: readonly string[], uploadId: string): Promise<void> {
  for (const key of keys) await deliveries(ports).keep(key, uploadId, KEPT_MS)
}

/** The delivery failed; the next one is taken. */
export async function releaseDelivery(ports: Needed, keys: readonly string[]): Promise<void> {
  for (const key of keys) await deliveries(ports).free(key)
}
