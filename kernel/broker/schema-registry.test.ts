import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chatCompleted } from '../../schemas/chat.ts'
import { startEndlessServer } from '../net/endless-server.fixture.ts'
import type { Broker, LogRecord } from './broker.ts'
import { decodeRecord, encodeRecord } from './codec.ts'
import { openEmbeddedBroker } from './embedded/embedded.ts'
import { withSchemaRegistry } from './schema-registry.ts'

let dir: string
let broker: Broker
let server: Server
let url: string
let asked: { method: string; path: string; body: unknown }[]
let refuse: boolean

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-registry-'))
  broker = await openEmbeddedBroker({ dir, log: pino({ level: 'silent' }) })
  await broker.ensureTopics([{ name: chatCompleted.name, partitions: 1, cleanup: 'delete', retention_ms: -1 }])
  asked = []
  refuse = false
  // The part of the registry's REST surface that registering uses: config and versions of a subject, schemas by id.
  server = createServer(async (request, response) => {
    const body = await text(request)
    asked.push({ method: request.method ?? '', path: request.url ?? '', body: body && JSON.parse(body) })
    const reply = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.url?.startsWith('/config'))
      return reply(
        request.method === 'GET' ? 404 : 200,
        request.method === 'GET' ? { error_code: 40401, message: 'none' } : { compatibility: 'BACKWARD' },
      )
    if (refuse) return reply(409, { error_code: 409, message: 'incompatible with an earlier schema' })
    return reply(200, { id: 7 })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  await broker.close()
  server.closeAllConnections()
  server.close()
  rmSync(dir, { recursive: true, force: true })
})

const completed = chatCompleted.make({
  event: 'chat.completed',
  conversation_id: 'c',
  message_count: 1,
  total_tokens: 2,
  processing_time_ms: 3,
  timestamp: '2026-01-01T00:00:00.000Z',
  webhook_id: null,
})
const record = () => encodeRecord(completed, { id: 'e1', source: '/test', requestId: 'r', time: 0 })
async function all(from: Broker): Promise<LogRecord[]> {
  return Array.fromAsync(from.read({ topic: chatCompleted.name, partition: 0, from: 'beginning' }))
}

test('registers each schema with BACKWARD compatibility and frames values with its id', async () => {
  const framing = await withSchemaRegistry(broker, url, [chatCompleted])
  expect(asked.find((a) => a.method === 'PUT')).toMatchObject({ path: '/config/chat.completed-value', body: { compatibility: 'BACKWARD' } })
  expect(asked.find((a) => a.method === 'POST')).toMatchObject({
    path: '/subjects/chat.completed-value/versions',
    body: { schemaType: 'JSON' },
  })
  await framing.publish([record()])
  const [raw] = await all(broker)
  expect([...(raw?.value.subarray(0, 5) ?? [])]).toEqual([0, 0, 0, 0, 7])
  const [read] = await all(framing)
  expect(decodeRecord(read as LogRecord).payload).toEqual(completed.payload)
})

test('subscribers get values without the frame, also beside records that have none', async () => {
  const framing = await withSchemaRegistry(broker, url, [chatCompleted])
  await broker.publish([record()])
  await framing.publish([record()])
  const seen: unknown[] = []
  const both = Promise.withResolvers<void>()
  const subscription = await framing.subscribe({
    group: 'g',
    topics: [chatCompleted.name],
    from: 'beginning',
    async handle({ records }) {
      seen.push(...records.map((r) => decodeRecord(r).payload))
      if (seen.length === 2) both.resolve()
    },
  })
  await both.promise
  await subscription.stop(0)
  expect(seen).toEqual([completed.payload, completed.payload])
})

test('a registry that refuses a schema stops the start with its reason', async () => {
  refuse = true
  await expect(withSchemaRegistry(broker, url, [chatCompleted])).rejects.toThrow(/SCHEMA_REGISTRY_URL: .*chat\.completed.*incompatible/)
})

test.each(['floods', 'drips'] as const)('a registry that %s without an end stops the start in time', async (how) => {
  const endless = await startEndlessServer(how)
  await expect(withSchemaRegistry(broker, endless.url, [chatCompleted], '', 300)).rejects.toThrow(
    /SCHEMA_REGISTRY_URL: .*no answer within 300 ms/,
  )
  await endless.close()
})
