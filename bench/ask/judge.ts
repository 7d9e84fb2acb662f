import { z } from 'zod'
import type { ChatResponse } from '../../services/chat/response.ts'

const wanted = z.union([z.string(), z.array(z.string())]).nullable()
const caseSchema = z.object({
  kind: z.string(),
  /** Patterns that the answer has to match, all of them; null: the documents do not say. */
  q: z.string().optional(),
  want: wanted.optional(),
  /** Questions with what each wants; null: not judged. */
  turns: z.array(z.tuple([z.string(), wanted])).optional(),
  file: z.string().optional(),
  page: z.number().optional(),
  half: z.enum(['tuning', 'held-out']).optional(),
})
export type AskCase = z.output<typeof caseSchema>
export const askSchema = z.object({ files: z.array(z.string()), cases: z.array(caseSchema) })

/** `passages`: said to be unsure, and what was asked for stands in what is shown. */
export type Verdict = 'right' | 'passages' | 'declined' | 'wrong'

const flat = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ')

/** Whether an answer holds what was wanted, or was rightly not given. */
export function judge(want: AskCase['want'], { answer, response_metadata }: ChatResponse): Verdict {
  const kind = response_metadata.answer_kind
  if (want === null || want === undefined) return kind === 'answer' ? 'wrong' : 'declined'
  const text = flat(answer)
  const hit = [want].flat().every((pattern) => new RegExp(pattern.normalize('NFKC'), 'iu').test(text))
  if (kind === 'none') return 'declined'
  if (kind === 'passages') return hit ? 'passages' : 'declined'
  return hit ? 'right' : 'wrong'
}

/** Whether a citation of the file names the page, or runs over it. */
export const citesPage = ({ citations }: ChatResponse, file: string, page: number): boolean =>
  citations.some(
    ({ filename, page_number: from, page_end }) => filename === file && from !== null && from <= page && (page_end ?? from) >= page,
  )
