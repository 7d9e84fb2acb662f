// The embedded index at 1,000,000 chunks: how long it takes to fill and open, what memory a process holds, how long questions take and
// how long they hold the process, and the recall of vectors against all of them compared: npm run bench bench/speed/search-large.ts
// [-- --chunks 1000000 --questions 60 --words 120 --vectors hashed|clustered --dir FOLDER]
// With a folder what is filled stays, and is asked again next time.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createLogger } from '../../kernel/runtime/log.ts'
import { defaultIndexSpec } from '../../kernel/search/default-index.ts'
import { openEmbeddedSearch } from '../../kernel/search/embedded/open-embedded-search.ts'
import type { SearchIndex, SearchRequest } from '../../kernel/search/search.ts'
import { quantile } from '../measure/quantile.ts'
import { createCorpus, embedded, embedder, facets, filter, narrow, PER_DOCUMENT } from '../search/search-corpus.ts'
import { clusteredVectors, recallOf } from './search-recall.ts'
import { printTables } from './side-by-side.ts'

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '1000000' },
    questions: { type: 'string', default: '60' },
    words: { type: 'string', default: '120' },
    vectors: { type: 'string', default: 'hashed' },
    dir: { type: 'string' },
    phase: { type: 'string' },
  },
})
const [CHUNKS, QUESTIONS] = [Number(values.chunks), Number(values.questions)]
const clustered = values.vectors === 'clustered' ? clusteredVectors(embedder.dimensions) : undefined
const corpus = createCorpus(Number(values.words), clustered && (async () => clustered.passage()))
const log = createLogger('WARNING')
const FILLED = 'filled'

async function fill(dir: string): Promise<void> {
  const search = await openEmbeddedSearch({ dir, log })
  await search.createIndex(defaultIndexSpec('bench', embedder.dimensions))
  let took = 0
  for (let d = 0; d < CHUNKS / PER_DOCUMENT; d++) {
    const chunks = await corpus.chunksOf(d)
    const from = performance.now()
    await search.replaceDocument('bench', { document_id: `d${d}`, epoch: 1 }, Readable.from([chunks]))
    took += performance.now() - from
    if (d % 1000 === 999) console.log(`${(d + 1) * PER_DOCUMENT} chunks, the last 50,000 in ${(took / 1000).toFixed(0)} s`)
    if (d % 1000 === 999) took = 0
  }
  await search.close()
  await writeFile(join(dir, FILLED), '')
}

/** So many of the stored texts, spread over all of them. */
function someTexts(dir: string): string[] {
  const db = new DatabaseSync(join(dir, 'search.db'), { readOnly: true })
  const { most } = db.prepare('SELECT max(rowid) AS most FROM chunks').get() as { most: number }
  const row = db.prepare('SELECT fields FROM chunks WHERE rowid >= ? LIMIT 1')
  const texts = Array.from(
    { length: 500 },
    () => JSON.parse(String(row.get(1 + Math.floor(corpus.random() * most))?.fields)).text as string,
  )
  db.close()
  return texts
}

/** Milliseconds of each question, and the longest stretch in which it let nothing else of the process run. */
async function measure(search: SearchIndex, what: string, request: () => Promise<SearchRequest>): Promise<number> {
  const [times, work, held]: number[][] = [[], [], []]
  for (let i = 0; i < QUESTIONS + 3; i++) {
    const asked = await request()
    const before = process.cpuUsage()
    const from = performance.now()
    let [turn, longest] = [from, 0]
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - turn)
      turn = performance.now()
    }, 1)
    await search.search('bench', asked)
    const now = performance.now()
    clearInterval(timer)
    const { user, system } = process.cpuUsage(before)
    // The first ones compile code and fill caches.
    if (i < 3) continue
    times!.push(now - from)
    work!.push((user + system) / 1000)
    held!.push(Math.max(longest, now - turn))
  }
  const at = (list: number[], share: number) => quantile(list, share).toFixed(1)
  const told = `p50 ${at(times!, 0.5)} ms  p95 ${at(times!, 0.95)} ms  processor p50 ${at(work!, 0.5)} ms`
  console.log(`${what.padEnd(30)} ${told}  loop held p50 ${at(held!, 0.5)} ms, p95 ${at(held!, 0.95)} ms`)
  return quantile(times!, 0.5)
}

async function ask(dir: string): Promise<void> {
  const from = performance.now()
  const search = await openEmbeddedSearch({ dir, log })
  while (search.opening?.()) await pause(20)
  const { size } = await stat(join(dir, 'search.db'))
  const resident = () => process.memoryUsage().rss / 1e6
  const opened = ((performance.now() - from) / 1000).toFixed(1)
  console.log(`opened in ${opened} s; file ${(size / 1e6).toFixed(0)} MB, resident ${resident().toFixed(0)} MB`)
  const texts = someTexts(dir)
  const question = () => corpus.questionOf(corpus.pick(texts))
  const vectorOf = async (text: string) => clustered?.question() ?? (await embedded(text))
  const both = async () => {
    const text = question()
    return { text, vector: await vectorOf(text), top: 10 }
  }
  await measure(search, 'text', async () => ({ text: question(), top: 10 }))
  await measure(search, 'text, filter 1/8', async () => ({ text: question(), top: 10, filter }))
  await measure(search, 'text, count and facets', async () => ({ text: question(), top: 10, count: true, facets }))
  await measure(search, 'vector', async () => ({ vector: await vectorOf(question()), top: 10 }))
  await measure(search, 'vector, filter 1/8', async () => ({ vector: await vectorOf(question()), top: 10, filter }))
  await measure(search, 'hybrid', both)
  const hybrid = await measure(search, 'hybrid, filter 1/8', async () => ({ ...(await both()), filter }))
  await measure(search, 'hybrid, filter 1/140', async () => ({ ...(await both()), filter: narrow }))
  await measure(search, 'hybrid, limited caller 1/8', async () => ({ ...(await both()), filter, corpus: filter }))
  await measure(search, 'facets over everything', async () => ({ top: 0, facets }))
  const memory = resident()
  const recall = await recallOf(search, dir, async () => vectorOf(question()))
  await search.close()
  printTables({}, [
    { claim: 'hybrid with a filter, p50 ms', measured: hybrid, bar: 60 },
    { claim: 'recall@10 of vectors', measured: recall, bar: 0.97, atLeast: true },
    { claim: 'resident memory of the process, GB', measured: memory / 1000, bar: 3 },
  ])
}

/** Each in a process of its own, so that what filling leaves behind is not measured. */
function inProcess(phase: string, dir: string): void {
  const { status } = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1), '--phase', phase, '--dir', dir], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

if (values.phase === 'fill') await fill(values.dir ?? '')
else if (values.phase === 'ask') await ask(values.dir ?? '')
else {
  const dir = values.dir ?? (await mkdtemp(join(tmpdir(), 'millrace-bench-')))
  await mkdir(dir, { recursive: true })
  try {
    if (!existsSync(join(dir, FILLED))) inProcess('fill', dir)
    console.log(`load ${loadavg()[0]?.toFixed(1)}`)
    inProcess('ask', dir)
  } finally {
    if (!values.dir) await rm(dir, { recursive: true })
  }
}
