import { z } from 'zod'
import type { UnaidedTurn } from '../../../../../kernel/agents/define-agent.ts'
import { isSure, readDocuments } from '../../../../../kernel/agents/read-documents.ts'
import { QUOTED, quotePassages } from '../../../docs/quote-passages.ts'

const foundSchema = z.object({ sections: z.array(z.object({ source: z.string(), title: z.string(), text: z.string() })) })

/** Returns what the documents say when they surely answer, else the best passages of the manuals, else what the documents say. */
export async function readManualToo(turn: UnaidedTurn): Promise<string> {
  const fromDocuments = await readDocuments(turn)
  if (isSure(fromDocuments)) return fromDocuments
  const { sections } = foundSchema.parse(await turn.use('admin-docs-search', { query: turn.question.slice(0, 1000), top_k: QUOTED }))
  return sections.length === 0 ? fromDocuments : quotePassages(sections)
}
