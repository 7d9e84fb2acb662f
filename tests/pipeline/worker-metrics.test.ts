import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { sendText, settled, until } from '../support/http-client.ts'
import { ownInstallation } from '../support/own-database.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const brokers = inject('kafkaBrokers')
const database = inject('databaseUrl')
if (!brokers || !database) console.log(`skipped: metrics of workers on Kafka and PostgreSQL (${inject('skipped')})`)

const askedSchema = z.looseObject({ input: z.array(z.string()) })

/** Gives every text one and the same vector, but refuses the first call for passages. */
async function startEmbeddings(): Promise<Server> {
  let refused = false
  const server = createServer(async (request, response) => {
    const { input } = askedSchema.parse(await json(request))
    const refuse = !refused && input.some((text) => text.includes('ropes'))
    refused ||= refuse
    const data = input.map((_, index) => ({ object: 'embedding', index, embedding: [1, 0, 0, 0] }))
    response.writeHead(refuse ? 500 : 200, { 'content-type': 'application/json' })
    response.end(refuse ? '{}' : JSON.stringify({ object: 'list', data, model: 'm', usage: { prompt_tokens: 1, total_tokens: 1 } }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe.skipIf(!brokers || !database)('a worker process', () => {
  let dir: string
  let embeddings: Server
  let edge: ServerProcess
  let workers: ServerProcess[] = []

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'millrace-workers-'))
    embeddings = await startEmbeddings()
    const EMBEDDINGS_BASE_URL = `http://127.0.0.1:${(embeddings.address() as AddressInfo).port}`
    const installation = await ownInstallation(brokers ?? '', database ?? '')
    const env = { ...installation, DATA_DIR: dir, EMBEDDINGS_BASE_URL, EMBEDDINGS_MODEL: 'm', METRICS_PORT: '0' }
    edge = await startProcess(env, ['edge'])
    workers = await Promise.all([startProcess(env, ['parse', 'chunk']), startProcess(env, ['embed', 'index', 'projector'])])
  }, 120_000)
  afterAll(async () => {
    await Promise.all([edge, ...workers].map((p) => p?.kill()))
    embeddings?.closeAllConnections()
    embeddings?.close()
    rmSync(dir, { recursive: true, force: true })
  }, 60_000)

  const addressOf = (process: ServerProcess) => /tells its metrics at (\S+)\n/.exec(process.output())?.[1] ?? 'nowhere'
  const ask = (process: ServerProcess | undefined, path: string) => fetch(`${addressOf(process ?? edge)}${path}`)
  const linesOf = async (process: ServerProcess | undefined) => (await (await ask(process, '/metrics')).text()).split('\n')
  /** The sum of a metric over the samples with these labels; undefined where there is none. */
  const sumOf = async (process: ServerProcess | undefined, name: string, labels: string): Promise<number | undefined> => {
    const samples = (await linesOf(process)).filter((line) => line.startsWith(`${name}{`) && line.includes(labels))
    return samples.length ? samples.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0) : undefined
  }
  const reaches = (process: ServerProcess | undefined, name: string, labels: string, value: number) =>
    until(async () => (await sumOf(process, name, labels)) === value, `${name} with ${labels} being ${value}`)

  test('lives and is ready, and so is an edge beside its own port', async () => {
    for (const process of [edge, ...workers])
      for (const path of ['/api/health/live', '/api/health/ready']) expect((await ask(process, path)).status, path).toBe(200)
  })

  test('tells lag, stage times, retries and dead letters of its own consumers', { timeout: 90_000 }, async () => {
    const [text, search] = workers
    const { id } = await sendText(edge.url, 'ropes.txt', 'All ropes are checked four weeks before the season opens.')
    const broken = await sendText(edge.url, 'broken.pdf', 'this is no PDF')
    expect((await settled(edge.url, id, 60_000)).status).toBe('complete')
    expect((await settled(edge.url, broken.id, 60_000)).status).toBe('error')
    await reaches(text, 'millrace_dead_letters_total', 'consumer="parse",topic="document.received",code="corrupt"', 1)
    await reaches(text, 'millrace_stage_duration_seconds_count', 'stage="chunk"', 1)
    await reaches(search, 'millrace_records_retried_total', 'consumer="embed"', 1)
    await reaches(search, 'millrace_stage_duration_seconds_count', 'stage="index"', 1)
    await reaches(search, 'millrace_consumer_lag_records', 'consumer="index"', 0)
    await reaches(text, 'millrace_consumer_lag_records', 'consumer="parse"', 0)
    await reaches(search, 'millrace_consumer_lag_records', 'consumer="projector"', 0)
    expect(await sumOf(text, 'millrace_stage_duration_seconds_count', 'stage="index"')).toBeUndefined()
  })

  test('answers until it has stopped, and is not ready meanwhile', async () => {
    const [text] = workers
    const gone = text?.stop()
    const said: number[] = []
    await until(async () => {
      const reply = await ask(text, '/api/health/ready').catch(() => undefined)
      if (reply) said.push(reply.status)
      return !reply
    }, 'the worker stopping')
    expect(await gone).toBe(0)
    expect(said.filter((status) => status !== 200 && status !== 503)).toEqual([])
  })
})
