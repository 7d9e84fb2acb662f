// What the platform adds to a chat, beyond retrieval and the model; a model double with fixed answers runs in a process of its own:
// npm run bench bench/chat.ts [-- --turns 300 --clients 500 --seconds 20 --pace 100 --tokens 100 --json]
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startServer } from '../scripts/cli/start-server.ts'
import { quantile } from './measure/quantile.ts'

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '300' },
    clients: { type: 'string', default: '500' },
    /** Of the measurement, after all clients have begun. */
    seconds: { type: 'string', default: '20' },
    /** Milliseconds between two tokens of the model. */
    pace: { type: 'string', default: '100' },
    tokens: { type: 'string', default: '100' },
    json: { type: 'boolean', default: false },
  },
})
const TARGET = { platform: 3, firstToken: 50, stall: 1000 }
/** The model's own time to its first token. */
const FIRST_MS = 200
const STREAMS_PER_KEY = 50

const replySchema = z.object({
  processing_time: z.number(),
  response_metadata: z.object({ timings: z.object({ orchestrator: z.object({ fetch_total: z.number(), llm_generate: z.number() }) }) }),
})
const streamsSchema = z.object({ first: z.array(z.number()), gaps: z.array(z.number()), complete: z.number(), broken: z.number() })
const resultSchema = z.object({ chats: streamsSchema, direct: streamsSchema })

function run(script: string, task: object): { child: ChildProcess; lines: AsyncIterator<string> } {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [path, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { child, lines: createInterface({ input: child.stdout! })[Symbol.asyncIterator]() }
}

async function lineOf({ lines }: { lines: AsyncIterator<string> }): Promise<string> {
  const { value, done } = await lines.next()
  if (done) throw new Error('a process of the measurement ended early')
  return value
}

const keys = Array.from({ length: Math.ceil(Number(values.clients) / STREAMS_PER_KEY) + 1 }, (_, i) => `bench-key-${i}`)
const [pace, tokens] = [Number(values.pace), Number(values.tokens)]
const model = run('load/model-double.ts', { first: FIRST_MS, pace, tokens })
const modelUrl = await lineOf(model)
const server = await startServer({
  RATE_LIMIT_PER_MINUTE: '0',
  LLM_BASE_URL: `${modelUrl}/v1`,
  SUBSCRIPTION_KEYS: keys.map((key, i) => `client${i}:${key}`).join(','),
})
const headers = { 'ocp-apim-subscription-key': keys[0]! }

async function ingest(count: number): Promise<void> {
  const send = async (i: number) => {
    const form = new FormData()
    const text = `The wheel of mill ${i} was built of oak. ${`The mill ${i} stands at the brook and grinds grain. `.repeat(20)}`
    form.set('file', new Blob([text]), `mill-${i}.txt`)
    form.set('metadata', JSON.stringify({ title: `Mill ${i}`, doc_type: 'manual' }))
    form.set('process_mode', 'sync')
    const reply = await fetch(`${server.url}/api/v2/upload`, { method: 'POST', headers, body: form })
    if (reply.status !== 200) throw new Error(`upload: ${reply.status} ${await reply.text()}`)
  }
  for (let i = 0; i < count; i += 10) await Promise.all(Array.from({ length: 10 }, (_, k) => send(i + k)))
}

/** Seconds of processor time that the server has used. */
async function cpuSeconds(): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)?.[1])
}

/** One chat after the other: what is left of its time when retrieval and model are taken off, by its own clock and from outside. */
async function turns(count: number): Promise<{ inside: number[]; outside: number[]; retrieval: number[]; model: number[] }> {
  const told = { inside: [] as number[], outside: [] as number[], retrieval: [] as number[], model: [] as number[] }
  const post = async (url: string, body: object, more: Record<string, string> = {}) => {
    const started = performance.now()
    const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...more }, body: JSON.stringify(body) })
    const content = await reply.json()
    return { content, ms: performance.now() - started }
  }
  for (let i = 0; i < count; i++) {
    const { content, ms } = await post(
      `${server.url}/api/v2/flexible-rag`,
      { question: `Of what was the wheel of mill ${i % 50} built?` },
      headers,
    )
    const { processing_time, response_metadata } = replySchema.parse(content)
    const { fetch_total, llm_generate } = response_metadata.timings.orchestrator
    const direct = await post(`${modelUrl}/v1/chat/completions`, { model: 'm', messages: [{ role: 'user', content: 'q' }] })
    told.inside.push((processing_time - fetch_total - llm_generate) * 1000)
    told.outside.push(ms - fetch_total * 1000 - direct.ms)
    told.retrieval.push(fetch_total * 1000)
    told.model.push(llm_generate * 1000)
  }
  return told
}

try {
  await ingest(50)
  await turns(100)
  const one = await turns(Number(values.turns))
  const chatSeconds = (FIRST_MS + tokens * pace) / 1000
  const clients = Number(values.clients)
  const cpuBefore = await cpuSeconds()
  const many = run('load/chat-clients.ts', {
    url: server.url,
    model: modelUrl,
    keys,
    clients,
    chatSeconds,
    seconds: Number(values.seconds),
    tokens,
  })
  const { chats, direct } = resultSchema.parse(JSON.parse(await lineOf(many)))
  const cpu = (await cpuSeconds()) - cpuBefore
  const over = chats.first.map((ms) => ms - FIRST_MS)
  const shown = {
    platform: { p50: quantile(one.inside, 0.5), p99: quantile(one.inside, 0.99) },
    outside: { p50: quantile(one.outside, 0.5), p99: quantile(one.outside, 0.99) },
    retrieval: quantile(one.retrieval, 0.5),
    modelCall: quantile(one.model, 0.5),
    streams: { clients, complete: chats.complete, broken: chats.broken, tokensPerSecond: (clients * 1000) / pace },
    cpuPerChat: (cpu * 1000) / (chats.complete || 1),
    firstToken: { p50: quantile(over, 0.5), p99: quantile(over, 0.99), worst: quantile(over, 1) },
    directFirstToken: { p50: quantile(direct.first, 0.5) - FIRST_MS, p99: quantile(direct.first, 0.99) - FIRST_MS },
    longestGap: {
      p50: quantile(chats.gaps, 0.5),
      p99: quantile(chats.gaps, 0.99),
      worst: quantile(chats.gaps, 1),
      directP99: quantile(direct.gaps, 0.99),
    },
  }
  const ms = (value: number) => `${value.toFixed(1)} ms`
  if (values.json) console.log(JSON.stringify(shown))
  else
    console.log(
      [
        `platform time of a chat beyond retrieval and model: p50 ${ms(shown.platform.p50)} (target ≤ ${TARGET.platform}), p99 ${ms(shown.platform.p99)}`,
        `  from outside, HTTP both ways: p50 ${ms(shown.outside.p50)}, p99 ${ms(shown.outside.p99)}; retrieval ${ms(shown.retrieval)}, call of the model ${ms(shown.modelCall)}`,
        `${clients} streamed chats at once, ${shown.streams.tokensPerSecond} tokens/s: ${chats.complete} complete, ${chats.broken} broken; ${ms(shown.cpuPerChat)} of the server's processor time a chat of ${tokens} tokens`,
        `  first token after the model's own: p50 ${ms(shown.firstToken.p50)}, p99 ${ms(shown.firstToken.p99)} (target ≤ ${TARGET.firstToken}), worst ${ms(shown.firstToken.worst)}` +
          `; the model asked directly: p50 ${ms(shown.directFirstToken.p50)}, p99 ${ms(shown.directFirstToken.p99)}`,
        `  longest time between two tokens of a chat (the model's pace is ${pace} ms): p50 ${ms(shown.longestGap.p50)}, p99 ${ms(shown.longestGap.p99)}, worst ${ms(shown.longestGap.worst)}` +
          ` (a stall: ${TARGET.stall}); directly p99 ${ms(shown.longestGap.directP99)}`,
      ].join('\n'),
    )
  const met =
    shown.platform.p50 <= TARGET.platform &&
    shown.firstToken.p99 <= TARGET.firstToken &&
    shown.longestGap.worst < TARGET.stall &&
    !chats.broken
  process.exitCode = met ? 0 : 1
} finally {
  model.child.kill('SIGTERM')
  await server.stop()
}
