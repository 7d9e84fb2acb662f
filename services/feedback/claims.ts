import { ApiError } from '../../kernel/runtime/errors.ts'
import type { Database, Migration } from '../../kernel/store/database.ts'
import { type FeedbackTable, feedbackView, ownerOfRating } from './feedback-view.ts'

/** Who rated a response first, and the time of its latest rating: the one place where simultaneous posts are told apart. */
interface ClaimTables extends FeedbackTable {
  feedback_claims: {
    response_id: string
    /** Time of the latest rating (ms); each rating has a later one than those before, whatever the clocks say. */
    last_at: number
    claimed_at: number
    /** 0 until a rating is known to be on the log. */
    published: number
    /** Whose rating it is; null: everyone's. */
    owner: string | null
  }
}

export const feedbackClaimsMigration: Migration = {
  name: '131-feedback-claims',
  up: async (db) => {
    await db.schema
      .createTable('feedback_claims')
      .addColumn('response_id', 'varchar(256)', (c) => c.primaryKey())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addColumn('claimed_at', 'bigint', (c) => c.notNull())
      .addColumn('published', 'integer', (c) => c.notNull())
      .execute()
  },
}

export const feedbackOwnersMigration: Migration = {
  name: '132-feedback-owners',
  up: async (db) => {
    await db.schema.alterTable('feedback_claims').addColumn('owner', 'varchar(400)').execute()
  },
}

/** The edge of a claim that is not published after this long has died. */
const DEAD_AFTER_MS = 15_000

export interface FeedbackClaim {
  readonly responseId: string
  /** The time of this rating (ms). */
  readonly at: number
  /** Whether there was no rating of this response before. */
  readonly first: boolean
}

/**
 * Takes a place in the order of a response's ratings. Of several at once exactly one is the first, and only its owner rates again:
 * ApiError forbidden for others.
 */
export function claimFeedback(
  database: Database,
  { responseId, owner, now }: { responseId: string; owner: string; now: number },
): Promise<FeedbackClaim> {
  return database.transaction<ClaimTables, FeedbackClaim>(async (trx) => {
    const inserted = await trx
      .insertInto('feedback_claims')
      .values({ response_id: responseId, last_at: now, claimed_at: now, published: 0, owner })
      .onConflict((c) => c.column('response_id').doNothing())
      .executeTakeFirst()
    const mine = Number(inserted.numInsertedOrUpdatedRows ?? 0n) === 1
    let query = trx.selectFrom('feedback_claims').selectAll().where('response_id', '=', responseId)
    if (database.kind === 'postgres') query = query.forUpdate()
    const claim = await query.executeTakeFirstOrThrow()
    // The log outlives this table: what the view knows counts too.
    const row = await trx.selectFrom('feedback').select('body').where('key', '=', responseId).executeTakeFirst()
    const state = row && feedbackView.read(row)
    const known = state && Date.parse(state.updated_at)
    const abandoned = !mine && claim.published === 0 && claim.claimed_at < now - DEAD_AFTER_MS
    const first = known === undefined && (mine || abandoned)
    if (!first && ownerOfRating(state ?? { by: claim.owner }) !== owner)
      throw new ApiError('forbidden', 'this response was rated by somebody else, whose rating is theirs to change')
    const at = Math.max(now, mine ? 0 : claim.last_at + 1, known === undefined ? 0 : known + 1)
    await trx
      .updateTable('feedback_claims')
      .set({ last_at: at, ...(first ? { claimed_at: now, owner } : {}) })
      .where('response_id', '=', responseId)
      .execute()
    return { responseId, at, first }
  })
}

/** The rating is on the log. */
export async function confirmClaim(database: Database, { responseId }: FeedbackClaim): Promise<void> {
  const claims = database.tables<ClaimTables>().updateTable('feedback_claims')
  await claims.set({ published: 1 }).where('response_id', '=', responseId).execute()
}

/** The rating did not reach the log: the next one is the first, unless another has come meanwhile. */
export async function releaseClaim(database: Database, { responseId, at }: FeedbackClaim): Promise<void> {
  const claims = database.tables<ClaimTables>().deleteFrom('feedback_claims')
  await claims.where('response_id', '=', responseId).where('last_at', '=', at).where('published', '=', 0).execute()
}
