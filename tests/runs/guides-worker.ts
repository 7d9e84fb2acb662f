// For tests: node guides-worker.ts JSON. Works on runs of guides with a model of its own, kills itself at one of its calls, ends with 0 once all have ended.
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { configSchemaOf, parseConfig } from '../../kernel/config/config.ts'
import type { Llm } from '../../kernel/llm/llm.ts'
import type { Ports } from '../../kernel/ports.ts'
import { startRun } from '../../kernel/runs/control.ts'
import { waitForRun } from '../../kernel/runs/read-runs.ts'
import { guidesRun } from '../../services/safety/guides/guide-run.ts'
import { guidesMigration } from '../../services/safety/guides/guide-tables.ts'
import { guidesSection } from '../../services/safety/guides/guides-section.ts'
import { openRunPorts, starter, startRunWorkers } from './run-stack.ts'

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
const llm: Llm = {
  provider: 'openai-compatible',
  async complete({ messages }) {
    const name = /Annex: "([^"]+)"/.exec(String(messages[1]?.content))?.[1] ?? ''
    appendFileSync(journal, `${name}\n`)
    if (++calls === dieAt) {
      process.kill(process.pid, 'SIGKILL')
      await delay(60_000)
    }
    await delay(callMs)
    return { texts: [JSON.stringify({ before: [], during: [`Leave by door ${name}.`], after: [] })], finishReason: 'stop' }
  },
  stream: () => Promise.reject(new Error('guides are not streamed')),
  check: () => Promise.resolve(),
}

const content = {
  llms: { defaults: { params: {} }, models: { default: { model: 'm' } } },
  indexes: { default: 'default', aliases: { default: 'documents' } },
  retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 0.5 } },
}
const config = parseConfig(content, configSchemaOf([guidesSection]))
const ports: Ports = await openRunPorts(dir, [guidesRun.kind], undefined, { llm, config })
await ports.database.migrate([guidesMigration])
await startRunWorkers(ports, [guidesRun])
await Promise.all(
  jobs.map((id, job) =>
    startRun(
      ports,
      guidesRun,
      {
        ...{ planId: id, planName: `Plan ${job}`, organizationId: 'org', roles: [{ id: 't', name: 'Teachers' }] },
        annexes: Array.from({ length: annexes }, (_, i) => ({
          ...{ id: `${i}`, name: `${job}x${i}`, type: 'HAZARD' as const },
          html: `<h2>During</h2><p>Leave by door ${job}x${i}.</p>`,
        })),
      },
      { id, starter, requestId: 'crash' },
    ),
  ),
)
const ends = await Promise.all(jobs.map((id) => waitForRun(ports, { kind: guidesRun.kind, id, subject: starter.subject }, 120_000)))
const outbox = ports.database.tables<{ outbox: { seq: number } }>()
while ((await outbox.selectFrom('outbox').select('seq').execute()).length > 0) await delay(20)
process.exit(ends.every((state) => state?.ended_at) ? 0 : 1)
