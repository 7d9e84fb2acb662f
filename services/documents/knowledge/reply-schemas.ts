import { z } from 'zod'
import { pageQuery } from '../../../kernel/http/reply/paging.ts'
import { type FileSort, type SortField, sortFields } from './read-files.ts'

const fileExample = {
  source_file: 'travel-policy.docx',
  title: 'Travel policy',
  document_id: '2b9d7c1e-6a51-5c8e-9f0a-1f5d3c7e8a42',
  index: 'documents',
  file_type: 'docx',
  size_bytes: 18_342,
  chunk_count: 12,
  estimated_tokens: 3_870,
  ingested_at: '2026-03-12T09:30:00.000Z',
  status: 'complete',
  upload_id: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
}

export const fileSchema = z
  .object({
    source_file: z.string(),
    title: z.string().nullable().describe('null where it was indexed before titles were noted.'),
    document_id: z.string(),
    index: z.string(),
    file_type: z.string().describe('Lower-case extension without the dot.'),
    size_bytes: z.int(),
    chunk_count: z.int(),
    estimated_tokens: z.int(),
    ingested_at: z.string(),
    status: z.string().describe('Of the newest upload of this file, which upload_id names.'),
    upload_id: z.string(),
  })
  .meta({
    id: 'KnowledgeFile',
    description: 'A document with chunks in an index.',
    examples: [fileExample],
  })

const name = z.string().min(1).max(255)
const indexName = z.string().min(1).max(128).describe('Name or alias of an index.')

const sorts = sortFields.flatMap((field) => [field, `-${field}` as const])

/** `-name` is descending. */
function sortOf(text: (typeof sorts)[number]): FileSort {
  const descending = text.startsWith('-')
  return { field: (descending ? text.slice(1) : text) as SortField, descending }
}

export const filesQuerySchema = z.object({
  ...pageQuery.shape,
  index: indexName.optional(),
  file_type: z
    .string()
    .max(255)
    .transform((type) => type.toLowerCase().replace(/^\./, ''))
    .optional(),
  q: name.optional().describe('Part of the file name or of the title, case ignored.'),
  sort: z.enum(sorts).default('-ingested_at').transform(sortOf).describe('A field, with - before it descending.'),
})

export const chunksQuerySchema = z.object({
  ...pageQuery.shape,
  index: indexName.optional().describe('Needed only where several indexes have a file of this name; the default index goes first.'),
})

export const sourceFileSchema = z.object({ source_file: name.describe('Name of the file as it was uploaded.') })

export const searchFileQuerySchema = z.object({ q: name.describe('Part of the file name, case ignored.') })

export const foundFileSchema = z
  .object({
    index: z.string(),
    source_file: z.string(),
    file_type: z.string(),
    chunk_count: z.int(),
    latest_ingestion: z.string(),
  })
  .meta({
    id: 'FoundFile',
    description: 'A file that was found by its name.',
    examples: [
      {
        index: 'documents',
        source_file: 'travel-policy.docx',
        file_type: 'docx',
        chunk_count: 12,
        latest_ingestion: '2026-03-12T09:30:00.000Z',
      },
    ],
  })

const counts = z.record(z.string(), z.int())

export const statsSchema = z
  .object({
    total_files: z.int(),
    total_chunks: z.int(),
    total_size_bytes: z.int(),
    estimated_tokens: z.int(),
    file_type_breakdown: counts.describe('Extension to number of files.'),
    index_breakdown: counts.describe('Index to number of files.'),
    indexes: z.array(
      z.object({
        name: z.string(),
        alias: z.string().nullable(),
        files: z.int(),
        chunks: z.int(),
        size_bytes: z.int(),
        estimated_tokens: z.int(),
        latest_ingestion: z.string().nullable(),
      }),
    ),
    files: z.array(fileSchema).describe('Newest first.'),
    files_omitted: z.int().describe('Files beyond those in `files`; the CSV has all.'),
  })
  .meta({
    id: 'KnowledgeStats',
    description: 'The knowledge base in numbers.',
    examples: [
      {
        total_files: 1,
        total_chunks: 12,
        total_size_bytes: 18_342,
        estimated_tokens: 3_870,
        file_type_breakdown: { docx: 1 },
        index_breakdown: { documents: 1 },
        indexes: [
          {
            name: 'documents',
            alias: 'default',
            files: 1,
            chunks: 12,
            size_bytes: 18_342,
            estimated_tokens: 3_870,
            latest_ingestion: '2026-03-12T09:30:00.000Z',
          },
        ],
        files: [fileExample],
        files_omitted: 0,
      },
    ],
  })
