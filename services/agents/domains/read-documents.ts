import { z } from 'zod'
import type { UnaidedTurn } from '../../../kernel/agents/define-agent.ts'

export const SEARCH = 'admin-knowledge-search'
/** What agents have to look things up. */
export const READING = [SEARCH, 'admin-document-outline', 'admin-read-chunks', 'admin-answer-with-citations'] as const

const foundSchema = z.object({
  passages: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      source_file: z.string().nullable(),
      title: z.string().nullable(),
      document_id: z.string().nullable(),
    }),
  ),
})

/** What the documents say to the question without a model, and where it stands. */
export async function readDocuments({ question, use, read }: UnaidedTurn): Promise<string> {
  const { passages } = foundSchema.parse(await use(SEARCH, { query: question.slice(0, 1000) }))
  const asked = `Without a model (embedded), for “${question.slice(0, 300).toWellFormed()}”`
  if (passages.length === 0) return `${asked}: nothing was found in the documents.`
  const said = await read(
    passages.map(({ id, text, title, source_file, document_id }) => ({
      id,
      text,
      title: title ?? source_file ?? id,
      ...(document_id ? { document: document_id } : {}),
    })),
  )
  const cited = passages.flatMap(({ source_file, title }, i) =>
    said.includes(`[${i + 1}]`) ? [`[${i + 1}] ${source_file ?? title ?? ''}`] : [],
  )
  return [`${asked}: ${said}`, ...cited].join('\n')
}
