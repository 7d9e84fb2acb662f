// How fast documents become searchable: npm run bench bench/ingest.ts FOLDER [-- --kafka --rounds 3 --concurrency 8 --details --json]
// Each round is done twice, with scanned pages recognised and without, because recognition is work that few readers do.
// `--recognition on` or `off` does one of them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { findFiles } from '../scripts/cli/find-files.ts'
import type { UploadStatus } from '../scripts/cli/replies.ts'
import { type IngestRound, ingestRound, withoutRecognition } from './speed/ingest-round.ts'

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
  'characters',
] as const
const rounded = (round: IngestRound) => Object.fromEntries(keys.map((key) => [key, Math.round(round[key] * 100) / 100]))

function medianOf(rounds: readonly IngestRound[]): Record<string, number> {
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
const rounds = { on: [] as IngestRound[], off: [] as IngestRound[] }
try {
  const config = await withoutRecognition(folder)
  for (let n = 1; n <= Number(values.rounds); n++)
    for (const kind of kinds) {
      const round = await ingestRound(files, {
        concurrency: Number(values.concurrency),
        kafka: values.kafka,
        ...(kind === 'off' ? { config } : {}),
        ...(values.details ? { onSettled: printRemarkable } : {}),
      })
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
