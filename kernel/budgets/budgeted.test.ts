import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Config, parseConfig } from '../config/config.ts'
import { openaiEmbedder } from '../embed/openai.ts'
import type { CompletionRequest, Llm } from '../llm/llm.ts'
import { measuredLlm } from '../llm/measured.ts'
import { routedLlm } from '../llm/routed.ts'
import { parseEnv } from '../runtime/env.ts'
import { createMetrics, type Metrics } from '../runtime/metrics.ts'
import type { Database } from '../store/database.ts'
import { openSqliteDatabase } from '../store/sqlite.ts'
import { budgetedEmbedder, budgetedLlm } from './budgeted.ts'
import { type CallTables, modelCallsMigration } from './call-table.ts'
import { onBehalf } from './on-behalf.ts'
import { openPlaces, type Places } from './places.ts'

const log = pino({ level: 'silent' })
let dir: string
let database: Database
let places: Places
let metrics: Metrics
let now: number
let url: string
let serve: (body: Record<string, unknown>, response: ServerResponse) => unknown
/** Calls that are at the endpoint now. */
let open: ServerResponse[]
const server = createServer(async (request: IncomingMessage, response) => serve((await json(request)) as Record<string, unknown>, response))

const reply = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const usage = { prompt_tokens: 30, completion_tokens: 10, total_tokens: 40 }
const said = { choices: [{ message: { content: 'fine' }, finish_reason: 'stop' }], usage }

const configOf = (budget: object, embeddings: object = {}): Config =>
  parseConfig({
    llms: {
      defaults: { params: {} },
      models: { default: { model: 'm' }, tight: { model: 'tight-m', budget, price: { input: 1_000_000, output: 0 } } },
    },
    embeddings,
    indexes: { default: 'default', aliases: { default: 'documents' } },
    retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 1 } },
  })

const llmOf = (budget: object): Llm => {
  const config = configOf(budget)
  return budgetedLlm(measuredLlm(routedLlm(config, parseEnv({ LLM_BASE_URL: `${url}/v1` })), metrics), config, places)
}
const ask = (llm: Llm, more: Partial<CompletionRequest> = {}) =>
  llm.complete({
    messages: [{ role: 'user', content: 'q' }],
    model: 'tight-m',
    alias: 'tight',
    n: 1,
    parameters: { max_tokens: 100 },
    signal: new AbortController().signal,
    ...more,
  })
const rows = () => database.tables<CallTables>().selectFrom('model_calls').selectAll().execute()

beforeEach(async () => {
  now = Date.now()
  dir = await mkdtemp(join(tmpdir(), 'millrace-budgeted-'))
  database = await openSqliteDatabase({ dir })
  await database.migrate([modelCallsMigration])
  metrics = createMetrics()
  places = openPlaces({ database, clock: { now: () => now }, log, metrics })
  open = []
  serve = (_body, response) => reply(response, 200, said)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await places.close()
  await database.close()
  await rm(dir, { recursive: true })
})

test('no more calls are at the endpoint at once than the alias may have, whoever asks', async () => {
  const llm = llmOf({ concurrency: 2 })
  let most = 0
  serve = (_body, response) => {
    open.push(response)
    most = Math.max(most, open.length)
  }
  const calls = ['a', 'b', 'c', 'd', 'e'].map((caller) => ask(onBehalf({ llm, embedder: {} as never }, `key:${caller}`).llm))
  for (let done = 0; done < 5; done++) {
    await expect.poll(() => open.length).toBe(Math.min(2, 5 - done))
    reply(open.shift()!, 200, said)
  }
  await Promise.all(calls)
  expect(most).toBe(2)
  expect(new Set((await rows()).map((row) => row.caller)).size).toBe(5)
})

test('an alias without a budget asks for no place, and neither does the embedded answerer', async () => {
  const llm = llmOf({ concurrency: 1 })
  await ask(llm, { alias: 'default', model: 'm' })
  const config = configOf({ concurrency: 1 })
  const embedded = budgetedLlm(routedLlm(config, parseEnv({})), config, places)
  await ask(embedded, { extractive: { question: 'q', passages: [] } })
  expect(await rows()).toEqual([])
})

test('the tokens that a call was told to have used count, and those that it may use until then', async () => {
  const llm = llmOf({ tokens_per_minute: 300, wait_ms: 0 })
  await ask(llm)
  await expect.poll(async () => (await rows()).map((row) => [row.tokens, row.ended])).toEqual([[40, 1]])
  serve = (_body, response) => open.push(response)
  const waiting = [ask(llm), ask(llm)]
  await expect.poll(() => open.length).toBe(2)
  await expect(ask(llm)).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
  for (const response of open) reply(response, 200, said)
  await Promise.all(waiting)
})

test('Retry-After of the provider holds for everybody', async () => {
  const llm = llmOf({ concurrency: 10, wait_ms: 1000 })
  serve = (_body, response) => reply(response, 429, {}, { 'retry-after': '90' })
  await expect(ask(llm)).rejects.toMatchObject({ code: 'upstream_failed', details: { provider_status: 429, retry_after_s: 90 } })
  serve = (_body, response) => reply(response, 200, said)
  await expect
    .poll(() => ask(llm, { caller: 'key:other' }).catch((e) => e))
    .toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '90' } })
  now += 90_001
  expect((await ask(llm)).texts).toEqual(['fine'])
})

test('tokens and cost are counted by alias and step, and stand in the completion', async () => {
  const llm = llmOf({ concurrency: 1 })
  const { usage: told, cost } = await ask(llm, { step: 'chat' })
  expect([told?.total, cost?.amount]).toEqual([40, 30])
  await ask(llm, { step: 'rewrite' })
  const text = await metrics.registry.metrics()
  expect(text).toContain('millrace_llm_tokens_total{model="tight-m",alias="tight",step="chat",kind="prompt"} 30')
  expect(text).toContain('millrace_llm_tokens_total{model="tight-m",alias="tight",step="rewrite",kind="completion"} 10')
  expect(text).toContain('millrace_llm_cost_total{model="tight-m",alias="tight",step="chat",currency="USD"} 30')
  expect(text).toContain('millrace_model_wait_seconds_count{alias="tight"} 2')
})

test('an embedder takes a place for each request, and tells a full budget as it tells a busy service', async () => {
  serve = ({ input }, response) => {
    const data = (input as string[]).map((_, index) => ({ index, embedding: [1, 2] }))
    reply(response, 200, { data, usage: { total_tokens: 7 } })
  }
  const config = configOf({}, { budget: { requests_per_minute: 3, wait_ms: 0 }, price: { input: 1_000_000, output: 0 } })
  const inner = await openaiEmbedder({ baseUrl: `${url}/v1`, model: 'e', maxBatch: 2 })
  const embedder = budgetedEmbedder(inner, config, places, metrics)
  expect(await embedder.embed(['a', 'b', 'c', 'd', 'e'], 'passage', { step: 'embed' })).toHaveLength(5)
  await expect(embedder.embed(['f'], 'query')).rejects.toMatchObject({ code: 'embedding_failed', retryable: true, retryAfterMs: 60_000 })
  const text = await metrics.registry.metrics()
  expect(text).toContain('millrace_llm_tokens_total{model="e",alias="embeddings",step="embed",kind="embedding"} 21')
  expect(text).toContain('millrace_llm_cost_total{model="e",alias="embeddings",step="embed",currency="USD"} 21')
})
