import { z } from 'zod'
import { parseJson } from '../cli/request-error.ts'

/** A question with what a good answer to it is made of. One JSON object a line of a set. */
const evalCaseSchema = z.strictObject({
  id: z.string().min(1).max(200),
  question: z.string().trim().min(1).max(100_000),
  /** File names of the documents that hold the answer. An empty list: nothing does, and a good answer says so. */
  expected_documents: z.array(z.string().min(1)).optional(),
  /** Words that stand in a good answer. */
  expected_answer: z.string().trim().min(1).optional(),
  /** The turns before the question: it is asked as the next turn of a conversation. */
  history: z
    .array(z.object({ role: z.enum(['user', 'assistant']), content: z.string().min(1) }))
    .max(100)
    .optional(),
  /** Filter in OData syntax. */
  filter: z.string().trim().min(1).optional(),
  note: z.string().optional(),
})
export type EvalCase = z.output<typeof evalCaseSchema>

/** What is wrong with a set, one line for each mistake. */
export class CasesError extends Error {
  override readonly name = 'CasesError'
}

/** The cases of a set in JSON Lines; blank lines are skipped. Throws CasesError that names the line and the field of every mistake. */
export function readCases(text: string, file: string): EvalCase[] {
  const cases: EvalCase[] = []
  const problems: string[] = []
  const lineOf = new Map<string, number>()
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (!line.trim()) continue
    const where = `${file}:${i + 1}`
    const value = parseJson(line)
    if (value === undefined) {
      problems.push(`${where}: no JSON`)
      continue
    }
    const parsed = evalCaseSchema.safeParse(value)
    if (!parsed.success) {
      problems.push(...parsed.error.issues.map((issue) => `${where}: ${issue.path.join('.') || 'line'}: ${issue.message}`))
      continue
    }
    const first = lineOf.get(parsed.data.id)
    if (first !== undefined) problems.push(`${where}: id: ${JSON.stringify(parsed.data.id)} is that of line ${first}`)
    lineOf.set(parsed.data.id, i + 1)
    cases.push(parsed.data)
  }
  if (problems.length === 0 && cases.length === 0) problems.push(`${file}: no cases`)
  if (problems.length) throw new CasesError(problems.slice(0, 20).join('\n'))
  return cases
}
