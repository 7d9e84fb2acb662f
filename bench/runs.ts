// What the job layer costs: items and runs a second, the time's growth with the items, memory, a step beside a bare call; on Kafka and
// PostgreSQL beside a loop of kafkajs alone that commits a row for each item.
// npm run bench bench/runs.ts [-- --items 10000 --runs 200 --services]; --services starts Kafka and PostgreSQL, or takes KAFKA_BROKERS and DATABASE_URL
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { startRun } from '../kernel/runs/control.ts'
import { defineRun, defineStep } from '../kernel/runs/define-run.ts'
import { waitForRun } from '../kernel/runs/read-runs.ts'
import { startKafka } from '../scripts/kafka/broker.ts'
import { openRunPorts, type RunServices, starter, startRunWorkers } from '../tests/runs/run-stack.ts'
import { ownDatabase } from '../tests/support/own-database.ts'
import { startPostgres } from '../tests/support/services/postgres.ts'
import { kafkajsLoop } from './load/kafkajs-loop.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '200' },
    services: { type: 'boolean', default: false },
  },
})
const retry = { attempts: 1, baseMs: 1, capMs: 1 }
const common = { needs: [], retry, timeoutMs: 60_000, onFail: 'end' } as const
const inputSchema = z.object({ items: z.int() })
type Input = z.output<typeof inputSchema>

/** What an item does: next to nothing, so that the figures are the layer's own. */
const work = async (item: number) => ({ item })
const spread = defineRun({
  kind: 'bench',
  input: inputSchema,
  result: z.object({ count: z.int() }),
  steps: [
    defineStep<Input>({ ...common, name: 'spread', items: ({ input }) => input.items, handle: (_ctx, item) => work(item) }),
    defineStep<Input>({
      ...common,
      name: 'count',
      async handle(ctx) {
        let count = 0
        for await (const { artifact } of ctx.artifacts('spread', z.object({ item: z.int() }))) count += artifact.item >= 0 ? 1 : 0
        return { count }
      },
    }),
  ],
  deadlineMs: 3_600_000,
  keepMs: 3_600_000,
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heapMb = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1_048_576
}

const timed = async (what: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await what()
  return (performance.now() - from) / 1000
}

async function measure(services: RunServices | undefined): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-bench-runs-'))
  const ports = await openRunPorts(dir, ['bench'], services)
  const workers = await startRunWorkers(ports, [spread])
  const run = async (items: number) => {
    const { id } = await startRun(ports, spread, { items }, { starter, requestId: 'bench' })
    const ended = await waitForRun(ports, { kind: 'bench', id, subject: starter.subject }, 3_000_000)
    if (ended?.status !== 'completed' || ended.steps[0]?.done !== items)
      throw new Error(`a run of ${items} items ended as ${ended?.status}`)
  }
  try {
    await run(500)
    const most = Number(values.items)
    const seconds: number[] = []
    console.log('items   seconds   items/s   ms an item   heap MB at most while it runs')
    for (const items of [most / 4, most / 2, most].map(Math.round)) {
      let heap = 0
      const looking = setInterval(() => (heap = Math.max(heap, heapMb())), 1_000)
      seconds.push(await timed(() => run(items)))
      clearInterval(looking)
      const took = seconds.at(-1) ?? 0
      const columns = [took.toFixed(2), (items / took).toFixed(0), ((took * 1000) / items).toFixed(2), Math.max(heap, heapMb()).toFixed(0)]
      console.log(String(items).padEnd(8) + columns.map((c, i) => c.padEnd([10, 10, 13, 8][i] ?? 8)).join(''))
    }
    const [quarter = 1, half = 1, whole = 1] = seconds
    console.log(`twice the items take ${(half / quarter).toFixed(2)} and ${(whole / half).toFixed(2)} times as long`)
    const runs = Number(values.runs)
    const together = await timed(() => Promise.all(Array.from({ length: runs }, () => run(1))))
    console.log(`${runs} runs of two steps at once: ${(runs / together).toFixed(0)} runs a second`)
    const cpu = process.cpuUsage()
    const oneByOne = Math.min(100, runs)
    for (let i = 0; i < oneByOne; i++) await run(1)
    const { user, system } = process.cpuUsage(cpu)
    // Each run has two steps.
    console.log(`a step: ${((user + system) / 1000 / oneByOne / 2).toFixed(2)} ms of processor time`)
    const alone =
      (await timed(async () => {
        for (let i = 0; i < 10; i++) await run(1)
      })) * 100
    const bare = await timed(async () => {
      for (let i = 0; i < 100_000; i++) await work(i)
    })
    console.log(`one run of two steps alone: ${alone.toFixed(0)} ms; the bare call of an item: ${(bare * 10).toFixed(2)} µs`)
  } finally {
    await workers.stop()
    await Promise.all([ports.broker.close(), ports.database.close()])
    rmSync(dir, { recursive: true, force: true })
  }
}

async function withServices(): Promise<void> {
  const kafka = process.env.KAFKA_BROKERS ? undefined : await startKafka()
  const postgres = process.env.DATABASE_URL ? undefined : await startPostgres()
  const kafkaBrokers = kafka?.brokers ?? process.env.KAFKA_BROKERS ?? ''
  const databaseUrl = postgres?.url ?? process.env.DATABASE_URL ?? ''
  try {
    console.log('\non Kafka and PostgreSQL')
    await measure({ kafkaBrokers, databaseUrl: await ownDatabase(databaseUrl), prefix: `bench-${Date.now()}.` })
    const bare = await kafkajsLoop(kafkaBrokers, await ownDatabase(databaseUrl), Number(values.items), work)
    console.log(`a loop of kafkajs that commits a row for each item: ${bare.toFixed(0)} items a second`)
  } finally {
    await kafka?.stop()
    await postgres?.stop()
  }
}

console.log('embedded')
await measure(undefined)
if (values.services) await withServices()
