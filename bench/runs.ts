// Runs, items and steps a second, and what a step costs beside a bare call: npm run bench bench/runs.ts [-- --items 10000 --runs 200]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startRun } from '../kernel/runs/control.ts'
import { defineRun, defineStep } from '../kernel/runs/define-run.ts'
import { waitForRun } from '../kernel/runs/read-runs.ts'
import { openRunPorts, starter, startRunWorkers } from '../tests/runs/run-stack.ts'

const { values } = parseArgs({ options: { items: { type: 'string', default: '10000' }, runs: { type: 'string', default: '200' } } })
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
      handle: async (ctx) => ({ count: (await Array.fromAsync(ctx.artifacts('spread', z.unknown()))).length }),
    }),
  ],
  ...{ deadlineMs: 3_600_000, keepMs: 3_600_000 },
})

const dir = mkdtempSync(join(tmpdir(), 'millrace-bench-runs-'))
const ports = await openRunPorts(dir, ['bench'])
const workers = await startRunWorkers(ports, [spread])
const megabytes = () => {
  globalThis.gc?.()
  return Math.round(process.memoryUsage().heapUsed / 1_048_576)
}

async function run(items: number): Promise<void> {
  const { id } = await startRun(ports, spread, { items }, { starter, requestId: 'bench' })
  const ended = await waitForRun(ports, { kind: 'bench', id, subject: starter.subject }, 3_000_000)
  if (ended?.status !== 'completed') throw new Error(`a run ended as ${ended?.status}`)
}

const timed = async (what: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await what()
  return (performance.now() - from) / 1000
}

try {
  await run(10)
  const most = Number(values.items)
  console.log('items   seconds   items/s   ms an item   heap MB')
  for (const items of [most / 100, most / 10, most].map(Math.round)) {
    const seconds = await timed(() => run(items))
    const columns = [seconds.toFixed(2), (items / seconds).toFixed(0), ((seconds * 1000) / items).toFixed(2), String(megabytes())]
    console.log(String(items).padEnd(8) + columns.map((c, i) => c.padEnd([10, 10, 13, 8][i] ?? 8)).join(''))
  }
  const runs = Number(values.runs)
  const seconds = await timed(() => Promise.all(Array.from({ length: runs }, () => run(1))))
  console.log(`${runs} runs of two steps at once: ${(runs / seconds).toFixed(0)} runs a second`)
  const alone = (await timed(() => run(1))) * 1000
  const bare = await timed(async () => {
    for (let i = 0; i < 100_000; i++) await work(i)
  })
  console.log(`one run of two steps alone: ${alone.toFixed(0)} ms; the bare call of an item: ${((bare * 1000) / 100).toFixed(2)} µs`)
} finally {
  await workers.stop()
  await Promise.all([ports.broker.close(), ports.views.close()])
  rmSync(dir, { recursive: true, force: true })
}
