// How fast documents become searchable: npm run bench bench/ingest.ts FOLDER [-- --kafka --rounds 3 --concurrency 8 --details --json]
// Each round is done twice, with scanned pages recognised and without, because recognition is work that few readers do.
// `--recognition on` or `off` does one of them.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { messageOf } from '../kernel/runtime/errors.ts'
import { findFiles } from '../scripts/cli/find-files.ts'
import { uploadStatus } from '../scripts/cli/follow-upload.ts'
import { isSettled, type UploadStatus } from '../scripts/cli/replies.ts'
import { sendFile } from '../scripts/cli/send-file.ts'
import type { Server } from '../scripts/cli/server.ts'
import { startServer } from '../scripts/cli/start-server.ts'
import { startKafka } from '../scripts/kafka-broker.ts'
import { measureBelow } from './measure-below.ts'

const POLL_MS = 100
/** A document that is not at its end after this is a failure of the bench. */
const PATIENCE_MS = 600_000

interface Round {
  readonly seconds: number
  readonly complete: number
  readonly failed: number
  /** Answered with an error at the door (empty files, for example). */
  readonly refused: number
  readonly pages: number
  readonly megabytes: number
  readonly documentsPerSecond: number
  readonly pagesPerSecond: number
  readonly megabytesPerSecond: number
  readonly cpuSeconds: number
  readonly peakMegabytes: number
  /** The same with shared memory counted once. */
  readonly peakProportionalMegabytes: number
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kafka: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
    details: { type: 'boolean', default: false },
    recognition: { type: 'string', default: 'both' },
  },
})
if (positionals.length === 0)
  throw new Error(
    'usage: npm run bench bench/ingest.ts FOLDER [-- --kafka --rounds N --concurrency N --recognition on|off --details --json]',
  )

/** Sends the files, `concurrency` at a time; gives the ids of those that were accepted. */
async function sendAll(server: Server, files: readonly string[], concurrency: number): Promise<{ ids: string[]; refused: number }> {
  const waiting = files.values()
  const ids: string[] = []
  let refused = 0
  const sender = async () => {
    for (const file of waiting) {
      try {
        ids.push(await sendFile(server, file, { metadata: { title: basename(file), doc_type: 'bench' } }))
      } catch (error) {
        refused++
        if (!values.json) console.error(`  ${basename(file)}: ${messageOf(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sender))
  return { ids, refused }
}

/** Waits for one upload after the other, so that the questions cost the server next to nothing. */
async function settle(server: Server, ids: readonly string[]): Promise<UploadStatus[]> {
  const deadline = performance.now() + PATIENCE_MS
  const settled: UploadStatus[] = []
  for (const id of ids) {
    let status = await uploadStatus(server, id)
    while (!isSettled(status)) {
      if (performance.now() > deadline) throw new Error(`upload ${id} is still ${status.status} (${status.processing_stage})`)
      await delay(POLL_MS)
      status = await uploadStatus(server, id)
    }
    settled.push(status)
  }
  return settled
}

/** The documents that failed, and those that took longest from their acceptance to their end. */
function printRemarkable(statuses: readonly UploadStatus[]): void {
  const times = z.object({ created: z.coerce.date(), completed: z.coerce.date() })
  const timed = statuses.map((status) => {
    const { created, completed } = times.parse(status.timestamps)
    return { status, seconds: (completed.getTime() - created.getTime()) / 1000 }
  })
  const failed = timed.filter(({ status }) => status.status === 'error')
  const slowest = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5)
  const line = (t: (typeof timed)[number]) =>
    `  ${t.seconds.toFixed(1)} s  ${String(t.status.filename)}: ${t.status.errors?.at(-1)?.code ?? t.status.status}`
  console.error(['failed:', ...failed.map(line), 'slowest:', ...slowest.map(line)].join('\n'))
}

const pagesOf = (status: UploadStatus) => (typeof status.pages === 'number' ? status.pages : 0)

/** The configuration of the repository, with scanned pages left as they are. */
async function withoutRecognition(folder: string): Promise<string> {
  const config = parseDocument(await readFile(new URL('../config.yaml', import.meta.url), 'utf8'))
  config.setIn(['parsing', 'ocr', 'engine'], 'off')
  const path = join(folder, 'config.yaml')
  await writeFile(path, String(config))
  return path
}

async function runRound(files: readonly string[], concurrency: number, kafka: boolean, config?: string): Promise<Round> {
  const broker = kafka ? await startKafka() : undefined
  const settings = {
    RATE_LIMIT_PER_MINUTE: '0',
    ...(config ? { CONFIG_PATH: config } : {}),
    ...(broker ? { KAFKA_BROKERS: broker.brokers } : {}),
  }
  try {
    const started = await startServer(settings)
    try {
      const server: Server = { url: started.url, key: undefined, token: undefined }
      const { result, seconds, cpuSeconds, peakBytes, peakProportionalBytes } = await measureBelow(
        broker ? [broker.pid() ?? 0] : [],
        async () => {
          const { ids, refused } = await sendAll(server, files, concurrency)
          return { statuses: await settle(server, ids), refused }
        },
      )
      if (values.details) printRemarkable(result.statuses)
      const complete = result.statuses.filter((s) => s.status === 'complete')
      const pages = complete.reduce((sum, s) => sum + pagesOf(s), 0)
      const megabytes = (await Promise.all(files.map((f) => stat(f)))).reduce((sum, f) => sum + f.size, 0) / 1e6
      return {
        seconds,
        complete: complete.length,
        failed: result.statuses.length - complete.length,
        refused: result.refused,
        pages,
        megabytes,
        documentsPerSecond: complete.length / seconds,
        pagesPerSecond: pages / seconds,
        megabytesPerSecond: megabytes / seconds,
        cpuSeconds,
        peakMegabytes: peakBytes / 1e6,
        peakProportionalMegabytes: peakProportionalBytes / 1e6,
      }
    } finally {
      await started.stop()
    }
  } finally {
    await broker?.stop()
  }
}

const keys = [
  'seconds',
  'complete',
  'failed',
  'refused',
  'pages',
  'megabytes',
  'documentsPerSecond',
  'pagesPerSecond',
  'megabytesPerSecond',
  'cpuSeconds',
  'peakMegabytes',
  'peakProportionalMegabytes',
] as const
const rounded = (round: Round) => Object.fromEntries(keys.map((key) => [key, Math.round(round[key] * 100) / 100]))

function medianOf(rounds: readonly Round[]): Record<string, number> {
  const middle = (key: (typeof keys)[number]) => {
    const sorted = rounds.map((r) => r[key]).sort((a, b) => a - b)
    return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
  }
  return Object.fromEntries(keys.map((key) => [key, Math.round(middle(key) * 100) / 100]))
}

const files = await findFiles(positionals, process.env.INIT_CWD ?? process.cwd())
const kinds = (['on', 'off'] as const).filter((kind) => values.recognition === 'both' || values.recognition === kind)
if (kinds.length === 0) throw new Error('--recognition is on, off or both')
const folder = await mkdtemp(join(tmpdir(), 'millrace-ingest-'))
const rounds = { on: [] as Round[], off: [] as Round[] }
try {
  const config = await withoutRecognition(folder)
  for (let n = 1; n <= Number(values.rounds); n++)
    for (const kind of kinds) {
      const round = await runRound(files, Number(values.concurrency), values.kafka, kind === 'off' ? config : undefined)
      rounds[kind].push(round)
      if (!values.json) console.log(`round ${n}, recognition ${kind}:`, rounded(round))
    }
} finally {
  await rm(folder, { recursive: true, force: true })
}
const report = {
  files: files.length,
  broker: values.kafka ? 'kafka' : 'embedded',
  concurrency: Number(values.concurrency),
  recognition: Object.fromEntries(kinds.map((kind) => [kind, { rounds: rounds[kind].map(rounded), median: medianOf(rounds[kind]) }])),
}
if (values.json) console.log(JSON.stringify(report, null, 2))
else
  for (const kind of kinds)
    console.log(`median of ${values.rounds}, recognition ${kind} (${report.files} files, ${report.broker}):`, medianOf(rounds[kind]))
