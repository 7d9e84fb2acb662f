import { z } from 'zod'
import { columnText } from './column-text.ts'
import { defineEvent } from './event.ts'

/** -1 down, 0 neutral, 1 up. */
const ratingSchema = z.int().min(-1).max(1)

/** What somebody thinks of one answer. */
export const feedbackSchema = z.object({
  user_id: columnText(256).min(1),
  session_id: columnText(256).min(1),
  response_id: columnText(256).min(1),
  experiment_name: columnText(200).min(1).optional(),
  variant_name: columnText(200).min(1).optional(),
  rating: ratingSchema,
  feedback_text: z.string().max(10_000).optional(),
  /** Seconds. */
  response_time: z.number().nonnegative().optional(),
  task_completed: z.boolean().optional(),
  /** Context such as question, answer and metadata. */
  response_payload: z.record(z.string(), z.unknown()).optional(),
})
export type Feedback = z.output<typeof feedbackSchema>

export const feedbackGiven = defineEvent({
  name: 'feedback.given',
  description: 'An answer was rated, for the first time or anew. Of several ratings of one answer the one with the latest `at` holds.',
  schema: z.object({
    feedback: feedbackSchema,
    /** Whose it is (`ownerOf` in kernel/http/identity/caller-name.ts); absent: everyone's. */
    by: z.string().min(1).max(400).optional(),
    /** Grows with every rating of the same answer, whichever process took it. */
    at: z.iso.datetime(),
  }),
  key: (p) => p.feedback.response_id,
})
