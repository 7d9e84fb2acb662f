import { z } from 'zod'
import { defineTool } from '../../../../../kernel/agents/define-tool.ts'
import { ApiError } from '../../../../../kernel/runtime/errors.ts'
import { indexNameOf } from '../../../../../kernel/search/index-name.ts'
import { passageOf, passageSchema } from '../../../tools/passage.ts'

/** Pieces of one document in their order. */
export const readChunks = defineTool({
  id: 'admin-read-chunks',
  domain: 'admin',
  slug: 'read-chunks',
  title: 'Chunk reader',
  displayName: 'Reading a document',
  description:
    'Reads consecutive chunks of one document by number. Use it after knowledge-search or document-outline to read more context.',
  input: z
    .object({
      document_id: z.string().min(1).max(128).describe('As knowledge-search gives it.'),
      index: z.string().min(1).max(128).optional().describe('Name or alias; the default index when absent.'),
      from: z.int().min(0).max(1_000_000).default(0).describe('The first chunk, from 0.'),
      count: z.int().min(1).max(20).default(5).describe('Chunks at most.'),
    })
    .meta({ examples: [{ document_id: '2b9d7c1e-6a51-5c8e-9f0a-1f5d3c7e8a42', from: 3, count: 3 }] }),
  output: z.object({ chunks: z.array(passageSchema), total: z.int() }).meta({
    examples: [
      {
        chunks: [
          {
            id: '7f1c2d3e-4b5a-5697-8888-9a0b1c2d3e4f',
            document_id: '2b9d7c1e-6a51-5c8e-9f0a-1f5d3c7e8a42',
            index: 'documents',
            source_file: 'travel-policy.docx',
            title: 'Travel policy',
            section: 'Lodging',
            page_number: 2,
            chunk_index: 3,
            score: 0,
            text: 'Hotel rates abroad follow the table of the ministry.',
          },
        ],
        total: 14,
      },
    ],
  }),
  effect: 'read',
  timeoutMs: 20_000,
  async handle({ search, ports }, { document_id, index, from, count }) {
    const name = indexNameOf(ports.config, index ?? ports.config.indexes.default)
    const { hits, total } = await search.chunksOf(name, document_id, { skip: from, top: count })
    if (total === 0) throw new ApiError('not_found', `there is no document ${document_id} in ${name} that you may read`)
    return { chunks: hits.map((hit) => passageOf(hit)), total }
  },
})
