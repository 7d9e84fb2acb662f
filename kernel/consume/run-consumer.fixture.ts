import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach } from 'vitest'
import { deadLetterChanged, deadLettered } from '../../schemas/dead-letter.ts'
import { documentChunked, documentFailed, documentParsed } from '../../schemas/document.ts'
import type { PayloadOf } from '../../schemas/event.ts'
import type { Broker, LogRecord } from '../broker/broker.ts'
import { decodeRecord, encodeRecord } from '../broker/codec.ts'
import { openEmbeddedBroker } from '../broker/embedded/embedded.ts'
import type { Ports } from '../ports.ts'
import { systemClock } from '../runtime/clock.ts'
import { newId } from '../runtime/ids.ts'
import { type Consumer, defineConsumer } from './define-consumer.ts'
import type { Deliveries } from './dispatch/deliveries.ts'
import { type RunningConsumer, runConsumer } from './run-consumer.ts'

export const log = pino({ level: 'silent' })
const topics = [documentParsed, documentChunked, documentFailed, deadLettered, deadLetterChanged].map((e) => ({
  name: e.name,
  partitions: 2,
  cleanup: 'delete' as const,
  retention_ms: -1,
}))

let dir: string
export let broker: Broker
let running: RunningConsumer[] = []

/** A fresh embedded log for each test of the file that calls this; what runs is stopped after it. */
export function freshLogForEach(): void {
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'millrace-runner-'))
    broker = await openEmbeddedBroker({ dir, log })
    await broker.ensureTopics(topics)
  })
  afterEach(async () => {
    await Promise.all(running.map((r) => r.stop(1000)))
    running = []
    await broker.close()
    rmSync(dir, { recursive: true, force: true })
  })
}

export const file = {
  index: 'documents',
  source_file: 'a.txt',
  file_type: 'txt',
  size_bytes: 5,
  content_type: 'text/plain',
  blob: 'x',
  metadata: { title: 'A', doc_type: 'note' },
  received_at: '2026-01-01T00:00:00.000Z',
}
export type Parsed = PayloadOf<typeof documentParsed>
export const parsedOf = (documentId: string, pages = 1): Parsed => ({
  upload_id: newId(),
  document_id: documentId,
  generation: 1,
  attempt: 1,
  file,
  parsed: { path: 'p', bytes: 1 },
  pages,
  characters: 1,
  warnings: [],
})
export const send = (...payloads: Parsed[]) =>
  broker.publish(
    payloads.map((p) => encodeRecord(documentParsed.make(p), { id: newId(), source: '/test', requestId: 'request-1', time: Date.now() })),
  )

export type Handle = (payload: Parsed, attempt: number, signal: AbortSignal) => Promise<void>
export const consumerOf = (handle: Handle, more: Partial<Pick<Consumer, 'retry' | 'timeoutMs'>> & { warning?: string } = {}): Consumer =>
  defineConsumer({
    name: 'chunk',
    runs: 'worker',
    on: [documentParsed],
    emits: [documentChunked, documentFailed],
    needs: [],
    retry: more.retry ?? { attempts: 3, baseMs: 1, capMs: 5 },
    timeoutMs: more.timeoutMs ?? 10_000,
    async handle(ctx, { payload: p }) {
      await handle(p, ctx.attempt, ctx.signal)
      const { upload_id, document_id, generation, attempt } = p
      return [
        documentChunked.make({
          upload_id,
          document_id,
          generation,
          attempt,
          file: { ...p.file, blob: more.warning ?? 'x' },
          chunks: { path: 'c', bytes: 1 },
          count: p.pages,
          characters: 1,
        }),
      ]
    },
    onGiveUp: ({ payload: { upload_id, document_id, generation, attempt, file } }, { error, attempts, at }) => [
      documentFailed.make({
        upload_id,
        document_id,
        generation,
        attempt,
        file,
        error: { code: 'internal', message: error.message, stage: 'chunking', retryable: error.retryable, attempt: attempts, at },
      }),
    ],
  })

export async function run(consumer: Consumer, more: { ports?: Partial<Ports>; deliveries?: Deliveries } = {}): Promise<RunningConsumer> {
  const ports = { broker, clock: systemClock, ...more.ports } as unknown as Ports
  const one = await runConsumer({ consumer, ports, log, ...(more.deliveries && { deliveries: more.deliveries }) })
  running.push(one)
  return one
}

export async function recordsOf(topic: string): Promise<LogRecord[]> {
  const all: LogRecord[] = []
  for (const { partition } of await broker.partitions(topic))
    for await (const record of broker.read({ topic, partition, from: 'beginning' })) all.push(record)
  return all
}
export const payloadsOf = async <T>(topic: string): Promise<T[]> => (await recordsOf(topic)).map((r) => decodeRecord(r).payload as T)
export const committedOffsets = async () => [...(await broker.committed('chunk', 'document.parsed')).values()].reduce((a, b) => a + b, 0n)
