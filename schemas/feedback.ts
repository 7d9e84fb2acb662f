import { z } from 'zod'
import { columnText } from './column-text.ts'
import { defineEvent } from './event.ts'

const ratingSchema = z.int().min(-1).max(1).describe('Rating: -1 down, 0 neutral, 1 up.')

/** What somebody thinks of one answer. */
export const feedbackSchema = z.object({
  user_id: columnText(256).min(1).describe('ID of the user.'),
  session_id: columnText(256).min(1).describe('ID of the session.'),
  response_id: columnText(256).min(1).describe('ID of the rated response.'),
  experiment_name: columnText(200).min(1).describe('Experiment of the response.').optional(),
  variant_name: columnText(200).min(1).describe('Variant of the experiment.').optional(),
  rating: ratingSchema,
  feedback_text: z.string().max(10_000).describe('Comment of the user.').optional(),
  response_time: z.number().nonnegative().describe('Response time in seconds.').optional(),
  task_completed: z.boolean().describe('Whether the user completed the task.').optional(),
  response_payload: z.record(z.string(), z.unknown()).describe('Context such as question, answer and metadata.').optional(),
})
export type Feedback = z.output<typeof feedbackSchema>

export const feedbackGiven = defineEvent({
  name: 'feedback.given',
  description: 'An answer was rated. Of several ratings of one answer, the one with the latest `at` applies.',
  schema: z.object({
    feedback: feedbackSchema.describe('The rating.'),
    by: z.string().min(1).max(400).describe('Owner of the rating. Absent for unauthenticated callers.').optional(),
    at: z.iso.datetime().describe('Time of the rating. It increases with every rating of the same answer.'),
  }),
  key: (p) => p.feedback.response_id,
})
