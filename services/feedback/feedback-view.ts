import { z } from 'zod'
import { ownerOf } from '../../kernel/http/identity/caller-name.ts'
import type { Migration } from '../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../kernel/store/define-tables.ts'
import { everyRowOf } from '../../kernel/store/every-row.ts'
import { defineView } from '../../kernel/views/define-view.ts'
import type { PayloadOf } from '../../schemas/event.ts'
import { feedbackGiven, feedbackSchema } from '../../schemas/feedback.ts'

/** The rating of an answer that holds, and since when there is one. */
const feedbackStateSchema = z.object({
  feedback: feedbackSchema,
  /** Whose it is; absent: everyone's. */
  by: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type FeedbackState = Readonly<z.output<typeof feedbackStateSchema>>

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
  body: feedbackStateSchema,
  key: ({ payload }) => payload.feedback.response_id,
  evolve: (before, { payload }) => evolveFeedback(before, payload),
  columns: ({ feedback, by, updated_at }) => ({
    owner: ownerOfRating({ by }),
    user_id: feedback.user_id,
    experiment_name: feedback.experiment_name ?? null,
    variant_name: feedback.variant_name ?? null,
    rating: feedback.rating,
    updated_at,
  }),
})

export const feedbackMigration = defineTables('130-feedback', {
  feedback: {
    columns: {
      key: 'varchar(256)',
      body: 'text',
      user_id: 'varchar(256)?',
      experiment_name: 'varchar(200)?',
      variant_name: 'varchar(200)?',
      rating: 'integer?',
      updated_at: 'varchar(30)?',
    },
    indexes: {
      feedback_user: ['user_id', 'updated_at'],
      feedback_recent: ['updated_at', 'key', 'rating'],
      feedback_counts: ['experiment_name', 'variant_name', 'rating', 'updated_at'],
    },
  },
})

/** Of a rating whose it is; rows of any version have it. */
const ownedSchema = z.object({ by: z.string().optional() })

/** Whose each rating is, in a column: who is limited reads its own ones alone. */
export const feedbackOwnerColumnMigration: Migration = {
  name: '133-feedback-owner-column',
  up: async (db) => {
    await db.schema.alterTable('feedback').addColumn('owner', 'varchar(300)').execute()
    for await (const { key, body } of everyRowOf(db, 'feedback')) {
      const owner = ownerOfRating(ownedSchema.parse(JSON.parse(body)))
      await db.updateTable('feedback').set({ owner }).where('key', '=', key).execute()
    }
    await db.schema.createIndex('feedback_owner').on('feedback').columns(['owner', 'updated_at']).execute()
  },
}
type Made = TablesOf<typeof feedbackMigration>
export type FeedbackTable = { feedback: Made['feedback'] & { owner: string | null } }
