import { z } from 'zod'
import { embedderOf } from '../../../kernel/embed/embedder-of.ts'
import { knownKeys } from '../../../kernel/http/body/known-keys.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { findPassages, type PassageHit, type PassagePorts } from '../../../kernel/retrieve/find-passages.ts'
import { embedQuery, hybridByDefault, vectorsOf } from '../../../kernel/retrieve/query-vector.ts'
import { ApiError, messageOf } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import { checkFilter } from '../../../kernel/search/filter/check-filter.ts'
import { indexNameOf } from '../../../kernel/search/index-name.ts'
import type { IndexSpec } from '../../../kernel/search/search.ts'
import { buildFilter, filtersSchema } from './build-filter.ts'
import { chunkReply } from './chunk-reply.ts'
import { snippetOf } from './snippet.ts'

/** Body of POST /knowledge/query. */
export const querySchema = knownKeys({
  query: z
    .string()
    .max(1000)
    .refine((q) => q.trim().length > 0, 'must not be empty'),
  filters: filtersSchema.nullish(),
  top_k: z.int().min(1).max(100).optional().describe('1 to 100; the configured number when absent.'),
  index: z.string().min(1).max(128).optional().describe('Name or alias; the default index when absent.'),
  options: knownKeys({
    rerank: z.boolean().optional().describe('Let the configured judge put the best chunks into order; absent: as configured.'),
    deduplicate: z.boolean().default(false).describe('Chunks that say the same count once.'),
  }).default({ deduplicate: false }),
}).meta({
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
        rerank_score: z.number().optional().describe("The judge's; only where it judged."),
        also_in: z
          .array(z.object({ doc_id: z.string(), chunk_id: z.string(), source_file: z.string().nullable() }))
          .optional()
          .describe('Where the same text stands too; only with deduplicate.'),
      }),
    ),
    rerank: z
      .object({
        applied: z.boolean(),
        model: z.string().optional(),
        candidates: z.int().optional(),
        reason: z.enum(['not_configured', 'failed', 'timed_out']).optional(),
      })
      .optional()
      .describe('What became of the wish to rerank; without one absent.'),
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

/** The index comes as the caller may read it. */
type QueryPorts = Pick<Ports, 'embedder'> & PassagePorts

/** Searches an index. ApiError invalid_request for an unknown index and for filters that do not fit it. */
export async function runQuery(
  ports: QueryPorts,
  { query, filters, top_k, index, options }: KnowledgeQuery,
  log: Logger,
  signal: AbortSignal,
): Promise<QueryReply> {
  const { search, config } = ports
  const name = indexNameOf(config, index ?? config.indexes.default)
  const spec = await search.getIndex(name)
  if (!spec) throw new ApiError('invalid_request', `index: there is no index or alias named ${name}`, { details: { field: 'index' } })
  const filter = buildFilter(filters ?? {}, spec)
  if (filter) checkFilter(filter, spec)
  const vector = await queryVector(ports, spec, query, log, signal)
  const request = {
    text: query,
    ...(vector ? { vector, weights: config.retrieval.weights } : {}),
    filter,
    top: top_k ?? config.retrieval.top_k,
    count: true,
  }
  const { deduplicate, rerank: wanted = config.retrieval.rerank.enabled } = options
  const { hits, total, rerank } = await findPassages(ports, name, request, { deduplicate, rerank: wanted, signal, log })
  return { results: hits.map((hit) => resultOf(hit, query)), total: Math.max(total ?? 0, hits.length), ...(rerank ? { rerank } : {}) }
}

/** The vector of the query where the index has such vectors and they are known to help; the words alone are searched otherwise. */
async function queryVector(
  { embedder: all, config }: QueryPorts,
  spec: IndexSpec,
  query: string,
  log: Logger,
  signal: AbortSignal,
): Promise<Float32Array | undefined> {
  const embedder = await embedderOf(all, spec.name)
  if (!hybridByDefault(config, embedder) || vectorsOf(spec, embedder) !== 'fit') return undefined
  try {
    return await embedQuery(embedder, query, signal)
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ error: messageOf(error) }, 'the query could not be embedded; only its words are searched')
    return undefined
  }
}

function resultOf(hit: PassageHit, query: string): QueryReply['results'][number] {
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
    ...(hit.rerank_score === undefined ? {} : { rerank_score: hit.rerank_score }),
    ...(hit.copies ? { also_in: hit.copies.map(copyOf) } : {}),
  }
}

function copyOf(hit: PassageHit): NonNullable<QueryReply['results'][number]['also_in']>[number] {
  const { document_id, source_file } = chunkReply(hit)
  return { doc_id: document_id ?? hit.id, chunk_id: hit.id, source_file }
}
