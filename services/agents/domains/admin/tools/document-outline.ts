import { z } from 'zod'
import { defineTool } from '../../../../../kernel/agents/define-tool.ts'
import { ApiError } from '../../../../../kernel/runtime/errors.ts'
import { indexNameOf } from '../../../../../kernel/search/index-name.ts'
import { passageOf } from '../../../tools/passage.ts'

const MOST_CHUNKS = 2_000
const PAGE = 200

/** What a document is made of, so that a model reads the part that it needs. */
export const documentOutline = defineTool({
  id: 'admin-document-outline',
  domain: 'admin',
  slug: 'document-outline',
  title: 'Document outline',
  displayName: 'Looking through a document',
  description: 'Lists the sections of one document with their pages and chunk numbers. Use it before read-chunks to find the right part.',
  input: z
    .object({
      document_id: z.string().min(1).max(128).describe('As knowledge-search gives it.'),
      index: z.string().min(1).max(128).optional().describe('Name or alias; the default index when absent.'),
    })
    .meta({ examples: [{ document_id: '2b9d7c1e-6a51-5c8e-9f0a-1f5d3c7e8a42' }] }),
  output: z
    .object({
      document_id: z.string(),
      source_file: z.string().nullable(),
      title: z.string().nullable(),
      chunks: z.int(),
      sections: z.array(
        z.object({ section: z.string().nullable(), from_chunk: z.int(), to_chunk: z.int(), page_number: z.number().nullable() }),
      ),
    })
    .meta({
      examples: [
        {
          document_id: '2b9d7c1e-6a51-5c8e-9f0a-1f5d3c7e8a42',
          source_file: 'travel-policy.docx',
          title: 'Travel policy',
          chunks: 14,
          sections: [{ section: 'Lodging', from_chunk: 3, to_chunk: 5, page_number: 2 }],
        },
      ],
    }),
  effect: 'read',
  timeoutMs: 20_000,
  async handle({ search, ports, signal }, { document_id, index }) {
    const name = indexNameOf(ports.config, index ?? ports.config.indexes.default)
    const sections: { section: string | null; from_chunk: number; to_chunk: number; page_number: number | null }[] = []
    let first: ReturnType<typeof passageOf> | undefined
    let total = 0
    for (let skip = 0; skip < MOST_CHUNKS; skip += PAGE) {
      signal.throwIfAborted()
      const page = await search.chunksOf(name, document_id, { skip, top: PAGE })
      total = page.total
      for (const [i, hit] of page.hits.entries()) {
        const { section, page_number, chunk_index } = passageOf(hit)
        const at = chunk_index ?? skip + i
        const last = sections.at(-1)
        if (last && last.section === section) last.to_chunk = at
        else sections.push({ section, from_chunk: at, to_chunk: at, page_number })
        first ??= passageOf(hit)
      }
      if (page.hits.length < PAGE) break
    }
    if (!first) throw new ApiError('not_found', `there is no document ${document_id} in ${name} that you may read`)
    return { document_id, source_file: first.source_file, title: first.title, chunks: total, sections }
  },
})
