// Real files on Kafka and PostgreSQL with one process of workers and with two, by turns; the edge is a process of its own:
// npm run bench bench/speed/two-workers.ts FOLDER [-- --rounds 3]
// Two processes cannot be faster than the machine: the processor seconds of the round with one tell what is left for a second.
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findFiles } from '../../scripts/cli/find-files.ts'
import { startKafka } from '../../scripts/kafka-broker.ts'
import { startFleet } from '../../tests/support/fleet.ts'
import { ownInstallation } from '../../tests/support/own-database.ts'
import { startPostgres } from '../../tests/support/services/postgres.ts'
import { measureBelow } from '../measure-below.ts'
import { sendAll, settle, withoutRecognition } from './ingest-round.ts'
import { type Figures, middle, printTables, sideBySide } from './side-by-side.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '3' } } })
if (positionals.length === 0) throw new Error('usage: npm run bench bench/speed/two-workers.ts FOLDER [-- --rounds N]')
const WORKERS = ['parse', 'chunk', 'embed', 'index', 'projector']
const files = await findFiles(positionals, process.env.INIT_CWD ?? process.cwd())
const folder = await mkdtemp(join(tmpdir(), 'millrace-workers-'))
const config = await withoutRecognition(folder)
const [kafka, postgres] = await Promise.all([startKafka(), startPostgres()])

async function round(workers: number): Promise<Figures> {
  const dir = await mkdtemp(join(folder, 'data-'))
  const env = { DATA_DIR: dir, CONFIG_PATH: config, ...(await ownInstallation(kafka.brokers, postgres.url)) }
  const fleet = await startFleet(env, [['edge'], ...Array.from({ length: workers }, () => WORKERS)])
  try {
    const server = { url: fleet.url(), key: undefined, token: undefined }
    const { seconds, cpuSeconds } = await measureBelow([], async () => settle(server, (await sendAll(server, files, 8)).ids))
    return { 'docs/s': files.length / seconds, 'CPU s': cpuSeconds, 'cores busy': cpuSeconds / seconds }
  } finally {
    await fleet.stop()
  }
}

try {
  const rounds = await sideBySide(Number(values.rounds), { 'one worker': () => round(1), 'two workers': () => round(2) })
  const times = middle(rounds['two workers'], 'docs/s') / middle(rounds['one worker'], 'docs/s')
  const most = availableParallelism() / middle(rounds['one worker'], 'cores busy')
  printTables(rounds, [
    { claim: 'documents a second with two workers, times that with one', measured: times, bar: 1.8, atLeast: true },
    { claim: 'the same, of what the cores that one leaves idle can give', measured: times / Math.max(1, most), bar: 0.9, atLeast: true },
  ])
} finally {
  await Promise.all([kafka.stop(), postgres.stop()])
  await rm(folder, { recursive: true, force: true })
}
