import { z } from 'zod'
import type { SearchHit } from '../../../kernel/search/search.ts'

const text = z.string().nullable()
const number = z.number().nullable()

/** A chunk as the index shows it, without its vector. What an index of one's own does not define is null. */
export const chunkReplySchema = z
  .object({
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
  .meta({
    id: 'KnowledgeChunk',
    description: 'A chunk as the index shows it, without its vector. What an index does not define is null.',
    examples: [
      {
        id: '7f1c2d3e-4b5a-5697-8888-9a0b1c2d3e4f',
        document_id: '2b9d7c1e-6a51-5c8e-9f0a-1f5d3c7e8a42',
        upload_id: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
        source_file: 'travel-policy.docx',
        filename: 'travel-policy.docx',
        file_type: 'docx',
        title: 'Travel policy',
        doc_type: 'policy',
        tags: ['travel'],
        confidentiality: 'internal',
        business_unit: null,
        effective_date: '2026-01-01T00:00:00Z',
        expiry_date: null,
        chunk_index: 3,
        block_id: 'b7',
        part: null,
        page_number: 2,
        char_start: 4_120,
        char_end: 5_480,
        section: 'Lodging',
        speaker: null,
        timestamp: null,
        video_url: null,
        keyword: null,
        topic: null,
        tokens: 322,
        text: 'Hotel rates abroad follow the table of the ministry.',
        ingested_at: '2026-03-12T09:30:00.000Z',
      },
    ],
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
