import { z } from 'zod'
import type { UnaidedTurn } from '../../../../../kernel/agents/define-agent.ts'
import { isSure, readDocuments } from '../../../../../kernel/agents/read-documents.ts'

const searchedSchema = z.object({
  answer: z.object({ text: z.string(), sections: z.array(z.object({ source: z.string(), title: z.string() })) }).nullable(),
})

/** What the documents surely say, else what the manual says; a question that names the product is for the manual first. */
export async function readManualToo(turn: UnaidedTurn): Promise<string> {
  const { answer } = searchedSchema.parse(await turn.use('admin-docs-search', { query: turn.question.slice(0, 1000) }))
  const manual = answer && [answer.text, '', ...answer.sections.map(({ source, title }, i) => `[${i + 1}] ${source}, ${title}`)].join('\n')
  const fromManual = `Without a model (embedded), from the documentation:\n\n${manual}`
  if (manual && /\bmillrace\b/i.test(turn.question)) return fromManual
  const fromDocuments = await readDocuments(turn)
  return manual && !isSure(fromDocuments) ? fromManual : fromDocuments
}
