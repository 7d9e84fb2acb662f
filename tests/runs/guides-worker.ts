// For tests: node guides-worker.ts JSON. Works on runs of guides and edits with a model of its own, kills itself at one of its calls, ends with 0 once all have ended.
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { startRun } from '../../kernel/runs/control.ts'
import { waitForRun } from '../../kernel/runs/read-runs.ts'
import { annexEdit } from '../../services/safety/annex/run.ts'
import { guidesRun } from '../../services/safety/guides/guide-run.ts'
import { editOf, openGuidePorts, planOf } from './guides-stack.ts'
import { starter, startRunWorkers } from './run-stack.ts'

const { dir, jobs, edits, annexes, dieAt, callMs, journal } = z
  .object({
    dir: z.string(),
    /** Ids of the runs. */
    jobs: z.array(z.string()),
    edits: z.array(z.string()),
    annexes: z.int(),
    /** The call of the model at which this process dies; absent: it lives. */
    dieAt: z.int().optional(),
    callMs: z.int(),
    journal: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

let calls = 0
const ports = await openGuidePorts(dir, async (asked) => {
  appendFileSync(journal, `${asked}\n`)
  if (++calls === dieAt) {
    process.kill(process.pid, 'SIGKILL')
    await delay(60_000)
  }
  await delay(callMs)
  return asked.startsWith('<p>') ? asked.replace('Walk', 'Run') : `Leave by door ${asked}.`
})
await startRunWorkers(ports, [guidesRun, annexEdit])
const options = (id: string) => ({ id, starter, requestId: 'crash' })
await Promise.all([
  ...jobs.map((id, job) => startRun(ports, guidesRun, planOf(id, job, annexes), options(id))),
  ...edits.map((id, job) => startRun(ports, annexEdit, editOf(id, job), options(id))),
])
const all = [...jobs.map((id) => ({ kind: guidesRun.kind, id })), ...edits.map((id) => ({ kind: annexEdit.kind, id }))]
const ends = await Promise.all(all.map((run) => waitForRun(ports, { ...run, subject: starter.subject }, 120_000)))
const outbox = ports.database.tables<{ outbox: { seq: number } }>()
while ((await outbox.selectFrom('outbox').select('seq').execute()).length > 0) await delay(20)
process.exit(ends.every((state) => state?.ended_at) ? 0 : 1)
