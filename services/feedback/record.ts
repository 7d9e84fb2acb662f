import { z } from 'zod'
import { feedbackSchema } from '../../schemas/feedback.ts'

/** A record on the log is at most 256 kB; the rest is for the other fields and the headers. */
const MAX_PAYLOAD_BYTES = 160_000
/** Words that stand in the place of an id in this interface's paths, and segments that URLs drop. */
const TAKEN = new Set(['summary', 'recent', 'ui', 'export.csv', 'cases.jsonl', '.', '..'])

const shape = feedbackSchema.shape
/** Clients send null for what they do not have. */
const absent = <Schema extends z.ZodType>(schema: z.ZodOptional<Schema>) =>
  schema
    .unwrap()
    .nullish()
    .transform((value) => value ?? undefined)

const example = {
  user_id: 'anna',
  session_id: 'desk-7',
  response_id: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
  experiment_name: 'prompt-style',
  variant_name: 'short',
  rating: 1,
  feedback_text: 'Right to the point.',
  response_time: 1.8,
  task_completed: true,
  response_payload: { question: 'How many days of leave are there?', answer: 'Thirty [1].' },
} as const

/** The body of POST /feedback. Unknown fields are left out. */
export const feedbackBodySchema = z
  .object({
    user_id: shape.user_id,
    session_id: shape.session_id,
    response_id: shape.response_id.refine((id) => !TAKEN.has(id), 'this word cannot be an id').describe('Id of the rated response.'),
    rating: shape.rating.describe('-1 down, 0 neutral, 1 up.'),
    experiment_name: absent(shape.experiment_name),
    variant_name: absent(shape.variant_name),
    feedback_text: absent(shape.feedback_text).describe('At most 10,000 characters.'),
    response_time: absent(shape.response_time).describe('Seconds.'),
    task_completed: absent(shape.task_completed),
    response_payload: absent(shape.response_payload).describe(
      `Context such as question, answer and metadata; at most ${MAX_PAYLOAD_BYTES} bytes of JSON.`,
    ),
  })
  .meta({ examples: [example] })

/** What the API's document shows. */
export const feedbackExample = { ...example, created_at: '2026-03-12T09:30:00.000Z', updated_at: '2026-03-12T09:30:00.000Z' }

/** A record as it is told. */
export const feedbackReplySchema = feedbackSchema.extend({ created_at: z.string(), updated_at: z.string() }).meta({
  id: 'Feedback',
  description: 'What somebody thinks of one answer.',
  examples: [feedbackExample],
})
export type FeedbackReply = z.output<typeof feedbackReplySchema>

/** Whether a payload is over its limit. */
export const isTooLarge = (payload: unknown): boolean =>
  payload !== undefined && Buffer.byteLength(JSON.stringify(payload)) > MAX_PAYLOAD_BYTES
