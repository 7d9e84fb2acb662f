// For tests: node guides-worker.ts JSON. Works on runs of guides with a model of its own, kills itself at one of its calls, ends with 0 once all have ended.
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { startRun } from '../../kernel/runs/control.ts'
import { waitForRun } from '../../kernel/runs/read-runs.ts'
import { guidesRun } from '../../services/safety/guides/guide-run.ts'
import { openGuidePorts, planOf } from './guides-stack.ts'
import { starter, startRunWorkers } from './run-stack.ts'

const { dir, jobs, annexes, dieAt, callMs, journal } = z
  .object({
    dir: z.string(),
    /** Ids of the runs. */
    jobs: z.array(z.string()),
    annexes: z.int(),
    /** The call of the model at which this process dies; absent: it lives. */
    dieAt: z.int().optional(),
    callMs: z.int(),
    journal: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

let calls = 0
const ports = await openGuidePorts(dir, async (annex) => {
  appendFileSync(journal, `${annex}\n`)
  if (++calls === dieAt) {
    process.kill(process.pid, 'SIGKILL')
    await delay(60_000)
  }
  await delay(callMs)
  return `Leave by door ${annex}.`
})
await startRunWorkers(ports, [guidesRun])
await Promise.all(jobs.map((id, job) => startRun(ports, guidesRun, planOf(id, job, annexes), { id, starter, requestId: 'crash' })))
const ends = await Promise.all(jobs.map((id) => waitForRun(ports, { kind: guidesRun.kind, id, subject: starter.subject }, 120_000)))
const outbox = ports.database.tables<{ outbox: { seq: number } }>()
while ((await outbox.selectFrom('outbox').select('seq').execute()).length > 0) await delay(20)
process.exit(ends.every((state) => state?.ended_at) ? 0 : 1)
