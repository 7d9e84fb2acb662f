// For tests: node asking-worker.ts JSON. Works on asking runs in a process of its own until it is killed.
import { z } from 'zod'
import { openaiLlm } from '../../kernel/llm/openai/openai.ts'
import { askingRun } from './asking-run.ts'
import { openRunPorts, startRunWorkers } from './run-stack.ts'

const { dir, services, model } = z
  .object({
    dir: z.string(),
    services: z.object({ kafkaBrokers: z.string(), databaseUrl: z.string(), prefix: z.string() }),
    /** Up to and with `/v1`. */
    model: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const llm = openaiLlm({ baseUrl: model, timeoutMs: 120_000 })
const config = { llms: { models: {} }, embeddings: {} } as never
await startRunWorkers(await openRunPorts(dir, [askingRun.kind], services, { llm, config }), [askingRun])
