import { z } from 'zod'
import { defineTool, type ToolContext } from '../../../../../kernel/agents/define-tool.ts'
import { embedderOf } from '../../../../../kernel/embed/embedder-of.ts'
import { findPassages } from '../../../../../kernel/retrieve/find-passages.ts'
import { embedQuery, hybridByDefault, vectorsOf } from '../../../../../kernel/retrieve/query-vector.ts'
import { ApiError, messageOf } from '../../../../../kernel/runtime/errors.ts'
import { checkFilter } from '../../../../../kernel/search/filter/check-filter.ts'
import { parseFilter } from '../../../../../kernel/search/filter/parse-filter.ts'
import { indexNameOf } from '../../../../../kernel/search/index-name.ts'
import type { IndexSpec } from '../../../../../kernel/search/search.ts'
import { passageOf, passageSchema } from '../../../tools/passage.ts'

const input = z
  .object({
    query: z
      .string()
      .max(1000)
      .refine((query) => query.trim() !== '', 'must not be empty')
      .describe('What to look for, in words that the documents would use.'),
    top_k: z.int().min(1).max(20).default(5).describe('Passages at most.'),
    index: z.string().min(1).max(128).optional().describe('Name or alias of an index; the default index when absent.'),
    filter: z.string().max(4000).optional().describe("OData filter on the fields of chunks, such as file_type eq 'pdf'."),
  })
  .meta({ examples: [{ query: 'hotel rates abroad', top_k: 3 }] })

const output = z.object({ passages: z.array(passageSchema), total: z.int().describe('Every chunk that fits, also beyond top_k.') }).meta({
  examples: [
    {
      passages: [
        {
          id: '7f1c2d3e-4b5a-5697-8888-9a0b1c2d3e4f',
          document_id: '2b9d7c1e-6a51-5c8e-9f0a-1f5d3c7e8a42',
          index: 'documents',
          source_file: 'travel-policy.docx',
          title: 'Travel policy',
          section: 'Lodging',
          page_number: 2,
          chunk_index: 3,
          score: 7.91,
          text: 'Hotel rates abroad follow the table of the ministry.',
        },
      ],
      total: 1,
    },
  ],
})

/** Passages of the documents that the caller may read. Agents of every domain have it. */
export const knowledgeSearch = defineTool({
  id: 'admin-knowledge-search',
  domain: 'admin',
  slug: 'knowledge-search',
  title: 'Knowledge search',
  displayName: 'Searching the documents',
  description:
    'Finds passages in the uploaded documents. Use it for every question about the content of documents. Cite passages by source_file.',
  input,
  output,
  effect: 'read',
  timeoutMs: 20_000,
  async handle(ctx, { query, top_k, index, filter }) {
    const { config, llm, reranker } = ctx.ports
    const name = indexNameOf(config, index ?? config.indexes.default)
    const spec = await ctx.search.getIndex(name)
    if (!spec) throw new ApiError('invalid_request', `index: there is no index or alias named ${name}`, { details: { field: 'index' } })
    const tree = filter?.trim() ? parseFilter(filter.trim()) : undefined
    if (tree) checkFilter(tree, spec)
    const vector = await vectorOf(ctx, spec, query)
    const { hits, total } = await findPassages(
      { search: ctx.search, config, llm, ...(reranker ? { reranker } : {}) },
      name,
      { text: query, ...(vector ? { vector, weights: config.retrieval.weights } : {}), filter: tree, top: top_k, count: true },
      { deduplicate: true, rerank: config.retrieval.rerank.enabled, signal: ctx.signal, log: ctx.log },
    )
    return { passages: hits.map(passageOf), total: Math.max(total ?? 0, hits.length) }
  },
})

/** The vector of the query where the index has such vectors and they are known to help. */
async function vectorOf({ ports, signal, log }: ToolContext, spec: IndexSpec, query: string): Promise<Float32Array | undefined> {
  const embedder = await embedderOf(ports.embedder, spec.name)
  if (!hybridByDefault(ports.config, embedder) || vectorsOf(spec, embedder) !== 'fit') return undefined
  try {
    return await embedQuery(embedder, query, signal)
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ error: messageOf(error) }, 'the query could not be embedded; only its words are searched')
    return undefined
  }
}
