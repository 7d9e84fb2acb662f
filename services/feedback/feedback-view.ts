import { ownerOf } from '../../kernel/http/identity/caller-name.ts'
import type { Migration } from '../../kernel/store/database.ts'
import { defineView, type ViewRow } from '../../kernel/views/define-view.ts'
import type { PayloadOf } from '../../schemas/event.ts'
import { type Feedback, feedbackGiven } from '../../schemas/feedback.ts'

export interface FeedbackTable {
  feedback: ViewRow & {
    user_id: string | null
    experiment_name: string | null
    variant_name: string | null
    rating: number | null
    updated_at: string | null
  }
}

/** The rating of an answer that holds, and since when there is one. */
export interface FeedbackState {
  readonly feedback: Feedback
  /** Whose it is; absent: everyone's. */
  readonly by?: string | undefined
  readonly created_at: string
  readonly updated_at: string
}

/** Whose a rating is, as `ownerOf` names callers. */
export const ownerOfRating = ({ by }: { readonly by?: string | null | undefined }): string => by ?? ownerOf(undefined)

type Given = PayloadOf<typeof feedbackGiven>

const time = (at: string): number => Date.parse(at)
const iso = (at: string): string => new Date(time(at)).toISOString()

/** One rating more: the latest by its own time holds, whatever the order in which they arrive. Commutative and idempotent. */
export function evolveFeedback(before: FeedbackState | undefined, { feedback, by, at }: Given): FeedbackState {
  const given: FeedbackState = { feedback, ...(by === undefined ? {} : { by }), created_at: iso(at), updated_at: iso(at) }
  if (!before) return given
  const order = time(at) - time(before.updated_at)
  const newer = order > 0 || (order === 0 && JSON.stringify([feedback, by]) > JSON.stringify([before.feedback, before.by])) ? given : before
  return { ...newer, created_at: time(at) < time(before.created_at) ? given.created_at : before.created_at }
}

/** One row a response. */
export const feedbackView = defineView({
  name: 'feedback',
  on: [feedbackGiven],
  key: ({ feedback }) => feedback.response_id,
  evolve: (before: FeedbackState | undefined, { payload }) => evolveFeedback(before, payload),
  columns: ({ feedback, updated_at }) => ({
    user_id: feedback.user_id,
    experiment_name: feedback.experiment_name ?? null,
    variant_name: feedback.variant_name ?? null,
    rating: feedback.rating,
    updated_at,
  }),
})

export const feedbackMigration: Migration = {
  name: '130-feedback',
  up: async (db) => {
    await db.schema
      .createTable('feedback')
      .addColumn('key', 'varchar(256)', (c) => c.primaryKey())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('user_id', 'varchar(256)')
      .addColumn('experiment_name', 'varchar(200)')
      .addColumn('variant_name', 'varchar(200)')
      .addColumn('rating', 'integer')
      .addColumn('updated_at', 'varchar(30)')
      .execute()
    await db.schema.createIndex('feedback_user').on('feedback').columns(['user_id', 'updated_at']).execute()
    await db.schema.createIndex('feedback_recent').on('feedback').columns(['updated_at', 'key', 'rating']).execute()
    await db.schema
      .createIndex('feedback_counts')
      .on('feedback')
      .columns(['experiment_name', 'variant_name', 'rating', 'updated_at'])
      .execute()
  },
}
