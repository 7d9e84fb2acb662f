// Questions as people ask them, over real files, without a model: npm run bench bench/ask.ts [-- --half held-out --file ask.json --kind table --misses --all --keep FOLDER]
// The files are in ../shared/data; the questions in bench/ask/questions.json, or in a file of the same shape. --half tuning | held-out | both: tuning of the
// own questions unless it is said, of a file both; questions without a half are always asked. A file of a set may be an absolute path.
import { existsSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type AskCollection, openCollection } from './ask/collection.ts'
import { type AskCase, askSchema, citesPage, judge, type Verdict } from './ask/judge.ts'
import { quantile } from './measure/quantile.ts'

const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    file: { type: 'string' },
    kind: { type: 'string' },
    misses: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    hits: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
})
const DATA = resolve('../shared/data')

const tally = new Map<string, Partial<Record<Verdict, number>>>()
const pages = { right: 0, of: 0 }
const times: number[] = []

function count(group: string, verdict: Verdict): void {
  const of = tally.get(group) ?? {}
  of[verdict] = (of[verdict] ?? 0) + 1
  tally.set(group, of)
}

async function ask(
  collection: AskCollection,
  kind: string,
  { q, want, file, page }: Pick<AskCase, 'q' | 'want' | 'file' | 'page'>,
  history?: never[],
) {
  const { response, ms } = await collection.ask(q!, history)
  times.push(ms)
  const cited = response.citations.length > 0
  const smalltalk = response.response_metadata.answer_kind === 'answer' && cited ? 'wrong' : 'right'
  const verdict = kind === 'smalltalk' ? smalltalk : judge(want, response)
  if (kind !== 'smalltalk') count(want === null ? 'unanswerable' : 'answerable', verdict)
  count(kind, verdict)
  const of = verdict === 'right' && file && page
  if (of) {
    pages.of++
    if (citesPage(response, basename(file), page)) pages.right++
    else console.log(`page ${page} not cited: ${q} → ${response.citations.map((c) => `${c.filename} ${c.page_number}`).join(', ')}`)
  }
  const missed = verdict === 'wrong' || (verdict !== 'right' && want !== null)
  if (values.all || (values.misses && missed))
    console.log(`${verdict.padEnd(9)} ${kind.padEnd(9)} ${q} → ${response.answer.replace(/\s+/g, ' ').slice(0, 300)}`)
  return response
}

async function askAll(collection: AskCollection, cases: readonly AskCase[]): Promise<void> {
  for (const { kind, turns, ...one } of cases) {
    if (!turns) {
      await ask(collection, kind, one)
      continue
    }
    let history: never[] = []
    for (const [q, want] of turns) {
      const response = want === null ? (await collection.ask(q, history)).response : await ask(collection, kind, { q, want }, history)
      history = response.history as never[]
    }
  }
}

/** Share of the questions with a known file for which a passage of it that holds the wanted words is among the first. */
async function hitsAt(collection: AskCollection, cases: readonly AskCase[]): Promise<void> {
  const known = cases.filter((c) => c.q && c.want && c.file)
  for (const by of ['hybrid', 'text', 'vector'] as const) {
    const places: number[] = []
    for (const { q, want, file } of known) {
      const hits = await collection.search(q!, by, 20)
      const place = hits.findIndex(
        ({ fields }) => fields.filename === basename(file!) && [want!].flat().some((w) => new RegExp(w, 'iu').test(String(fields.text))),
      )
      places.push(place < 0 ? Number.POSITIVE_INFINITY : place)
    }
    const at = (n: number) => ((100 * places.filter((p) => p < n).length) / places.length).toFixed(0)
    console.log(`${by.padEnd(7)} hit@5 ${at(5)} %  hit@20 ${at(20)} %  of ${known.length}`)
  }
}

function report(): void {
  const order: Verdict[] = ['right', 'passages', 'declined', 'wrong']
  for (const [group, of] of [...tally].sort(([a], [b]) => a.localeCompare(b))) {
    const total = Object.values(of).reduce((a, b) => a + b, 0)
    const shares = order.map((v) => `${v} ${String(of[v] ?? 0).padStart(3)} (${((100 * (of[v] ?? 0)) / total).toFixed(0).padStart(3)} %)`)
    console.log(`${group.padEnd(13)} ${shares.join('  ')}`)
  }
  console.log(`pages ${pages.right}/${pages.of}, ms p50 ${quantile(times, 0.5).toFixed(0)} p99 ${quantile(times, 0.99).toFixed(0)}`)
}

const source = values.file ? resolve(values.file) : new URL('./ask/questions.json', import.meta.url).pathname
if (!existsSync(DATA) || !existsSync(source)) {
  console.log(`skipped: ${DATA} or ${source} is not there`)
  process.exit(0)
}
const { files, cases } = askSchema.parse(JSON.parse(readFileSync(source, 'utf8')))
const paths = files.map((file) => resolve(DATA, 'documents', file))
const half = values.half ?? (values.file ? 'both' : 'tuning')
const chosen = cases.filter(
  (c) => (half === 'both' || c.half === undefined || c.half === half) && (!values.kind || values.kind.split(',').includes(c.kind)),
)
const collection = await openCollection(paths, values.keep)
try {
  for (const reason of collection.unread) console.log(`not read: ${reason}`)
  await askAll(collection, chosen)
  report()
  if (values.hits) await hitsAt(collection, chosen)
} finally {
  await collection.close()
}
