import type { Config } from '../../../kernel/config/config.ts'
import type { Embedder } from '../../../kernel/embed/embedder.ts'
import { embedderOfBuild } from '../../../kernel/embed/embedder-of.ts'
import { embedQuery, hybridByDefault, vectorsOf } from '../../../kernel/retrieve/query-vector.ts'
import type { BuildInfo, Builds, IndexBuilds } from '../../../kernel/search/builds.ts'
import type { SearchHit, SearchRequest } from '../../../kernel/search/search.ts'
import type { Compared, ComparedHit, RebuildQuery } from './compared.ts'
import { intervalOf, meanOf, ndcgAt10, overlapAt10 } from './measures.ts'

const CHUNKS = 60
const DOCUMENTS = 10
const SAMPLED = 30
const WORDS = 10
const EXAMPLES = 5
const EXAMPLE_HITS = 3
const SNIPPET = 300
const PAGE = 500

type Asking = {
  readonly builds: Pick<IndexBuilds, 'of' | 'search' | 'count' | 'difference' | 'documents'>
  readonly config: Config
  readonly embedder: Embedder
  readonly signal: AbortSignal
}

/** What can be counted: how much each build holds, and what of it only one of them shows. */
export async function countBuilds(
  builds: Pick<IndexBuilds, 'count' | 'difference'>,
  index: string,
  { live, other }: { live: string; other: string },
) {
  const [old, fresh, { missing, extra, sample }] = await Promise.all([builds.count(live), builds.count(other), builds.difference(index)])
  return {
    documents: { old: old.documents, new: fresh.documents },
    chunks: { old: old.chunks, new: fresh.chunks },
    missing,
    extra,
    ...(sample.length > 0 ? { missing_documents: [...sample] } : {}),
  }
}

/** Asks both builds of an index the same, and says how far they find the same. Without queries one is made of a passage of some documents each. */
export async function compareBuilds(
  ctx: Asking,
  index: string,
  { live, other }: Builds & { other: BuildInfo },
  given: readonly RebuildQuery[],
): Promise<Compared> {
  const counts = await countBuilds(ctx.builds, index, { live: live.name, other: other.name })
  const queries = given.length > 0 ? given : await knownItems(ctx, index, live)
  const asked: Asked[] = []
  for (const query of queries) {
    ctx.signal.throwIfAborted()
    const [old, fresh] = [await find(ctx, live, query.query), await find(ctx, other, query.query)]
    const ids = { old: old.map(({ document_id }) => document_id), new: fresh.map(({ document_id }) => document_id) }
    asked.push({ query, old, new: fresh, overlap: overlapAt10(ids.old, ids.new) })
  }
  return { ...counts, queries: asked.length, ...(asked.length > 0 ? found(asked) : {}) }
}

interface Asked {
  readonly query: RebuildQuery
  readonly old: readonly ComparedHit[]
  readonly new: readonly ComparedHit[]
  readonly overlap: number
}

function found(asked: readonly Asked[]): Pick<Compared, 'overlap_at_10' | 'ndcg' | 'examples'> {
  const judged = asked.filter(({ query }) => (query.relevant?.length ?? 0) > 0)
  const scores = judged.map((a) => ({ old: scoreOf(a.old, a.query), new: scoreOf(a.new, a.query) }))
  const differences = scores.map((s) => s.new - s.old)
  const ndcg = {
    old: meanOf(scores.map((s) => s.old)),
    new: meanOf(scores.map((s) => s.new)),
    difference: meanOf(differences),
    interval: intervalOf(differences),
  }
  const examples = asked
    .toSorted((a, b) => a.overlap - b.overlap)
    .slice(0, EXAMPLES)
    .map(({ query, old, new: fresh, overlap }) => ({
      query: query.query,
      overlap_at_10: overlap,
      old: old.slice(0, EXAMPLE_HITS),
      new: fresh.slice(0, EXAMPLE_HITS),
    }))
  return { overlap_at_10: meanOf(asked.map(({ overlap }) => overlap)), ...(judged.length > 0 ? { ndcg } : {}), examples }
}

/** A document is named by its id or by its file: either counts, as the first of them that stands there. */
const scoreOf = (hits: readonly ComparedHit[], { relevant = [] }: RebuildQuery): number => {
  const wanted = new Set(relevant)
  return ndcgAt10(
    hits.map(({ document_id, source_file }) => (wanted.has(document_id) ? document_id : source_file)),
    wanted,
  )
}

/** The first ten documents, each with its best chunk. */
async function find({ builds, config, embedder: all, signal }: Asking, build: BuildInfo, text: string): Promise<ComparedHit[]> {
  const embedder = embedderOfBuild(all, build)
  const byMeaning = hybridByDefault(config, embedder) && vectorsOf(build.spec, embedder) === 'fit'
  const vector = byMeaning ? await embedQuery(embedder, text, signal) : undefined
  const request: SearchRequest = { text, top: CHUNKS, ...(vector ? { vector, weights: config.retrieval.weights } : {}) }
  const { hits } = await builds.search(build.name, request)
  const best = new Map<string, ComparedHit>()
  for (const hit of hits) {
    const { document_id } = hitOf(hit)
    if (!best.has(document_id)) best.set(document_id, hitOf(hit))
  }
  return [...best.values()].slice(0, DOCUMENTS)
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const hitOf = ({ id, fields }: SearchHit): ComparedHit => ({
  document_id: wordOf(fields.document_id) || id,
  source_file: wordOf(fields.source_file) || wordOf(fields.filename),
  text: wordOf(fields.text).slice(0, SNIPPET),
})

/** Known-item questions: some words of a passage, and the document that it stands in. Spread over the index, the same each time. */
async function knownItems({ builds, signal }: Asking, index: string, live: BuildInfo): Promise<RebuildQuery[]> {
  const ids: string[] = []
  for (let after = ''; ; ) {
    signal.throwIfAborted()
    const page = await builds.documents(index, { after, top: PAGE })
    ids.push(...page.map(({ document_id }) => document_id))
    if (page.length < PAGE) break
    after = page.at(-1)?.document_id ?? ''
  }
  const step = Math.max(1, Math.floor(ids.length / SAMPLED))
  const chosen = ids.filter((_, i) => i % step === 0).slice(0, SAMPLED)
  const field = live.spec.fields.find(({ name }) => name === 'document_id')
  if (!field || field.filterable === false) return []
  const queries: RebuildQuery[] = []
  for (const id of chosen) {
    const filter = { type: 'compare', field: field.name, operator: 'eq', value: { kind: 'string', value: id } } as const
    const { hits } = await builds.search(live.name, { filter, top: 5 })
    const query = wordsOf(wordOf(hits.at(-1)?.fields.text))
    if (query) queries.push({ query, relevant: [id] })
  }
  return queries
}

/** Ten words from the middle of a passage. */
function wordsOf(text: string): string {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []
  const from = Math.max(0, Math.floor((words.length - WORDS) / 2))
  return words
    .slice(from, from + WORDS)
    .join(' ')
    .slice(0, 500)
}
