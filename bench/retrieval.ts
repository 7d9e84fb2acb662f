// Retrieval quality through the real search port: text, vectors and hybrid on several collections, and how hybrid stands to its better half,
// with the interval that holds 95 % of a paired bootstrap. With EMBEDDINGS_BASE_URL (and EMBEDDINGS_MODEL, EMBEDDINGS_API_KEY) the vectors
// are those of that endpoint; embedding-server.py is one that needs package registries only.
// node scripts/run.mjs bench/retrieval.ts [--sweep] [--postgres=postgres://…] [--scifact]
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Embedder } from '../kernel/embed/embedder.ts'
import { hashingEmbedder } from '../kernel/embed/hashing.ts'
import { openaiEmbedder } from '../kernel/embed/openai.ts'
import { prefixedEmbedder } from '../kernel/embed/prefixed.ts'
import { createLogger } from '../kernel/runtime/log.ts'
import { defaultIndexSpec } from '../kernel/search/default-index.ts'
import { openEmbeddedSearch } from '../kernel/search/embedded/open-embedded-search.ts'
import type { IndexedChunk, SearchIndex, SearchRequest } from '../kernel/search/search.ts'
import { mean, pairedBootstrap } from '../scripts/eval/bootstrap.ts'

interface Unit {
  readonly id: string
  readonly title: string
  readonly text: string
}
interface Question {
  readonly text: string
  /** Ids of the units that answer it. */
  readonly relevant: ReadonlySet<string>
}
interface Corpus {
  readonly name: string
  readonly units: readonly Unit[]
  readonly questions: readonly Question[]
}

const data = fileURLToPath(new URL('../../shared/data/', import.meta.url))
const lines = (file: string) => readFileSync(join(data, file), 'utf8').split('\n').filter(Boolean)

const beirSchema = z.object({ _id: z.string(), title: z.string(), text: z.string() })

function loadScifact(): Corpus {
  const units = lines('ir/scifact/corpus.jsonl').map((l) => beirSchema.parse(JSON.parse(l)))
  const relevant = new Map<string, Set<string>>()
  for (const line of lines('ir/scifact/qrels.tsv').slice(1)) {
    const [query = '', unit = ''] = line.split('\t')
    relevant.set(query, (relevant.get(query) ?? new Set()).add(unit))
  }
  const questions = lines('ir/scifact/queries.jsonl').map((l) => beirSchema.parse(JSON.parse(l)))
  return {
    name: 'SciFact',
    units: units.map(({ _id, title, text }) => ({ id: _id, title, text })),
    questions: questions.map((q) => ({ text: q.text, relevant: relevant.get(q._id) ?? new Set() })),
  }
}

/** Titles as questions for the abstracts without them: a collection whose words are plain evidence. */
function titlesOf({ units }: Corpus): Corpus {
  const asked = units.filter((_, i) => i % 13 === 0)
  return {
    name: 'Titles',
    units: units.map((u) => ({ ...u, title: '' })),
    questions: asked.map(({ id, title }) => ({ text: title, relevant: new Set([id]) })),
  }
}

const questionSchema = z.looseObject({
  question: z.string(),
  question_es: z.string(),
  question_zh: z.string(),
  question_ar: z.string(),
  doc: z.string(),
  paragraph: z.number(),
})
const LANGUAGES = { en: 'question', es: 'question_es', zh: 'question_zh', ar: 'question_ar' } as const

/** Questions in four languages over English paragraphs, `strangers` beside them. */
function loadQa(strangers: readonly Unit[]): Corpus[] {
  const units = readdirSync(join(data, 'qa/docs')).flatMap((file) => {
    const [title = '', ...paragraphs] = readFileSync(join(data, 'qa/docs', file), 'utf8')
      .split('\n\n')
      .filter(Boolean)
    return paragraphs.map((text, i) => ({ id: `${basename(file)}#${i}`, title, text }))
  })
  const asked = lines('qa/questions.jsonl').flatMap((l) => {
    const parsed = questionSchema.safeParse(JSON.parse(l))
    return parsed.success ? [parsed.data] : []
  })
  return Object.entries(LANGUAGES).map(([language, field]) => ({
    name: `QA-${language}`,
    units: [...units, ...strangers],
    questions: asked.map((q) => ({ text: q[field], relevant: new Set([`${basename(q.doc)}#${q.paragraph}`]) })),
  }))
}

const { EMBEDDINGS_BASE_URL: baseUrl, EMBEDDINGS_API_KEY: apiKey, EMBEDDINGS_MODEL: model = 'text-embedding-3-small' } = process.env
const { EMBEDDINGS_QUERY_PREFIX: query, EMBEDDINGS_PASSAGE_PREFIX: passage } = process.env
const embedder: Embedder = baseUrl
  ? prefixedEmbedder(await openaiEmbedder({ baseUrl, apiKey, model }), { query, passage })
  : hashingEmbedder()

async function* chunksOf(units: readonly Unit[]): AsyncIterable<readonly IndexedChunk[]> {
  for (let at = 0; at < units.length; at += embedder.maxBatch) {
    const batch = units.slice(at, at + embedder.maxBatch)
    const vectors = await embedder.embed(
      batch.map((u) => `${u.title}\n${u.text}`),
      'passage',
    )
    yield batch.map(({ id, title, text }, i) => ({
      id,
      fields: { document_id: 'corpus', title, text, chunk_index: at + i },
      vector: vectors[i]!,
    }))
  }
}

interface Run {
  readonly ranked: readonly (readonly string[])[]
  readonly p50: number
}

async function run(search: SearchIndex, corpus: Corpus, request: (text: string) => Promise<SearchRequest>): Promise<Run> {
  const ranked: string[][] = []
  const times: number[] = []
  for (const q of corpus.questions) {
    const asked = await request(q.text)
    const start = performance.now()
    const { hits } = await search.search(corpus.name.toLowerCase(), asked)
    times.push(performance.now() - start)
    ranked.push(hits.map((h) => h.id))
  }
  return { ranked, p50: times.sort((a, b) => a - b)[times.length >> 1]! }
}

/** nDCG with binary gains, as BEIR computes it. */
function ndcg(ranked: readonly string[], relevant: ReadonlySet<string>, depth: number): number {
  const gain = (i: number) => 1 / Math.log2(i + 2)
  const got = ranked.slice(0, depth).reduce((sum, id, i) => sum + (relevant.has(id) ? gain(i) : 0), 0)
  const best = Array.from({ length: Math.min(depth, relevant.size) }, (_, i) => gain(i)).reduce((a, b) => a + b, 0)
  return best ? got / best : 0
}

const recall = (ranked: readonly string[], relevant: ReadonlySet<string>, depth: number) =>
  ranked.slice(0, depth).filter((id) => relevant.has(id)).length / relevant.size

/** Prints a line and returns each question's nDCG@10. */
function report(corpus: Corpus, what: string, { ranked, p50 }: Run): number[] {
  const over = (f: (ids: readonly string[], relevant: ReadonlySet<string>) => number) =>
    ranked.map((ids, i) => f(ids, corpus.questions[i]!.relevant))
  const quality = over((r, q) => ndcg(r, q, 10))
  const figures = [
    `nDCG@10 ${mean(quality).toFixed(4)}`,
    ...[1, 5, 10, 100].map((k) => `R@${k} ${mean(over((r, q) => recall(r, q, k))).toFixed(4)}`),
    `p50 ${p50.toFixed(2)} ms`,
  ]
  console.log(`${corpus.name.padEnd(8)} ${what.padEnd(24)} ${figures.join('  ')}`)
  return quality
}

async function measure(search: SearchIndex, corpus: Corpus, sweep: boolean): Promise<void> {
  await search.createIndex(defaultIndexSpec(corpus.name.toLowerCase(), embedder.dimensions))
  const start = performance.now()
  await search.replaceDocument(corpus.name.toLowerCase(), { document_id: 'corpus', epoch: 1 }, chunksOf(corpus.units))
  const seconds = (performance.now() - start) / 1000
  console.log(`${corpus.name}: ${corpus.units.length} units, ${corpus.questions.length} questions, indexed in ${seconds.toFixed(1)} s`)
  const vector = async (text: string) => (await embedder.embed([text], 'query'))[0]!
  const top = 100
  const text = report(corpus, 'text', await run(search, corpus, async (text) => ({ text, top })))
  const near = report(
    corpus,
    `vector (${embedder.model})`,
    await run(search, corpus, async (text) => ({ vector: await vector(text), top })),
  )
  const better = mean(text) >= mean(near) ? text : near
  for (const weight of sweep ? [0.25, 0.5, 1, 2, 4] : [1]) {
    const weights = { text: 1, vector: weight }
    const both = report(
      corpus,
      `hybrid 1:${weight}`,
      await run(search, corpus, async (text) => ({ text, vector: await vector(text), weights, top })),
    )
    const difference = pairedBootstrap(
      both.map((x, i) => x - better[i]!),
      1,
    )
    const [by, low, high] = [difference!.mean, difference!.low, difference!.high].map((x) => `${x >= 0 ? '+' : ''}${x.toFixed(4)}`)
    console.log(
      `${corpus.name.padEnd(8)} hybrid 1:${weight} against its better half, ${better === text ? 'text' : 'vector'}: ${by} (${low} to ${high})`,
    )
  }
}

if (!existsSync(data)) {
  console.log(`no test data at ${data}`)
  process.exit(0)
}
const dir = await mkdtemp(join(tmpdir(), 'millrace-bench-'))
const log = createLogger('WARNING')
const postgres = process.argv.find((word) => word.startsWith('--postgres='))?.slice('--postgres='.length)
const search = postgres
  ? await (await import('../kernel/search/postgres/open-postgres-search.ts')).openPostgresSearch({ url: postgres, log })
  : await openEmbeddedSearch({ dir, log })
try {
  const scifact = loadScifact()
  const strangers = scifact.units.slice(0, 2000)
  const others = process.argv.includes('--scifact') ? [] : [titlesOf(scifact), ...loadQa(strangers)]
  for (const corpus of [scifact, ...others]) await measure(search, corpus, process.argv.includes('--sweep'))
} finally {
  await search.close()
  await rm(dir, { recursive: true })
}
