import { z } from 'zod'
import type { SearchHit } from '../../kernel/search/search.ts'

const text = z.string().nullable()
const number = z.number().nullable()

/** A chunk as the index shows it, without its vector. What an index of one's own does not define is null. */
export const chunkReplySchema = z.object({
  id: z.string(),
  document_id: text,
  upload_id: text,
  source_file: text,
  filename: text,
  file_type: text,
  title: text,
  doc_type: text,
  tags: z.array(z.string()).nullable(),
  confidentiality: text,
  business_unit: text,
  effective_date: text,
  expiry_date: text,
  chunk_index: number,
  block_id: text,
  part: text,
  page_number: number,
  char_start: number,
  char_end: number,
  section: text,
  speaker: text,
  timestamp: text,
  video_url: text,
  keyword: text,
  topic: text,
  tokens: number,
  text,
  ingested_at: text,
})
export type ChunkReply = z.output<typeof chunkReplySchema>

const shape: Readonly<Record<string, z.ZodType>> = chunkReplySchema.shape

/** A field of another type than the contract's, in an index of one's own, is shown as null. */
export function chunkReply(hit: SearchHit): ChunkReply {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const value = name === 'id' ? hit.id : (hit.fields[name] ?? null)
    return [name, schema.safeParse(value).success ? value : null] as const
  })
  return chunkReplySchema.parse(Object.fromEntries(fields))
}
