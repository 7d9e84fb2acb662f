import { z } from 'zod'
import { NOT_SURE } from '../llm/extractive/reading.ts'
import { NOTHING_FOUND } from '../llm/extractive/saying.ts'
import type { UnaidedTurn } from './define-agent.ts'

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

/** What the documents say to the question without a model, with the files behind it; undefined where nothing was found. */
async function quoted({ question, use, read }: UnaidedTurn): Promise<string | undefined> {
  const { passages } = foundSchema.parse(await use(SEARCH, { query: question.slice(0, 1000) }))
  if (passages.length === 0) return undefined
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
  return [said, ...cited].join('\n')
}

/** An answer from the documents alone, in their own sentences. */
export const readDocuments = async (turn: UnaidedTurn): Promise<string> =>
  `Without a model (embedded), for “${turn.question.slice(0, 300).toWellFormed()}”: ${(await quoted(turn)) ?? 'nothing was found in the documents.'}`

/** What the documents add to what was said already; empty where they say nothing surely. */
export async function documentsToo(turn: UnaidedTurn): Promise<string> {
  const said = await quoted(turn)
  return said && isSure(said) ? `\n\nFrom the documents: ${said}` : ''
}

/** Whether what was read answers the question, and not only stands near it. */
export const isSure = (said: string): boolean => !said.includes(NOT_SURE) && !said.includes(NOTHING_FOUND) && /\[\d+\]/.test(said)
