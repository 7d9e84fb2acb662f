import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { chatCompleted } from '../../schemas/chat.ts'
import { defineEvent } from '../../schemas/event.ts'
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

/** What of a JSON Schema decides here whether readers of it can read what was written before. */
const writtenSchema = z.object({ required: z.array(z.string()).default([]) })
const registrationSchema = z.object({ schemaType: z.literal('JSON'), schema: z.string() })

/**
 * The part of a registry that registering uses: the compatibility of a subject, its versions, ids by schema. Under BACKWARD, and not where
 * nothing was asked for, a field that has become necessary is refused.
 */
function createRegistry() {
  const levels = new Map<string, string>()
  const versions = new Map<string, string[]>()
  const ids = new Map<string, number>()
  const requiredBy = (schema: string) => writtenSchema.parse(JSON.parse(schema)).required
  return (method: string, path: string, body: unknown): [status: number, reply: object] => {
    const [, what, subject = ''] = path.split('/')
    if (what === 'config' && method === 'PUT') {
      levels.set(subject, z.object({ compatibility: z.string() }).parse(body).compatibility)
      return [200, { compatibility: levels.get(subject) }]
    }
    if (what === 'config') {
      const level = levels.get(subject)
      return level ? [200, { compatibilityLevel: level }] : [404, { error_code: 40401, message: 'none' }]
    }
    if (what !== 'subjects' || method !== 'POST') return [404, { error_code: 404, message: `${method} ${path}` }]
    const { schema } = registrationSchema.parse(body)
    const known = versions.get(subject) ?? []
    const before = known.at(-1)
    const added = before === undefined ? [] : requiredBy(schema).filter((name) => !requiredBy(before).includes(name))
    if (levels.get(subject) === 'BACKWARD' && added.length > 0)
      return [409, { error_code: 409, message: `incompatible: ${added} is new and required` }]
    if (before !== schema) versions.set(subject, [...known, schema])
    if (!ids.has(schema)) ids.set(schema, 7 + ids.size)
    return [200, { id: ids.get(schema) }]
  }
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-registry-'))
  broker = await openEmbeddedBroker({ dir, log: pino({ level: 'silent' }) })
  await broker.ensureTopics([{ name: chatCompleted.name, partitions: 1, cleanup: 'delete', retention_ms: -1 }])
  asked = []
  const registry = createRegistry()
  server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request
    const sent = await text(request)
    const body: unknown = sent && JSON.parse(sent)
    asked.push({ method, path, body })
    const [status, reply] = registry(method, path, body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
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

const noted = (shape: Record<string, z.ZodType>) =>
  defineEvent({ name: 'note.taken', version: 1, description: 'A note.', schema: z.object({ text: z.string(), ...shape }), key: () => 'k' })

test('a schema that old records do not fit stops the start with its reason; one that they fit has an id of its own', async () => {
  await withSchemaRegistry(broker, url, [noted({})])
  await expect(withSchemaRegistry(broker, url, [noted({ by: z.string() })])).rejects.toThrow(
    /SCHEMA_REGISTRY_URL: .*note\.taken.*incompatible/,
  )
  await withSchemaRegistry(broker, url, [noted({ by: z.string().optional() })])
})

test('records are framed with the id of their own schema', async () => {
  const framing = await withSchemaRegistry(broker, url, [noted({}), chatCompleted])
  await framing.publish([record()])
  expect([...((await all(broker))[0]?.value.subarray(0, 5) ?? [])]).toEqual([0, 0, 0, 0, 8])
})

test.each(['floods', 'drips'] as const)('a registry that %s without an end stops the start in time', async (how) => {
  const endless = await startEndlessServer(how)
  await expect(withSchemaRegistry(broker, endless.url, [chatCompleted], '', 300)).rejects.toThrow(
    /SCHEMA_REGISTRY_URL: .*no answer within 300 ms/,
  )
  await endless.close()
})
