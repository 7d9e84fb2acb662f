import { z } from 'zod'
import type { SearchHit } from '../../../kernel/search/search.ts'

const text = z.string().nullable()
const number = z.number().nullable()

/** A chunk as tools show it to models and callers. What an index does not keep is null. */
export const passageSchema = z.object({
  id: z.string(),
  document_id: text,
  index: z.string(),
  source_file: text,
  title: text,
  section: text,
  page_number: number,
  chunk_index: number,
  score: z.number(),
  text: z.string(),
})
export type PassageReply = z.output<typeof passageSchema>

/** Characters of one passage: a model's window is not for one chunk alone. */
const MOST_TEXT = 8_000

export function passageOf({ id, index, score, fields }: SearchHit): PassageReply {
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  const numberOf = (name: string) => (typeof fields[name] === 'number' ? fields[name] : null)
  return {
    id,
    document_id: textOf('document_id'),
    index,
    source_file: textOf('source_file') ?? textOf('filename'),
    title: textOf('title'),
    section: textOf('section'),
    page_number: numberOf('page_number'),
    chunk_index: numberOf('chunk_index'),
    score,
    text: (textOf('text') ?? '').slice(0, MOST_TEXT).toWellFormed(),
  }
}
