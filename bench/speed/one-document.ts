// One document alone, from its upload until it is searchable, beside the bare parse of the same file; and notes of 20 bytes, alone and
// 300 together.
// npm run bench bench/speed/one-document.ts FOLDER [-- --rounds 5 --notes 100 --services]; --services: on Kafka and PostgreSQL
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findFiles } from '../../scripts/cli/find-files.ts'
import { startServer } from '../../scripts/cli/start-server.ts'
import { startKafka } from '../../scripts/kafka/broker.ts'
import { readDocument } from '../../services/documents/parse/read-document.ts'
import { startPostgres } from '../../tests/support/services/postgres.ts'
import { median, quantile } from '../measure/quantile.ts'
import { withoutRecognition } from './ingest-round.ts'
import { sendTexts, untilSearchable } from './notes-to.ts'
import { type Claim, printTables } from './side-by-side.ts'

/** As config.yaml has them. */
const LIMITS = { max_inflated_mb: 500, max_compression_ratio: 100, max_archive_entries: 10_000 }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    notes: { type: 'string', default: '100' },
    services: { type: 'boolean', default: false },
  },
})
const files = positionals.length > 0 ? await findFiles(positionals, process.env.INIT_CWD ?? process.cwd()) : []
const folder = await mkdtemp(join(tmpdir(), 'millrace-one-'))
const [kafka, postgres] = values.services ? await Promise.all([startKafka(), startPostgres()]) : []
const server = await startServer({
  RATE_LIMIT_PER_MINUTE: '0',
  CONFIG_PATH: await withoutRecognition(folder),
  ...(kafka && postgres ? { KAFKA_BROKERS: kafka.brokers, DATABASE_URL: postgres.url } : {}),
})
let sent = 0
/** Enough that the wait for the last is little of it. */
const TOGETHER = 300

/** `process_mode=sync` is answered when the document is searchable. */
async function upload(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const form = new FormData()
  form.append('metadata', JSON.stringify({ title: name, doc_type: 'bench' }))
  form.append('process_mode', 'sync')
  form.append('file', new Blob([bytes]), `${sent++}-${name}`)
  const from = performance.now()
  const reply = await fetch(`${server.url}/api/v2/upload`, { method: 'POST', body: form })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${name} was answered with ${reply.status}: ${text.slice(0, 300)}`)
  return performance.now() - from
}

/** Notes a second of some that 16 senders bring at once, until the last is searchable; the first such round compiles code. */
async function togetherASecond(): Promise<number> {
  const rates: number[] = []
  for (let round = 0; round < 4; round++) {
    const texts = Array.from({ length: TOGETHER }, (_, i) => [`together-${round}-${i}.txt`, `The mill is ${round}-${i}.\n`] as const)
    const from = performance.now()
    await untilSearchable(server.url, await sendTexts(server.url, texts.values()))
    rates.push((TOGETHER * 1000) / (performance.now() - from))
  }
  return median(rates.slice(1))
}

async function parse(input: string): Promise<number> {
  const from = performance.now()
  const task = { id: 1, input, output: join(folder, 'blocks'), fileType: extname(input).slice(1).toLowerCase(), limits: LIMITS }
  await readDocument(task, () => undefined)
  return performance.now() - from
}

try {
  const claims: Claim[] = []
  const times = new Map(files.map((file) => [file, { whole: [] as number[], bare: [] as number[] }]))
  for (let round = 0; round <= Number(values.rounds); round++)
    for (const [file, { whole, bare }] of times) {
      const both = [await upload(basename(file), Uint8Array.from(await readFile(file))), await parse(file)] as const
      // The first round compiles code, in both.
      if (round === 0) continue
      whole.push(both[0])
      bare.push(both[1])
    }
  const ratios = [...times.values()].map(({ whole, bare }) => median(whole) / median(bare))
  if (files.length > 0) {
    const more = [...times.values()].map(({ whole, bare }) => median(whole) - median(bare))
    console.log(`beyond the bare parse: p50 ${quantile(more, 0.5).toFixed(0)} ms, p95 ${quantile(more, 0.95).toFixed(0)} ms`)
    claims.push({ claim: 'upload to searchable, times the bare parse, p50 of the files', measured: quantile(ratios, 0.5), bar: 1.3 })
    claims.push({ claim: 'the same, p95 of the files', measured: quantile(ratios, 0.95), bar: 1.5 })
  }
  const notes: number[] = []
  for (let i = 0; i < 20 + Number(values.notes); i++) {
    const ms = await upload('note.txt', Uint8Array.from(Buffer.from(`The mill is ${String(i).padStart(6, '0')}.\n`)))
    if (i >= 20) notes.push(ms)
  }
  console.log(`a note: p50 ${quantile(notes, 0.5).toFixed(1)} ms, p95 ${quantile(notes, 0.95).toFixed(1)} ms`)
  claims.push({ claim: 'a note alone, p50 ms', measured: quantile(notes, 0.5), bar: values.services ? 60 : 25 })
  claims.push({
    claim: 'notes sent together, a second',
    measured: await togetherASecond(),
    bar: values.services ? 120 : 250,
    atLeast: true,
  })
  printTables({}, claims)
} finally {
  await server.stop()
  await Promise.all([kafka?.stop(), postgres?.stop(), rm(folder, { recursive: true, force: true })])
}
