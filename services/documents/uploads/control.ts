import type { Cause } from '../../../kernel/broker/record-of.ts'
import { changeAndTell } from '../../../kernel/outbox/outbox.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { changedKey, PROJECTED } from '../../../kernel/views/project.ts'
import { untilSeen } from '../../../kernel/views/until-seen.ts'
import { documentCancel, documentDelete, documentRetry, MAX_ATTEMPTS } from '../../../schemas/document.ts'
import type { ClaimTables } from '../claims/claims.ts'
import { claimRetry } from '../claims/retry-claims.ts'
import { readState } from '../status/read-uploads.ts'
import type { UploadState } from '../status/upload-state.ts'
import { uploadsView } from '../status/views.ts'
import { requireCaughtUp } from './current-views.ts'
import { inputOf, type WorkStage } from './input-of.ts'

/** A command is answered with its outcome when it comes this soon, else with the state so far. */
const OUTCOME_WITHIN_MS = 10_000

export interface Command extends Cause {
  readonly actor: string
}

/** An upload that is not to be seen yet has not ended. */
const ended = (state: UploadState | undefined): boolean =>
  state !== undefined && (state.deleted || (state.known && (state.mark.status === 'complete' || state.mark.status === 'error')))

/** What is known of the upload (see `readState`) as soon as the condition holds, or at the time limit. */
const awaitUpload = (
  { ports: { database } }: EdgeContext,
  uploadId: string,
  condition: (state: UploadState | undefined) => boolean,
  timeoutMs: number,
): Promise<UploadState | undefined> =>
  untilSeen(
    { database, channel: PROJECTED, key: changedKey(uploadsView.name, uploadId) },
    () => readState(database, uploadId),
    condition,
    timeoutMs,
  )

export const awaitEnd = (ctx: EdgeContext, uploadId: string, timeoutMs: number) => awaitUpload(ctx, uploadId, ended, timeoutMs)

const subjectOf = (state: UploadState) => {
  if (!state.file) throw new ApiError('not_found', `there is no upload with the id ${state.upload_id}`)
  const { upload_id, document_id, generation, mark, file } = state
  return { upload_id, document_id, generation, attempt: mark.attempt, file }
}

/** Ends an upload that is under way; undefined when it was deleted meanwhile. ApiError conflict when it has ended, also when it ends well before the cancellation reaches it. */
export async function cancelUpload(ctx: EdgeContext, state: UploadState, { actor, ...cause }: Command): Promise<UploadState | undefined> {
  if (ended(state)) throw endedAlready(state)
  const at = new Date(ctx.ports.clock.now()).toISOString()
  await ctx.publish([documentCancel.make({ ...subjectOf(state), stage: state.mark.stage, actor, at })], cause)
  const after = await awaitEnd(ctx, state.upload_id, OUTCOME_WITHIN_MS)
  if (after?.deleted) return undefined
  if (after?.mark.status === 'complete') throw endedAlready(after)
  return after
}

const endedAlready = (state: UploadState) =>
  new ApiError(
    'conflict',
    `the upload has ended already: ${state.mark.status}. To remove it, send DELETE /api/v2/upload/${state.upload_id}.`,
    {
      details: { upload_id: state.upload_id, status: state.mark.status },
    },
  )

/** Removes an upload with its chunks and files. True when it is gone, false when that is still under way. */
export async function deleteUpload(ctx: EdgeContext, state: UploadState, { actor, ...cause }: Command): Promise<boolean> {
  const at = new Date(ctx.ports.clock.now()).toISOString()
  await ctx.publish([documentDelete.make({ ...subjectOf(state), actor, at })], cause)
  const after = await awaitUpload(ctx, state.upload_id, (s) => s?.deleted === true, OUTCOME_WITHIN_MS)
  return after?.deleted === true
}

/** What to do where a retry is none. */
const INSTEAD = {
  complete: 'To process it anew, upload the file with replace_existing=true.',
  queued: 'Wait for its end, or cancel it first.',
  processing: 'Wait for its end, or cancel it first.',
} as const

/** Where a retry begins: at the stage that failed, or at the reading that left something out of what is complete. */
function retriesFrom({ mark, warnings }: UploadState): WorkStage | undefined {
  if (mark.status === 'error') return mark.stage as WorkStage
  return mark.status === 'complete' && warnings?.told.length ? 'parsing' : undefined
}

/**
 * Begins one more pass from the stage that failed, or from the reading of a file of which something was left. ApiError conflict in every
 * other state, and when a newer upload owns the name.
 */
export async function retryUpload(ctx: EdgeContext, state: UploadState, { actor, ...cause }: Command): Promise<UploadState | undefined> {
  const from = retriesFrom(state)
  if (from === undefined)
    throw new ApiError(
      'conflict',
      `only an upload in error, or with warnings, can be tried again; this one is ${state.mark.status}. ${INSTEAD[state.mark.status as keyof typeof INSTEAD]}`,
      {
        details: { upload_id: state.upload_id, status: state.mark.status },
      },
    )
  const attempt = await beginPass(ctx, state, from, { actor, ...cause })
  const isBegun = (s: UploadState | undefined) => s === undefined || s.deleted || s.mark.attempt >= attempt
  const after = await awaitUpload(ctx, state.upload_id, isBegun, OUTCOME_WITHIN_MS)
  return after?.deleted ? undefined : after
}

/** Begins one more pass from this stage; the number of its attempt. ApiError conflict where something newer is under way. */
export async function beginPass(ctx: EdgeContext, state: UploadState, stage: WorkStage, { actor, ...cause }: Command): Promise<number> {
  if (state.mark.attempt >= MAX_ATTEMPTS) throw new ApiError('conflict', 'this upload was tried too often; upload the file again')
  const subject = subjectOf(state)
  const attempt = subject.attempt + 1
  const { from, input } = await inputOf(ctx.ports, state, stage)
  await requireCaughtUp(ctx.ports)
  const { database, clock } = ctx.ports
  const now = clock.now()
  const again = documentRetry.make({ ...subject, attempt, from, input, actor, at: new Date(now).toISOString() })
  await changeAndTell<ClaimTables, void>(database, { source: 'edge', cause, now }, async (trx, tell) => {
    await claimRetry(trx, { documentId: subject.document_id, uploadId: subject.upload_id, attempt })
    tell(again)
  })
  return attempt
}
