import { z } from 'zod'
import { ApiError, messageOf } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/log.ts'
import type { Ports } from '../../kernel/ports.ts'
import { checkFilter } from '../../kernel/search/check-filter.ts'
import { indexNameOf } from '../../kernel/search/index-name.ts'
import { vectorFieldOf } from '../../kernel/search/index-spec.ts'
import type { IndexSpec, SearchHit } from '../../kernel/search/search.ts'
import { buildFilter, filtersSchema } from './build-filter.ts'
import { chunkReply } from './chunk-reply.ts'
import { snippetOf } from './snippet.ts'

/** Body of POST /knowledge/query. */
export const querySchema = z
  .object({
    query: z
      .string()
      .max(1000)
      .refine((q) => q.trim().length > 0, 'must not be empty'),
    filters: filtersSchema.nullish(),
    top_k: z.int().min(1).max(100).optional().describe('1 to 100; the configured number when absent.'),
    index: z.string().min(1).max(128).optional().describe('Name or alias; the default index when absent.'),
  })
  .meta({
    id: 'KnowledgeQuery',
    description: 'Words to look for, and which chunks count.',
    examples: [{ query: 'hotel rates abroad', filters: { file_type: ['docx', 'pdf'] }, top_k: 5 }],
  })
export type KnowledgeQuery = z.output<typeof querySchema>

export const queryReplySchema = z
  .object({
    results: z.array(
      z.object({
        doc_id: z.string().describe('The document; the chunk where its index keeps no document ids.'),
        snippet: z.string(),
        score: z.number(),
        chunk_id: z.string(),
        index: z.string(),
        source_file: z.string().nullable(),
        title: z.string().nullable(),
        file_type: z.string().nullable(),
        section: z.string().nullable(),
        page_number: z.number().nullable(),
        chunk_index: z.number().nullable(),
      }),
    ),
    total: z.int().describe('Every chunk that fits, also beyond top_k.'),
  })
  .meta({
    id: 'KnowledgeQueryReply',
    description: 'The best chunks first.',
    examples: [
      {
        results: [
          {
            doc_id: '2b9d7c1e-6a51-5c8e-9f0a-1f5d3c7e8a42',
            snippet: 'Hotel rates abroad follow the table of the ministry.',
            score: 7.91,
            chunk_id: '7f1c2d3e-4b5a-5697-8888-9a0b1c2d3e4f',
            index: 'documents',
            source_file: 'travel-policy.docx',
            title: 'Travel policy',
            file_type: 'docx',
            section: 'Lodging',
            page_number: 2,
            chunk_index: 3,
          },
        ],
        total: 1,
      },
    ],
  })
export type QueryReply = z.output<typeof queryReplySchema>

type QueryPorts = Pick<Ports, 'search' | 'embedder' | 'config'>

/** Searches an index. ApiError invalid_request for an unknown index and for filters that do not fit it. */
export async function runQuery(ports: QueryPorts, { query, filters, top_k, index }: KnowledgeQuery, log: Logger): Promise<QueryReply> {
  const { search, config } = ports
  const name = indexNameOf(config, index ?? config.indexes.default)
  const spec = await search.getIndex(name)
  if (!spec) throw new ApiError('invalid_request', `index: there is no index or alias named ${name}`, { details: { field: 'index' } })
  const filter = buildFilter(filters ?? {}, spec)
  if (filter) checkFilter(filter, spec)
  const vector = await queryVector(ports, spec, query, log)
  const { hits, total } = await search.search(name, {
    text: query,
    ...(vector ? { vector, weights: config.retrieval.weights } : {}),
    filter,
    top: top_k ?? config.retrieval.top_k,
    count: true,
  })
  return { results: hits.map((hit) => resultOf(hit, query)), total: Math.max(total ?? 0, hits.length) }
}

/** The vector of the query where the index has such vectors and they are known to help; the words alone are searched otherwise. */
async function queryVector(
  { embedder, config }: QueryPorts,
  spec: IndexSpec,
  query: string,
  log: Logger,
): Promise<Float32Array | undefined> {
  const hybrid = config.retrieval.mode === 'auto' ? embedder.hybridByDefault : config.retrieval.mode === 'hybrid'
  if (!hybrid || vectorFieldOf(spec)?.dimensions !== embedder.dimensions) return undefined
  try {
    const [vector] = await embedder.embed([query], 'query')
    return vector
  } catch (error) {
    log.warn({ error: messageOf(error) }, 'the query could not be embedded; only its words are searched')
    return undefined
  }
}

function resultOf(hit: SearchHit, query: string): QueryReply['results'][number] {
  const { document_id, source_file, title, file_type, section, page_number, chunk_index, text } = chunkReply(hit)
  return {
    doc_id: document_id ?? hit.id,
    snippet: snippetOf(text ?? '', query),
    score: hit.score,
    chunk_id: hit.id,
    index: hit.index,
    source_file,
    title,
    file_type,
    section,
    page_number,
    chunk_index,
  }
}
