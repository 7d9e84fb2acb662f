// From which likeness two passages say the same: different texts of two collections against spoilt copies of one text. And what leaving
// copies out does to retrieval: nDCG@10 on SciFact as it is, and with every abstract there twice under another name.
// npm run bench bench/duplicates.ts
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { distinctHits, likeness, printOf } from '../kernel/retrieve/near-duplicates.ts'
import { createLogger } from '../kernel/runtime/log.ts'
import { defaultIndexSpec } from '../kernel/search/default-index.ts'
import { openEmbeddedSearch } from '../kernel/search/embedded/open-embedded-search.ts'

const data = new URL('../../shared/data/', import.meta.url)
if (!existsSync(data)) {
  console.log(`no test data at ${data.pathname}`)
  process.exit(0)
}

const abstractSchema = z.object({ _id: z.string(), title: z.string(), text: z.string() })
const linesOf = (path: string) => readFileSync(new URL(path, data), 'utf8').split('\n').filter(Boolean)
const corpus = linesOf('ir/scifact/corpus.jsonl').map((line) => abstractSchema.parse(JSON.parse(line)))
const abstracts = corpus.map(({ title, text }) => `${title}\n${text}`)
const paragraphs = readdirSync(new URL('qa/docs/', data)).flatMap((file) =>
  readFileSync(new URL(`qa/docs/${file}`, data), 'utf8')
    .split('\n\n')
    .filter((text) => text.length > 100),
)

/** Likeness of the pairs that share any shingle, the most alike first. Shingles of more than 200 texts are left out: they are phrases. */
function alike(texts: readonly string[]): number[] {
  const prints = texts.map(printOf)
  const holders = new Map<number, number[]>()
  for (const [i, { shingles }] of prints.entries())
    for (const shingle of shingles) holders.set(shingle, [...(holders.get(shingle) ?? []), i].slice(0, 201))
  const pairs = new Set<number>()
  for (const of of holders.values())
    if (of.length <= 200) for (const [n, a] of of.entries()) for (const b of of.slice(n + 1)) pairs.add(a * texts.length + b)
  return [...pairs].map((pair) => likeness(prints[Math.floor(pair / texts.length)]!, prints[pair % texts.length]!)).sort((a, b) => b - a)
}

/** The same random numbers at each run (Numerical Recipes' linear congruential generator). */
let seed = 7
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) | 0
  return (seed >>> 0) / 2 ** 32
}
const eachWord = (text: string, share: number, change: (word: string) => string) =>
  text
    .split(' ')
    .map((word) => (random() < share ? change(word) : word))
    .join(' ')

const spoilt: Readonly<Record<string, (text: string) => string>> = {
  'other line breaks': (text) => eachWord(text, 0.1, (word) => `${word}\n`),
  'other quotation marks and dashes': (text) => text.replaceAll('"', '”').replaceAll('-', '–'),
  'a title line in front': (text) => `Annual report of the office\n${text}`,
  'one word in 100 hyphenated': (text) =>
    eachWord(text, 0.01, (word) => (word.length > 6 ? `${word.slice(0, 4)}-\n${word.slice(4)}` : word)),
  'one word in 100 misread': (text) => eachWord(text, 0.01, (word) => `${word.slice(1)}x`),
  'one word in 50 misread': (text) => eachWord(text, 0.02, (word) => `${word.slice(1)}x`),
  'a sentence less': (text) => text.split('. ').slice(1).join('. '),
}

for (const [name, texts] of Object.entries({ abstracts, paragraphs }))
  console.log(
    `${texts.length} different ${name}: the most alike ${alike(texts)
      .slice(0, 3)
      .map((l) => l.toFixed(3))
      .join(', ')}`,
  )
for (const [name, spoil] of Object.entries(spoilt)) {
  const sorted = abstracts
    .slice(0, 1500)
    .map((text) => likeness(printOf(text), printOf(spoil(text))))
    .sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(3)
  console.log(`copies with ${name.padEnd(34)} p1 ${at(0.01)}  p10 ${at(0.1)}  p50 ${at(0.5)}`)
}

const relevant = new Map<string, Set<string>>()
for (const line of linesOf('ir/scifact/qrels.tsv').slice(1)) {
  const [query = '', unit = ''] = line.split('\t')
  relevant.set(query, (relevant.get(query) ?? new Set()).add(unit))
}
const queries = linesOf('ir/scifact/queries.jsonl').map((line) => abstractSchema.parse(JSON.parse(line)))

/** nDCG@10 with binary gains; of two copies of an abstract the second gains nothing, as nobody learns from it. */
function ndcg(ids: readonly string[], wanted: ReadonlySet<string>): number {
  const gain = (place: number) => 1 / Math.log2(place + 2)
  const got = ids.slice(0, 10).reduce((sum, id, i) => sum + (wanted.has(id) && ids.indexOf(id) === i ? gain(i) : 0), 0)
  return got / Array.from({ length: Math.min(10, wanted.size) }, (_, i) => gain(i)).reduce((a, b) => a + b, 0)
}

for (const copies of [1, 2]) {
  const dir = await mkdtemp(join(tmpdir(), 'duplicates-'))
  const search = await openEmbeddedSearch({ dir, log: createLogger('WARNING') })
  await search.createIndex(defaultIndexSpec('documents', 2))
  const all = Array.from({ length: copies }, (_, copy) => copy).flatMap((copy) =>
    corpus.map(({ _id, title, text }, i) => ({ id: `${_id}#${copy}`, fields: { document_id: 'corpus', title, text, chunk_index: i } })),
  )
  await search.replaceDocument(
    'documents',
    { document_id: 'corpus', epoch: 1 },
    (async function* () {
      yield all
    })(),
  )
  const figures = { 'as found': 0, 'copies left out': 0 }
  let ms = 0
  for (const { _id, text } of queries) {
    const { hits } = await search.search('documents', { text, top: 30 })
    const started = performance.now()
    const distinct = distinctHits(hits)
    ms += performance.now() - started
    const idsOf = (of: readonly { id: string }[]) => of.map(({ id }) => id.split('#')[0]!)
    figures['as found'] += ndcg(idsOf(hits), relevant.get(_id) ?? new Set()) / queries.length
    figures['copies left out'] += ndcg(idsOf(distinct), relevant.get(_id) ?? new Set()) / queries.length
  }
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(4)}`)
  console.log(
    `nDCG@10 with every abstract ${copies === 1 ? 'once' : 'twice'}: ${shown.join(', ')}; ${(ms / queries.length).toFixed(1)} ms for 30 passages`,
  )
  await search.close()
  await rm(dir, { recursive: true })
}
