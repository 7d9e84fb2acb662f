import type { Kysely } from 'kysely'
import { type Labels, labelsOf, type PresentLabels } from '../../../kernel/access/limits.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'
import type { UploadState } from '../status/upload-state.ts'
import { uploadsOf } from '../status/views.ts'
import { type LastClearedTables, wasCleared } from '../uploads/last-cleared.ts'
import { type Acceptance, type AcceptedTables, noteAccepted } from './accepted.ts'

/** Who owns a document's name: the newest accepted upload. The one place where two simultaneous uploads are told apart. */
export const claimsMigration = defineTables('101-document-claims', {
  document_claims: {
    columns: {
      document_id: 'varchar(36)',
      index_name: 'text',
      source_file: 'text',
      generation: 'integer',
      upload_id: 'varchar(36)',
      /** The upload that owned the name before, for the case that this one never reaches the log. */
      previous_upload_id: 'varchar(36)?',
      /** 0 until document.received is known to be on the log. */
      published: 'integer',
      claimed_at: 'bigint',
      /** Highest pass that was begun for upload_id. */
      attempt: 'integer',
    },
  },
})
export type ClaimTables = AcceptedTables & LastClearedTables & TablesOf<typeof claimsMigration>

/** A claim whose edge died before its record reached the log is void after this long: three times what publishing may take. */
const VOID_AFTER_MS = 15_000
const PROCESS_START = Date.now()

/** Unpublished claims older than this are nobody's. With one process alone, those of the process before are, at once. */
export const voidClaimsBefore = (alone: boolean, now: number): number => Math.max(now - VOID_AFTER_MS, alone ? PROCESS_START : 0)

export interface ClaimRequest {
  readonly documentId: string
  readonly index: string
  readonly sourceFile: string
  readonly uploadId: string
  /** True: the name is taken over, whatever is there. */
  readonly takeOver: boolean
  readonly now: number
  /** See voidClaimsBefore. */
  readonly voidBefore: number
  /** Resolves once the views show every upload that is on the log: before that, none that is not seen is void. */
  readonly viewsCurrent: () => Promise<void>
  /** The labels that it brings; those that it leaves out are taken from the document that it replaces. */
  readonly labels?: Labels
  /** Of an upload in whose place this one would come: the caller may replace it, may only read it, or does not see it. Absent: may replace each. */
  readonly standing?: (present: UploadState) => 'mine' | 'seen' | 'hidden'
  /** The upload as it was claimed, noted together with the claim. */
  readonly acceptedAs?: (claim: Claim) => Acceptance
}

export interface Claim {
  readonly documentId: string
  readonly generation: number
  /** What the document is labelled with from now on. */
  readonly labels: PresentLabels
}

/**
 * Claims the document's name for this upload. `hidden` when another upload owns it that the caller does not see; ApiError conflict when
 * another upload owns it, forbidden when it may not be replaced.
 */
export async function claimDocument(database: Database, request: ClaimRequest): Promise<Claim | 'hidden'> {
  const claim = await tryClaim(database, request, false)
  if (claim !== 'unsure') return claim
  await request.viewsCurrent()
  const certain = await tryClaim(database, request, true)
  if (certain === 'unsure') throw new Error('a claim is undecided though the views are current')
  return certain
}

/**
 * `unsure` where it depends on an upload that may be on the log and not in the views, which `current` rules out. Not flushed by itself:
 * once the upload is on the log, that restores its claim.
 */
function tryClaim(database: Database, request: ClaimRequest, current: boolean): Promise<Claim | 'hidden' | 'unsure'> {
  const claim = async (trx: Kysely<ClaimTables>) => {
    const taken = await takeName(trx, database.kind, request, current)
    if (typeof taken === 'object' && request.acceptedAs) await noteAccepted(trx, request.acceptedAs(taken))
    return taken
  }
  return database.transaction(claim, { derived: true })
}

async function takeName(
  trx: Kysely<ClaimTables>,
  kind: Database['kind'],
  request: ClaimRequest,
  current: boolean,
): Promise<Claim | 'hidden' | 'unsure'> {
  const { documentId, takeOver, standing } = request
  const brought = labelsOf(request.labels)
  await restoreClaim(trx, documentId)
  const mine = { upload_id: request.uploadId, published: 0, claimed_at: request.now, attempt: 1 }
  const name = { document_id: documentId, index_name: request.index, source_file: request.sourceFile }
  const first = await trx
    .insertInto('document_claims')
    .values({ ...name, ...mine, generation: 1, previous_upload_id: null })
    .onConflict((c) => c.column('document_id').doNothing())
    .executeTakeFirst()
  if (Number(first.numInsertedOrUpdatedRows ?? 0n) === 1) return { documentId, generation: 1, labels: brought }
  let query = trx.selectFrom('document_claims').selectAll().where('document_id', '=', documentId)
  if (kind === 'postgres') query = query.forUpdate()
  const owner = await query.executeTakeFirstOrThrow()
  const there = await presentUpload(trx, owner, request.voidBefore, current)
  if (there === 'unsure' && (!takeOver || standing)) return 'unsure'
  if (there && there !== 'unsure') {
    if (there.state && standing?.(there.state) === 'hidden') return 'hidden'
    refuse(request, there)
  }
  const kept =
    there === undefined ? {} : await labelsThere(trx, there === 'unsure' ? { uploadId: owner.upload_id, state: undefined } : there)
  const generation = owner.generation + 1
  await trx
    .updateTable('document_claims')
    .set({ ...mine, generation, previous_upload_id: owner.upload_id })
    .where('document_id', '=', documentId)
    .execute()
  return { documentId, generation, labels: { ...kept, ...brought } }
}

/** The labels that stay with a document when it is replaced; those of an upload that is not to be seen yet stand in its note. */
async function labelsThere(trx: Kysely<ClaimTables>, { uploadId, state }: Present): Promise<PresentLabels> {
  if (state) return labelsOf(state.file?.metadata)
  const noted = trx.selectFrom('accepted_uploads').select(['confidentiality', 'business_unit']).where('upload_id', '=', uploadId)
  return labelsOf(await noted.executeTakeFirst())
}

/** Throws unless the upload that is there may be replaced by this one. */
function refuse({ documentId, index, sourceFile, takeOver, standing }: ClaimRequest, { uploadId, state }: Present): void {
  if (takeOver && state && standing?.(state) === 'seen')
    throw new ApiError('forbidden', `${sourceFile} is the name of a document that you may read, but not replace`)
  // What is not to be seen yet is not known to be replaceable.
  if (takeOver && (state || !standing)) return
  throw new ApiError(
    'conflict',
    `${sourceFile} is already in ${index}. Send replace_existing=true to replace it, or give this one another file name.`,
    {
      details: { document_id: documentId, upload_id: uploadId, source_file: sourceFile, index },
    },
  )
}

/**
 * Claims are not on the log: a store that was lost, or that a power failure took back, gets them from the uploads that were folded again.
 * No upload is on the log before its claim is made, so that a claim of a lower generation is one from before.
 */
export async function restoreClaim(trx: Kysely<ClaimTables>, documentId: string): Promise<void> {
  const [newest] = (await uploadsOf(trx, documentId)).filter(({ file }) => file)
  if (!newest?.file) return
  const owner = {
    generation: newest.generation,
    upload_id: newest.upload_id,
    previous_upload_id: null,
    published: 1,
    claimed_at: 0,
    attempt: newest.mark.attempt,
  }
  await trx
    .insertInto('document_claims')
    .values({ document_id: documentId, index_name: newest.file.index, source_file: newest.file.source_file, ...owner })
    .onConflict((c) => c.column('document_id').doUpdateSet(owner).where('document_claims.generation', '<', newest.generation))
    .execute()
}

interface Present {
  readonly uploadId: string
  /** Undefined for one that is not to be seen yet. */
  readonly state: UploadState | undefined
}

/**
 * The upload that the name stands for at present. One that failed stands for nothing and leaves what it would have replaced; one that
 * was deleted or cleared took everything with it; one that never reached the log is nobody, which only `current` views tell.
 */
async function presentUpload(
  trx: Kysely<ClaimTables>,
  claim: { document_id: string; upload_id: string; published: number; claimed_at: number },
  voidBefore: number,
  current: boolean,
): Promise<Present | 'unsure' | undefined> {
  const uploads = await uploadsOf(trx, claim.document_id)
  const unseen = claim.upload_id !== '' && !uploads.some((u) => u.upload_id === claim.upload_id)
  if (unseen && (claim.published === 1 || claim.claimed_at >= voidBefore)) return { uploadId: claim.upload_id, state: undefined }
  if (unseen && !current) return 'unsure'
  for (const upload of uploads) {
    if (upload.deleted || (await wasCleared(trx, upload))) return undefined
    // A pass that failed after another one had ended well left the document in its index.
    if (upload.mark.status !== 'error' || upload.counts.chunks !== null) return { uploadId: upload.upload_id, state: upload }
  }
  return undefined
}

/** The upload's record is on the log, and the views do not show it yet. */
export async function confirmClaim(database: Database, documentId: string, uploadId: string): Promise<void> {
  await database.transaction<ClaimTables, void>(async (trx) => {
    const published = { published: 1 }
    await trx.updateTable('accepted_uploads').set(published).where('upload_id', '=', uploadId).execute()
    const claim = trx.updateTable('document_claims').set(published)
    await claim.where('document_id', '=', documentId).where('upload_id', '=', uploadId).execute()
  })
}

/** The upload may be on the log or not, which the views tell: from now on its claim is as good as that of an edge that died. */
export async function loosenClaim(database: Database, documentId: string, uploadId: string): Promise<void> {
  await database.transaction<ClaimTables, void>(async (trx) => {
    const claim = trx.updateTable('document_claims').set({ claimed_at: 0 }).where('published', '=', 0)
    await claim.where('document_id', '=', documentId).where('upload_id', '=', uploadId).execute()
  })
}

/**
 * Gives the name back to the upload that had it before, which holds it when it is on the log. The generation stays: numbers are never
 * used twice. False where the upload is in another request's hands, or on the log, by now.
 */
export function releaseClaim(
  database: Database,
  { documentId, uploadId, holder, now }: { documentId: string; uploadId: string; holder: string; now: number },
): Promise<boolean> {
  return database.transaction<ClaimTables, boolean>(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('accepted_uploads')
      .where('upload_id', '=', uploadId)
      .where('holder', '=', holder)
      .where('published', '=', 0)
      .executeTakeFirst()
    if (Number(numDeletedRows) === 0) return false
    const claim = await trx
      .selectFrom('document_claims')
      .selectAll()
      .where('document_id', '=', documentId)
      .where('upload_id', '=', uploadId)
      .executeTakeFirst()
    if (!claim) return true
    await trx
      .updateTable('document_claims')
      .set({
        upload_id: claim.previous_upload_id ?? '',
        previous_upload_id: null,
        published: 0,
        claimed_at: claim.previous_upload_id ? now : 0,
      })
      .where('document_id', '=', documentId)
      .execute()
    return true
  })
}
