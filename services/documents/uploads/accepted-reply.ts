import type { StoredReply } from '../../../kernel/http/idempotency/idempotency.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { statusEntity } from '../status/status-entity.ts'
import type { AcceptedUpload } from './accept-upload.ts'
import { awaitEnd } from './control.ts'

/** 202 queued, 201 for a file that is only kept, and in sync mode 200 with the end, or 202 with the present state at the time limit. */
export async function acceptedReply(ctx: EdgeContext, accepted: AcceptedUpload): Promise<StoredReply> {
  const reply = (status: number, entity: { status: string; message: string }): StoredReply => ({
    status,
    headers: { location: `/api/v2/upload/status/${accepted.uploadId}` },
    body: { upload_id: accepted.uploadId, document_id: accepted.documentId, status: entity.status, message: entity.message },
  })
  if (accepted.mode === 'sync') {
    const state = await awaitEnd(ctx, accepted.uploadId, ctx.env.SYNC_TIMEOUT_MS)
    if (state?.deleted) return reply(200, { status: 'error', message: 'Deleted while it was processed' })
    if (state?.known) return reply(state.completed === null ? 202 : 200, statusEntity(state))
  }
  if (accepted.mode === 'upload_only') return reply(201, { status: 'complete', message: accepted.message })
  return reply(202, {
    status: 'queued',
    message: accepted.processed ? 'Accepted; follow it at the address in Location' : 'Accepted and stored',
  })
}
