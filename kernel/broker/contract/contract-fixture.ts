import { randomUUID } from 'node:crypto'
import { onTestFinished, vi } from 'vitest'
import type { Broker, LogRecord, OutgoingRecord, SubscribeOptions, Subscription, TopicSpec } from '../broker.ts'
import type { Publisher } from './contract-publisher.ts'

/** What a suite needs of an adapter: ways to its log. */
export interface BrokerFixture {
  readonly broker: () => Broker
  /** Leaves the log as a new process would find it, and opens it again. */
  reopen(): Promise<void>
  /** A program that publishes `key-N` records to a topic for ever, printing N once it is acknowledged; the log is closed here meanwhile where only one process may have it. */
  publisher(topic: string): Promise<Publisher>
  dispose(): Promise<void>
}

export const waitFor = (condition: () => void | Promise<void>, timeout = 20_000): Promise<void> =>
  vi.waitFor(condition, { timeout, interval: 5 })

export const record = (topic: string, key: string, value = key, headers: Record<string, string> = {}): OutgoingRecord => ({
  topic,
  key,
  value: Buffer.from(value),
  headers,
})

export const textOf = (entry: { value: Uint8Array }): string => Buffer.from(entry.value).toString()

/** `count` records of keys that change, numbered from `first` on. */
export const numbered = (topic: string, count: number, first = 0): OutgoingRecord[] =>
  Array.from({ length: count }, (_, i) => record(topic, `key-${first + i}`, String(first + i)))

/** Creates a topic of its own for a test. */
export async function createTopic(broker: Broker, spec: Partial<Omit<TopicSpec, 'name'>> = {}): Promise<string> {
  const name = `test.${randomUUID()}`
  await broker.ensureTopics([{ name, partitions: 3, cleanup: 'delete', retention_ms: -1, ...spec }])
  return name
}

export async function collect(records: AsyncIterable<LogRecord>): Promise<LogRecord[]> {
  return Array.fromAsync(records)
}

/** Every record of a topic, partition after partition. */
export async function readAll(broker: Broker, topic: string): Promise<LogRecord[]> {
  const found: LogRecord[] = []
  for (const { partition } of await broker.partitions(topic))
    found.push(...(await collect(broker.read({ topic, partition, from: 'beginning' }))))
  return found
}

export interface Reader extends Subscription {
  /** What was handed over, in order. */
  readonly records: LogRecord[]
  readonly values: () => string[]
  readonly assigned: () => number
}

/** A member that keeps what it gets and commits it batch by batch, stopped when the test ends. `handle` replaces that. */
export async function startReader(broker: Broker, options: Partial<SubscribeOptions> & Pick<SubscribeOptions, 'topics'>): Promise<Reader> {
  const records: LogRecord[] = []
  let assigned = 0
  const subscription = await broker.subscribe({
    group: `group-${randomUUID()}`,
    from: 'beginning',
    ...options,
    onAssigned: (partitions) => (assigned = partitions.length),
    async handle(batch, control) {
      records.push(...batch.records)
      if (options.handle) await options.handle(batch, control)
      else await control.commit(batch.records.at(-1)!.offset)
    },
  })
  onTestFinished(() => subscription.stop(0))
  return { ...subscription, records, values: () => records.map(textOf), assigned: () => assigned }
}
