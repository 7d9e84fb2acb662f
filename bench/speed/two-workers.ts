// Real files on Kafka and PostgreSQL with one process of workers and with two, by turns, each on a core of its own (taskset) with one reader;
// the edge is a process of its own: npm run bench bench/speed/two-workers.ts FOLDER [-- --rounds 3 --copies 1]
// The files are sent twice, and the second time counts: what has just been started compiles. Edge, broker and database need the same two
// cores, so that two workers cannot do twice as much; the processor seconds of the round with one tell how much they could. Documents are
// shared by their names, not by their size: 'busier worker' is its share of what all of them worked, and with a few large files far over half;
// with copies of each file under other names it comes near a half.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findFiles } from '../../scripts/cli/find-files.ts'
import { startKafka } from '../../scripts/kafka/broker.ts'
import { ownInstallation } from '../../tests/support/own-database.ts'
import { startProcess } from '../../tests/support/server-process.ts'
import { startPostgres } from '../../tests/support/services/postgres.ts'
import { measureBelow } from '../measure/measure-below.ts'
import { useBelow } from '../measure/process-tree.ts'
import { sendAll, settle, withoutRecognition } from './ingest-round.ts'
import { type Figures, middle, printTables, sideBySide } from './side-by-side.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, copies: { type: 'string', default: '1' } },
})
if (positionals.length === 0) throw new Error('usage: npm run bench bench/speed/two-workers.ts FOLDER [-- --rounds N]')
const CORES = 2
const WORKERS = ['parse', 'chunk', 'embed', 'index', 'projector']
const given = await findFiles(positionals, process.env.INIT_CWD ?? process.cwd())
const folder = await mkdtemp(join(tmpdir(), 'millrace-workers-'))
const config = await withoutRecognition(folder)
const copied = (as: string) =>
  Promise.all(
    given.map(async (file) => {
      const copy = join(folder, `${as}-${basename(file)}`)
      await copyFile(file, copy)
      return copy
    }),
  )
const firstSent = await copied('first')
const files = [...given, ...(await Promise.all(Array.from({ length: Number(values.copies) - 1 }, (_, n) => copied(String(n))))).flat()]
const [kafka, postgres] = await Promise.all([startKafka(), startPostgres()])

/** Processor seconds of a process and of those below it. */
const secondsOf = (pid: number) => useBelow(process.pid).cpuSeconds - useBelow(process.pid, [pid]).cpuSeconds

async function round(workers: number): Promise<Figures> {
  const dir = await mkdtemp(join(folder, 'data-'))
  const env = { DATA_DIR: dir, CONFIG_PATH: config, MAX_WORKERS: '1', ...(await ownInstallation(kafka.brokers, postgres.url)) }
  const edge = await startProcess(env, ['edge'])
  const others = await Promise.all(
    Array.from({ length: workers }, (_, core) => startProcess(env, WORKERS, { before: ['taskset', '-c', String(core)] })),
  )
  try {
    const server = { url: edge.url, key: undefined, token: undefined }
    const bring = async (some: readonly string[]) => settle(server, (await sendAll(server, some, 8)).ids)
    await bring(firstSent)
    const before = others.map(({ pid }) => secondsOf(pid))
    const { seconds, cpuSeconds } = await measureBelow([], () => bring(files))
    const worked = others.map(({ pid }, n) => secondsOf(pid) - before[n]!)
    const all = worked.reduce((sum, one) => sum + one, 0)
    return {
      'docs/s': files.length / seconds,
      'CPU s': cpuSeconds,
      'cores busy': cpuSeconds / seconds,
      'workers CPU s': all,
      'busier worker': Math.max(...worked) / all,
    }
  } finally {
    await Promise.all([edge, ...others].map((one) => one.stop()))
  }
}

try {
  const rounds = await sideBySide(Number(values.rounds), { 'one worker': () => round(1), 'two workers': () => round(2) })
  const times = middle(rounds['two workers'], 'docs/s') / middle(rounds['one worker'], 'docs/s')
  const most = CORES / middle(rounds['one worker'], 'cores busy')
  printTables(rounds, [
    { claim: 'documents a second with two workers, times that with one', measured: times, bar: 1.8, atLeast: true },
    { claim: 'the same, as a share of what two cores can give', measured: times / Math.max(1, Math.min(2, most)), bar: 0.9, atLeast: true },
  ])
} finally {
  await Promise.all([kafka.stop(), postgres.stop()])
  await rm(folder, { recursive: true, force: true })
}
