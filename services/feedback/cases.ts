import { z } from 'zod'
import type { FeedbackReply } from './record.ts'

/** What a person says an answer should have been; kept in a record's `response_payload.evaluation_case`. */
const expectedSchema = z.object({
  question: z.string().trim().min(1).optional(),
  expected_answer: z.string().trim().min(1).optional().catch(undefined),
  expected_documents: z.array(z.string().min(1)).min(1).optional().catch(undefined),
  note: z.string().trim().min(1).optional().catch(undefined),
})

const payloadSchema = z.object({
  question: z.string().trim().min(1),
  filter: z.string().trim().min(1).optional().catch(undefined),
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
  /** OData, as the question was asked with. */
  readonly filter?: string
  /** What the person who rated said. */
  readonly note?: string
}

/** The case that a record makes; undefined where it does not say what was asked. */
export function caseOf({ response_id, feedback_text, response_payload }: FeedbackReply): EvaluationCase | undefined {
  const payload = payloadSchema.safeParse(response_payload)
  if (!payload.success) return undefined
  const { question, filter, evaluation_case: expected = {} } = payload.data
  const note = [feedback_text?.trim(), expected.note].filter(Boolean).join(' ')
  return {
    id: response_id,
    question: expected.question ?? question,
    ...(expected.expected_documents ? { expected_documents: expected.expected_documents } : {}),
    ...(expected.expected_answer ? { expected_answer: expected.expected_answer } : {}),
    ...(filter ? { filter } : {}),
    ...(note ? { note } : {}),
  }
}
