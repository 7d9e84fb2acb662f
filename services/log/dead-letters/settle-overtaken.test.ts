import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runConsumer } from '../../../kernel/consume/run-consumer.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import { deadLettered } from '../../../schemas/dead-letter.ts'
import { documentProcessed, documentRemoved } from '../../../schemas/document-public.ts'
import { ask, freshStackForEach, stack } from '../log.fixture.ts'
import { settleOvertaken } from './settle-overtaken.ts'

freshStackForEach()

const WITHIN = { timeout: 30_000, interval: 20 }
const at = '2026-01-01T00:00:00.000Z'
const document_id = newId()
const upload_id = newId()
let stop: () => Promise<void>

beforeEach(async () => {
  const running = await runConsumer({ consumer: settleOvertaken, ports: stack.ports, log: pino({ level: 'silent' }) })
  stop = () => running.stop(1000)
})
afterEach(() => stop())

let offset = 0
const failed = (attempt: number, topic = 'document.received', generation = 1) =>
  deadLettered.make({
    ...{ consumer: 'parse', topic, partition: 0, offset: String(offset++), key: document_id, headers: {}, encoding: 'utf8' },
    value: JSON.stringify({ upload_id, document_id, generation, attempt }),
    error: { code: 'corrupt', message: 'bad', kind: 'terminal' },
    ...{ attempts: 1, at },
  })
const of = { document_id, upload_id, source_file: 'a.pdf', index: 'documents', timestamp: at, webhook_id: null }
const processed = (generation: number, attempt: number) =>
  documentProcessed.make({
    ...{ ...of, event: 'document.processed', generation, attempt, status: 'completed', processing_time_ms: 1 },
    metadata: { chunks_created: 1, content_length: 1, processing_errors: [] },
  })

const states = async () =>
  (await ask('GET', '/admin/dlq?page_size=100')).body.items
    .map(({ state, topic, offset: n }: Record<string, string>) => [Number(n), topic, state])
    .sort(([a]: [number], [b]: [number]) => a - b)
    .map(([, topic, state]: string[]) => `${topic} ${state}`)

test('a later pass settles what failed of earlier ones, and nothing of its own, nor what was told of the document', async () => {
  await stack.publish([failed(1)])
  await stack.publish([failed(1, 'document.processed')])
  await stack.publish([failed(2, 'document.retry')])
  await stack.publish([processed(1, 1)])
  await stack.publish([processed(1, 2)])
  await expect.poll(states, WITHIN).toEqual(['document.received resolved', 'document.processed open', 'document.retry open'])
  const [id] = (await ask('GET', '/admin/dlq?state=resolved')).body.items.map((item: { id: string }) => item.id)
  expect((await ask('GET', `/admin/dlq/${id}`)).body.history).toMatchObject([
    { what: 'failed' },
    { what: 'resolved', redrive: 0, reason: "overtaken by the document's attempt 2" },
  ])
  await stack.publish([processed(2, 1)])
  await expect.poll(states, WITHIN).toEqual(['document.received resolved', 'document.processed open', 'document.retry resolved'])
})

test('a document takes its dead letters along', async () => {
  await stack.publish([failed(3, 'document.retry', 4)])
  await stack.publish([documentRemoved.make({ ...of, event: 'document.removed', generation: 4, reason: 'deleted' })])
  await expect.poll(states, WITHIN).toEqual(['document.retry resolved'])
})
