// Processes die every 2 s while documents come in: npm run bench bench/crash.ts [-- --documents 1000 --seeds 1 --first-seed 1 --kafka]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { openBroker } from '../kernel/broker/open-broker.ts'
import { parseEnv } from '../kernel/runtime/env.ts'
import { startKafka } from '../scripts/kafka/broker.ts'
import { startFleet } from '../tests/support/fleet.ts'
import { countRedeliveries } from '../tests/support/load/count-redeliveries.ts'
import { type CrashResult, crashRun } from '../tests/support/load/crash-run.ts'
import { ownInstallation } from '../tests/support/own-database.ts'
import { startPostgres } from '../tests/support/services/postgres.ts'

const EVERY_MS = 2000
const LEAST_KILLS = 5
const PATIENCE_MS = 300_000
const log = pino({ level: 'silent' })

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000' },
    seeds: { type: 'string', default: '1' },
    'first-seed': { type: 'string', default: '1' },
    kafka: { type: 'boolean', default: false },
  },
})

/** One process with everything, or the four roles on Kafka and PostgreSQL, started once for all seeds. */
interface Target {
  readonly roles: readonly (readonly string[])[]
  /** Settings of an installation of one seed alone. */
  env(dir: string): Promise<Record<string, string>>
  stop(): Promise<void>
}

const embedded: Target = {
  roles: [[]],
  env: async (dir) => ({ DATA_DIR: dir }),
  stop: async () => undefined,
}

async function kafka(): Promise<Target> {
  const [broker, database] = await Promise.all([startKafka(), startPostgres()])
  return {
    roles: [['edge'], ['parse', 'chunk'], ['embed'], ['index', 'projector']],
    env: async (dir) => ({ DATA_DIR: dir, ...(await ownInstallation(broker.brokers, database.url)) }),
    async stop() {
      await Promise.all([broker.stop(), database.stop()])
    },
  }
}

/** One seed on a folder of its own. */
async function run(target: Target, seed: number): Promise<CrashResult & { redeliveries: number; deadLetters: number; cutShort: number }> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-crash-'))
  const env = await target.env(dir)
  const fleet = await startFleet(env, target.roles)
  try {
    const result = await crashRun({
      fleet,
      prefix: `seed-${seed}-${process.pid}`,
      documents: Number(values.documents),
      seed,
      everyMs: EVERY_MS,
      leastKills: LEAST_KILLS,
      patienceMs: PATIENCE_MS,
    })
    await fleet.stop()
    const broker = await openBroker(parseEnv(env), 'bench', log)
    const counted = await countRedeliveries(broker, new Set(result.uploads.values()), result.deaths).finally(() => broker.close())
    for (const reason of fleet.failedStarts) console.error(`a process was started again because ${reason}`)
    if (result.lost.length + result.stuck.length + result.duplicates.length > 0) console.error(fleet.output())
    return { ...result, ...counted }
  } finally {
    await fleet.kill()
    await rm(dir, { recursive: true, force: true })
  }
}

const target = values.kafka ? await kafka() : embedded
let wrong = 0
console.log('seed  documents  kills  cut short  redeliveries  dead letters  lost  duplicates  stuck  seconds')
try {
  const first = Number(values['first-seed'])
  for (let seed = first; seed < first + Number(values.seeds); seed++) {
    const r = await run(target, seed)
    wrong += r.lost.length + r.duplicates.length + r.stuck.length
    const columns = [
      values.documents,
      r.deaths.length,
      r.cutShort,
      r.redeliveries,
      r.deadLetters,
      r.lost.length,
      r.duplicates.length,
      r.stuck.length,
    ]
    const widths = [11, 7, 11, 14, 14, 6, 12, 7]
    console.log(
      `${String(seed).padStart(4)}${columns.map((c, i) => String(c).padStart(widths[i] ?? 8)).join('')}${r.seconds.toFixed(0).padStart(9)}`,
    )
    for (const [what, names] of Object.entries({ lost: r.lost, duplicate: r.duplicates, stuck: r.stuck }))
      for (const name of names.slice(0, 5)) console.log(`      ${what}: ${name} (${r.uploads.get(name)})`)
  }
} finally {
  await target.stop()
}
process.exitCode = wrong > 0 ? 1 : 0
