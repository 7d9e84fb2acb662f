import { z } from 'zod'
import type { FeedbackReply } from './record.ts'

/** What a person says an answer should have been; kept in a record's `response_payload.evaluation_case`. */
const expectedSchema = z.object({
  question: z.string().trim().min(1).optional(),
  expected_answer: z.string().trim().min(1).optional().catch(undefined),
  expected_documents: z.array(z.string().min(1)).min(1).optional().catch(undefined),
  note: z.string().trim().min(1).optional().catch(undefined),
})

const turnSchema = z.object({ role: z.enum(['user', 'assistant']), content: z.string().min(1) })

const payloadSchema = z.object({
  question: z.string().trim().min(1),
  filter: z.string().trim().min(1).optional().catch(undefined),
  history: z.array(turnSchema).min(1).max(100).optional().catch(undefined),
  evaluation_case: expectedSchema.optional().catch(undefined),
})

/** A rated question as a case: one line of the set that `npm run eval -- --set` reads. */
export interface EvaluationCase {
  /** Of the rated response. */
  readonly id: string
  readonly question: string
  /** File names. */
  readonly expected_documents?: readonly string[]
  readonly expected_answer?: string
  /** The turns before it, where it followed some. */
  readonly history?: readonly z.output<typeof turnSchema>[]
  /** OData, as the question was asked with. */
  readonly filter?: string
  /** What the person who rated said. */
  readonly note?: string
}

/** The case that a record makes; undefined where it does not say what was asked, or what was expected: there is nothing to measure then. */
export function caseOf({ response_id, feedback_text, response_payload }: FeedbackReply): EvaluationCase | undefined {
  const payload = payloadSchema.safeParse(response_payload)
  if (!payload.success) return undefined
  const { question, filter, history, evaluation_case: expected = {} } = payload.data
  if (!expected.expected_answer && !expected.expected_documents) return undefined
  const note = [feedback_text?.trim(), expected.note].filter(Boolean).join(' ')
  return {
    id: response_id,
    question: expected.question ?? question,
    ...(expected.expected_documents ? { expected_documents: expected.expected_documents } : {}),
    ...(expected.expected_answer ? { expected_answer: expected.expected_answer } : {}),
    // put anew, the question stands alone
    ...(history && !expected.question ? { history } : {}),
    ...(filter ? { filter } : {}),
    ...(note ? { note } : {}),
  }
}
