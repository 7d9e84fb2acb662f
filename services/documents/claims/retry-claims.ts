import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { type ClaimTables, restoreClaim } from './claims.ts'

export interface RetryClaim {
  readonly documentId: string
  readonly uploadId: string
  readonly attempt: number
}

/**
 * Of several retries at once one goes on. ApiError conflict for the others, and when a newer upload owns the document. A claim from
 * before `voidBefore` whose attempt is not to be seen yet never reached the log.
 */
export async function takeRetryClaim(
  database: Database,
  { documentId, uploadId, attempt, now, voidBefore }: RetryClaim & { readonly now: number; readonly voidBefore: number },
): Promise<void> {
  const taken = await database.transaction<ClaimTables, bigint>(async (trx) => {
    await restoreClaim(trx, documentId)
    const { numUpdatedRows } = await trx
      .updateTable('document_claims')
      .set({ attempt, claimed_at: now })
      .where('document_id', '=', documentId)
      .where('upload_id', '=', uploadId)
      .where((e) => e.or([e('attempt', '<', attempt), e.and([e('attempt', '=', attempt), e('claimed_at', '<', voidBefore)])]))
      .executeTakeFirst()
    return numUpdatedRows
  })
  if (Number(taken) === 1) return
  throw new ApiError('conflict', 'a retry is under way, or a newer upload of this file has taken its place', {
    details: { upload_id: uploadId },
  })
}

/** The retry never reached the log. */
export async function endRetryClaim(database: Database, { documentId, uploadId, attempt }: RetryClaim): Promise<void> {
  await database
    .tables<ClaimTables>()
    .updateTable('document_claims')
    .set({ attempt: attempt - 1 })
    .where('document_id', '=', documentId)
    .where('upload_id', '=', uploadId)
    .where('attempt', '=', attempt)
    .execute()
}
