import type { Kysely } from 'kysely'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { type ClaimTables, restoreClaim } from './claims.ts'

/**
 * In the transaction that tells the retry: of several at once one goes on. ApiError conflict for the others, and when a newer upload owns
 * the document.
 */
export async function claimRetry(
  trx: Kysely<ClaimTables>,
  { documentId, uploadId, attempt }: { readonly documentId: string; readonly uploadId: string; readonly attempt: number },
): Promise<void> {
  await restoreClaim(trx, documentId)
  const { numUpdatedRows } = await trx
    .updateTable('document_claims')
    .set({ attempt })
    .where('document_id', '=', documentId)
    .where('upload_id', '=', uploadId)
    .where('attempt', '<', attempt)
    .executeTakeFirst()
  if (Number(numUpdatedRows) === 1) return
  throw new ApiError('conflict', 'a retry is under way, or a newer upload of this file has taken its place', {
    details: { upload_id: uploadId },
  })
}
