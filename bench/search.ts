// Speed of the index at 100,000 chunks, embedded and, with --postgres, in PostgreSQL: text, hybrid with a filter, facets; recall of the vector part against brute force; and the
// same questions to sqlite-vec and Orama, taking turns. Those two are installed into a cache folder when they are not there.
// node scripts/run.mjs bench/search.ts [--chunks=100000] [--questions=200] [--alone] [--postgres=postgres://…]
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createLogger } from '../kernel/runtime/log.ts'
import { defaultIndexSpec } from '../kernel/search/default-index.ts'
import { openEmbeddedSearch } from '../kernel/search/embedded/open-embedded-search.ts'
import type { SearchIndex, SearchRequest } from '../kernel/search/search.ts'
import { median, quantile } from './measure/quantile.ts'
import { createCorpus, embedded, embedder, facets, filter, narrow, PER_DOCUMENT } from './search/search-corpus.ts'
import { type Kind, openPeers, type Peer, type Question } from './search/search-peers.ts'

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '100000' },
    questions: { type: 'string', default: '200' },
    alone: { type: 'boolean' },
    postgres: { type: 'string' },
  },
})
const CHUNKS = Number(values.chunks)
const QUESTIONS = Number(values.questions)
/** Questions of each kind that other engines are asked too; they are slow. */
const COMPARED = Math.min(40, QUESTIONS)
const corpus = createCorpus(120)
const vectors: Float32Array[] = []
const texts: string[] = []

/** Seconds that each engine took for the same chunks. */
async function fill(own: Readonly<Record<string, SearchIndex>>, peers: readonly Peer[]): Promise<void> {
  const took = new Map<string, number>()
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    took.set(name, (took.get(name) ?? 0) + (performance.now() - start) / 1000)
  }
  for (let d = 0; d < CHUNKS / PER_DOCUMENT; d++) {
    const batches = [await corpus.chunksOf(d)]
    for (const { vector, fields } of batches.flat()) {
      vectors.push(vector!)
      texts.push(String(fields.text))
    }
    for (const [name, search] of Object.entries(own))
      await timed(name, () => search.replaceDocument('bench', { document_id: `d${d}`, epoch: 1 }, Readable.from(batches)))
    for (const peer of peers) for (const batch of batches) await timed(peer.name, () => peer.add(batch))
  }
  console.log(`${CHUNKS} chunks indexed: ${[...took].map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`).join(', ')}`)
}

const question = (): string => corpus.questionOf(corpus.pick(texts))

async function measure(search: SearchIndex, what: string, request: () => Promise<SearchRequest>): Promise<void> {
  const times: number[] = []
  const work: number[] = []
  for (let i = 0; i < QUESTIONS + 5; i++) {
    const asked = await request()
    const before = process.cpuUsage()
    const start = performance.now()
    await search.search('bench', asked)
    const took = performance.now() - start
    const { user, system } = process.cpuUsage(before)
    // The first ones compile code and fill caches.
    if (i < 5) continue
    times.push(took)
    work.push((user + system) / 1000)
  }
  const at = (list: number[], share: number) => quantile(list, share).toFixed(2)
  console.log(`${what.padEnd(26)} p50 ${at(times, 0.5)} ms  p95 ${at(times, 0.95)} ms  processor p50 ${at(work, 0.5)} ms`)
}

/** Each question to every engine in turn; ratios are of medians of processor time, which other work on the machine disturbs least. */
async function compare(search: SearchIndex, peers: readonly Peer[], kind: Kind): Promise<void> {
  const engines = [{ name: 'Millrace', ask: (q: Question) => search.search('bench', requestOf(kind, q)) }]
  const all = [...engines, ...peers.map((peer) => ({ name: peer.name, ask: (q: Question) => peer.ask(kind, q) }))]
  let asked: Question = { text: '', vector: new Float32Array() }
  const times = new Map(all.map(({ name }) => [name, { wall: [] as number[], work: [] as number[] }]))
  for (let i = 0; i < COMPARED + 3; i++) {
    const text = question()
    asked = { text, vector: await embedded(text) }
    for (const { name, ask } of all) {
      const before = process.cpuUsage()
      const start = performance.now()
      await ask(asked)
      const took = performance.now() - start
      const { user, system } = process.cpuUsage(before)
      if (i < 3) continue
      times.get(name)!.wall.push(took)
      times.get(name)!.work.push((user + system) / 1000)
    }
  }
  const own = median(times.get('Millrace')!.work)
  const told = [...times].map(([name, { wall, work }]) => {
    const ratio = name === 'Millrace' ? '' : ` (${(median(work) / own).toFixed(1)} times)`
    return `${name} ${median(wall).toFixed(2)} ms, processor ${median(work).toFixed(2)} ms${ratio}`
  })
  console.log(`${kind.padEnd(26)} p50 ${told.join('  ')}`)
}

const requestOf = (kind: Kind, { text, vector }: Question): SearchRequest =>
  ({
    text: { text, top: 10 },
    vector: { vector, top: 10 },
    hybrid: { text, vector, top: 10 },
    'hybrid, filter 1/8': { text, vector, top: 10, filter },
    'facets over everything': { top: 0, facets },
    'facets over a filter': { top: 0, facets, filter },
  })[kind]

async function vectorRecall(search: SearchIndex): Promise<number> {
  let found = 0
  for (let i = 0; i < 20; i++) {
    const [vector] = await embedder.embed([question()], 'query')
    const { hits } = await search.search('bench', { vector: vector!, top: 10 })
    const scores = vectors.map((v) => v.reduce((sum, x, j) => sum + x * vector![j]!, 0)).sort((a, b) => b - a)
    found += hits.filter((h) => h.score >= scores[9]! - 1e-5).length
  }
  return found / 200
}

async function measureAll(search: SearchIndex): Promise<void> {
  await measure(search, 'text', async () => ({ text: question(), top: 10 }))
  await measure(search, 'text, filter 1/8', async () => ({ text: question(), top: 10, filter }))
  await measure(search, 'text, count and facets', async () => ({ text: question(), top: 10, count: true, facets }))
  await measure(search, 'vector', async () => ({ vector: await embedded(question()), top: 10 }))
  await measure(search, 'hybrid', async () => {
    const text = question()
    return { text, vector: await embedded(text), top: 10 }
  })
  await measure(search, 'hybrid, filter 1/8', async () => {
    const text = question()
    return { text, vector: await embedded(text), top: 10, filter }
  })
  await measure(search, 'hybrid, filter 1/140', async () => {
    const text = question()
    return { text, vector: await embedded(text), top: 10, filter: narrow }
  })
  await measure(search, 'facets over everything', async () => ({ top: 0, facets }))
  await measure(search, 'facets over a filter', async () => ({ top: 0, facets, filter }))
  console.log(`recall@10 of the vector part against brute force: ${(await vectorRecall(search)).toFixed(3)}`)
}

const dir = await mkdtemp(join(tmpdir(), 'millrace-bench-'))
try {
  const log = createLogger('WARNING')
  const writer = await openEmbeddedSearch({ dir, log })
  await writer.createIndex(defaultIndexSpec('bench', embedder.dimensions))
  const peers = values.alone ? [] : await openPeers(dir)
  const postgres = values.postgres
    ? await import('../kernel/search/postgres/open-postgres-search.ts').then(({ openPostgresSearch }) =>
        openPostgresSearch({ url: values.postgres ?? '', log }),
      )
    : undefined
  if (await postgres?.getIndex('bench')) await postgres?.deleteIndex('bench')
  await postgres?.createIndex(defaultIndexSpec('bench', embedder.dimensions))
  // One chunk after the other costs the graph milliseconds each: here it is built at the end, and told apart.
  const admin = new pg.Client({ connectionString: values.postgres })
  const graph = async (statement: (table: string) => string) => {
    const { rows } = await admin.query("SELECT tables FROM search_indexes WHERE name = 'bench'")
    await admin.query(statement(`search_chunks_${rows[0].tables}`))
  }
  if (postgres) {
    await admin.connect()
    await graph((table) => `DROP INDEX ${table}_vector_idx`)
  }
  await fill({ Millrace: writer, ...(postgres && { 'Millrace in PostgreSQL': postgres }) }, peers)
  if (postgres) {
    const began = performance.now()
    await admin.query("SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 1")
    await graph((table) => `CREATE INDEX ${table}_vector_idx ON ${table} USING hnsw (vector vector_cosine_ops)`)
    await admin.query('VACUUM ANALYZE')
    const { rows } = await admin.query('SELECT pg_database_size(current_database()) AS bytes')
    console.log(
      `HNSW index built in ${((performance.now() - began) / 1000).toFixed(1)} s; database ${(Number(rows[0].bytes) / 1e6).toFixed(0)} MB`,
    )
    await admin.end()
  }
  await writer.close()
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
  const start = performance.now()
  const search = await openEmbeddedSearch({ dir, log })
  const { size } = await stat(join(dir, 'search.db'))
  const memory = process.memoryUsage()
  console.log(
    `opened in ${((performance.now() - start) / 1000).toFixed(1)} s; file ${(size / 1e6).toFixed(0)} MB, resident ${(memory.rss / 1e6).toFixed(0)} MB`,
  )
  await measureAll(search)
  if (postgres) {
    console.log(`\nIn PostgreSQL (load ${loadavg()[0]?.toFixed(1)}; processor time is that of this process alone):`)
    await measureAll(postgres)
  }
  if (peers.length) {
    console.log('\nThe same questions to each engine in turn:')
    for (const kind of ['text', 'vector', 'hybrid', 'hybrid, filter 1/8', 'facets over everything', 'facets over a filter'] as const)
      await compare(search, peers, kind)
  }
  for (const peer of peers) await peer.close()
  await postgres?.close()
  await search.close()
} finally {
  await rm(dir, { recursive: true })
}
