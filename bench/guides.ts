// Many jobs of guides at once, with a model that takes 200 ms and 16 calls at a time: npm run bench bench/guides.ts [-- JOBS]
// The bound is what the calls alone take: JOBS × 200 ms / 16. Then jobs at a steady pace, each accepted beside the broker's own acknowledgement.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { recordOf } from '../kernel/broker/record-of.ts'
import { startRun } from '../kernel/runs/control.ts'
import { waitForRun } from '../kernel/runs/read-runs.ts'
import { newId } from '../kernel/runtime/ids.ts'
import { runDue } from '../schemas/run.ts'
import { guidesRun } from '../services/safety/guides/guide-run.ts'
import { openGuidePorts, planOf } from '../tests/runs/guides-stack.ts'
import { starter, startRunWorkers } from '../tests/runs/run-stack.ts'
import { quantile } from './measure/quantile.ts'

const JOBS = Number(process.argv[2] ?? 500)
const CALL_MS = 200
const AT_ONCE = 16

const dir = mkdtempSync(join(tmpdir(), 'millrace-guides-'))
let open = 0
let most = 0
/** When each call of the model began and ended, ms. */
const calls: { from: number; to: number }[] = []
const ports = await openGuidePorts(dir, async (annex) => {
  const from = performance.now()
  most = Math.max(most, ++open)
  await delay(CALL_MS)
  open--
  calls.push({ from, to: performance.now() })
  return `Leave by door ${annex}.`
})
const workers = await startRunWorkers(ports, [guidesRun])
const load = loadavg()[0]!.toFixed(1)
const accepted: number[] = []
const before = process.cpuUsage()
const began = performance.now()
await Promise.all(
  Array.from({ length: JOBS }, async (_, job) => {
    const id = newId()
    const asked = performance.now()
    await startRun(ports, guidesRun, planOf(id, job, 1), { id, starter, requestId: 'bench' })
    accepted.push(performance.now() - asked)
    const end = await waitForRun(ports, { kind: guidesRun.kind, id, subject: starter.subject }, 300_000)
    if (end?.status !== 'completed') throw new Error(`a job ended as ${end?.status}`)
  }),
)
const took = (performance.now() - began) / 1000
const ideal = (JOBS * CALL_MS) / AT_ONCE / 1000
const [first, last] = [Math.min(...calls.map(({ from }) => from)), Math.max(...calls.map(({ to }) => to))]
const busy = calls.reduce((sum, { from, to }) => sum + to - from, 0) / AT_ONCE
console.log(
  `first call after ${(first - began).toFixed(0)} ms; a place stood idle ${(last - first - busy).toFixed(0)} ms of the ${(last - first).toFixed(0)} that calls were made in, a call took ${((busy * AT_ONCE) / JOBS).toFixed(1)} ms; the end ${(took * 1000 + began - last).toFixed(0)} ms after the last call`,
)
console.log(
  `${JOBS} jobs in ${took.toFixed(2)} s, ${(took / ideal).toFixed(2)} times what the calls alone take (${ideal.toFixed(2)} s); at most ${most} calls at once; accepted within ${quantile(accepted, 0.99).toFixed(0)} ms (p99, all asked at once); ${(process.cpuUsage(before).user / 1e6 + process.cpuUsage(before).system / 1e6).toFixed(1)} s of processor time; load before ${load}`,
)

const STEADY = 250
const PER_SECOND = 25
const [beside, acknowledged]: number[][] = [[], []]
const timed = async (to: number[], what: () => Promise<unknown>) => {
  const from = performance.now()
  await what()
  to.push(performance.now() - from)
}
for (let job = 0; job < STEADY; job++) {
  const next = delay(1000 / PER_SECOND)
  const id = newId()
  await timed(beside!, () => startRun(ports, guidesRun, planOf(id, JOBS + job, 1), { id, starter, requestId: 'bench' }))
  const record = recordOf(runDue.make({ run_id: id, what: 'next', epoch: 1 }), {
    source: 'bench',
    cause: { requestId: 'bench' },
    now: Date.now(),
  })
  await timed(acknowledged!, () => ports.broker.publish([record]))
  await next
}
const [p99, ack] = [quantile(beside!, 0.99), quantile(acknowledged!, 0.99)]
console.log(
  `${PER_SECOND} jobs a second: accepted within ${p99.toFixed(1)} ms (p99; median ${quantile(beside!, 0.5).toFixed(1)}), the broker's acknowledgement ${ack.toFixed(1)} ms (median ${quantile(acknowledged!, 0.5).toFixed(1)}); load ${loadavg()[0]!.toFixed(1)}`,
)
await workers.stop()
await Promise.all([ports.broker.close(), ports.database.close()])
rmSync(dir, { recursive: true, force: true })
