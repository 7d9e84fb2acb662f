import type { Kysely } from 'kysely'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { Database, Migration } from '../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../kernel/store/define-tables.ts'
import { type FeedbackTable, feedbackView, ownerOfRating } from './feedback-view.ts'

/** Who rated a response first, and the time of its latest rating: the one place where simultaneous posts are told apart. */
export const feedbackClaimsMigration = defineTables('131-feedback-claims', {
  /** `last_at`: each rating has a later time (ms) than those before, whatever the clocks say. `published`: 1, its event goes with it. */
  feedback_claims: { columns: { response_id: 'varchar(256)', last_at: 'bigint', claimed_at: 'bigint', published: 'integer' } },
})

export const feedbackOwnersMigration: Migration = {
  name: '132-feedback-owners',
  up: async (db) => {
    await db.schema.alterTable('feedback_claims').addColumn('owner', 'varchar(400)').execute()
  },
}

/** Whose rating it is; null: everyone's. */
export type ClaimTables = FeedbackTable & TablesOf<typeof feedbackClaimsMigration> & { feedback_claims: { owner: string | null } }

export interface FeedbackClaim {
  /** The time of this rating (ms). */
  readonly at: number
  /** Whether there was no rating of this response before. */
  readonly first: boolean
}

/**
 * Takes a place in the order of a response's ratings, in the transaction that tells the rating. Of several at once exactly one is the
 * first, and only its owner rates again: ApiError forbidden for others.
 */
export async function claimFeedback(
  trx: Kysely<ClaimTables>,
  kind: Database['kind'],
  { responseId, owner, now }: { responseId: string; owner: string; now: number },
): Promise<FeedbackClaim> {
  const inserted = await trx
    .insertInto('feedback_claims')
    .values({ response_id: responseId, last_at: now, claimed_at: now, published: 1, owner })
    .onConflict((c) => c.column('response_id').doNothing())
    .executeTakeFirst()
  const mine = Number(inserted.numInsertedOrUpdatedRows ?? 0n) === 1
  let query = trx.selectFrom('feedback_claims').select(['last_at', 'owner']).where('response_id', '=', responseId)
  if (kind === 'postgres') query = query.forUpdate()
  const claim = await query.executeTakeFirstOrThrow()
  // The log outlives this table: what the view knows counts too.
  const row = await trx.selectFrom('feedback').select('body').where('key', '=', responseId).executeTakeFirst()
  const state = row && feedbackView.read(row)
  const first = mine && !state
  if (!first && ownerOfRating(state ?? { by: claim.owner }) !== owner)
    throw new ApiError('forbidden', 'this response was rated by somebody else, whose rating is theirs to change')
  const at = Math.max(now, mine ? 0 : claim.last_at + 1, state ? Date.parse(state.updated_at) + 1 : 0)
  await trx.updateTable('feedback_claims').set({ last_at: at }).where('response_id', '=', responseId).execute()
  return { at, first }
}
