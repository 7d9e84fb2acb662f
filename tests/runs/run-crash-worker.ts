// For tests: node run-crash-worker.ts JSON. Works on one toy run and kills itself at a boundary; ends with 0 once the run has ended.
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { cancelRun, startRun } from '../../kernel/runs/control.ts'
import { waitForRun } from '../../kernel/runs/read-runs.ts'
import { openRunPorts, starter, startRunWorkers } from './run-stack.ts'
import { toyRun } from './toy-run.ts'

const { dir, runId, sections, life, dieAt, cancel, journal, services } = z
  .object({
    dir: z.string(),
    runId: z.string(),
    sections: z.int(),
    /** Number of this process. */
    life: z.int(),
    /** It dies when it comes to this boundary for the n-th time; absent: never. */
    dieAt: z.object({ boundary: z.string(), n: z.int() }).optional(),
    /** It cancels the run as soon as that is begun. */
    cancel: z.boolean(),
    journal: z.string(),
    services: z.object({ kafkaBrokers: z.string(), databaseUrl: z.string(), prefix: z.string() }).optional(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const note = (...words: (string | number)[]) => appendFileSync(journal, `${[life, ...words].join(' ')}\n`)

let passed = 0
const boundary = async (name: string) => {
  if (name !== dieAt?.boundary || ++passed !== dieAt.n) return
  note('died', name)
  process.kill(process.pid, 'SIGKILL')
  await delay(60_000)
}

const toy = toyRun({
  async call(_run, name) {
    note('begin', name)
    await boundary('call')
    return name
  },
})
// What the handler got from `once` is paid for and kept.
const kept = toy.steps.map((step) => ({
  ...step,
  handle: async (...[ctx, item]: Parameters<typeof step.handle>) => {
    const made = await step.handle(ctx, item)
    note('kept', step.name === 'outline' ? 'outline' : `${step.name === 'write' ? 'section' : 'join'}-${item}`)
    return made
  },
}))
const ports = await openRunPorts(dir, ['toy'], services)
await startRunWorkers(ports, [{ ...toy, steps: kept }], {
  onBoundary: boundary,
  onRecord: boundary,
  onPublished: () => boundary('outbox'),
})
await startRun(ports, toy, { sections }, { id: runId, starter, requestId: 'crash' })
if (cancel)
  await cancelRun(ports, runId).then(
    () => note('cancel', 'won'),
    () => note('cancel', 'lost'),
  )
const ended = await waitForRun(ports, { kind: 'toy', id: runId, subject: starter.subject }, 120_000)
const tables = ports.database.tables<{ outbox: { seq: number } }>()
while ((await tables.selectFrom('outbox').select('seq').execute()).length > 0) await delay(20)
note('ended', ended?.status ?? 'not')
process.exit(ended?.ended_at ? 0 : 1)
