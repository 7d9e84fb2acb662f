import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Kafka, logLevel } from 'kafkajs'
import { pino } from 'pino'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { startKafka } from '../../../scripts/kafka/broker.ts'
import { mayHaveHappened } from '../../runtime/errors.ts'
import type { Broker } from '../broker.ts'
import { createTopic, numbered, readAll, record, startReader, textOf, waitFor } from '../contract/contract-fixture.ts'
import { connectKafkaBroker } from './kafka.ts'

const log = pino({ level: 'silent' })
const shared = inject('kafkaBrokers')
/** Longer than the session of a group's member, which is 10 s. */
const LONG_HANDLER_MS = 14_000
const OUTAGE_MS = 12_000
/** Within which a group notices that a member was stopped, or has come back. */
const STOPPED_MS = 40_000

async function connect(brokers: string): Promise<Broker> {
  const broker = await connectKafkaBroker({ brokers: brokers.split(','), clientId: 'faults', log })
  onTestFinished(() => broker.close())
  return broker
}

/** Publishes one record after the other until told to stop. */
async function publishSteadily(broker: Broker, topic: string, signal: AbortSignal) {
  const acked: string[] = []
  const refused: { n: string; error: unknown }[] = []
  const longest = { ms: 0 }
  for (let n = 0; !signal.aborted; n++) {
    const began = performance.now()
    try {
      await broker.publish([record(topic, `key-${n}`, String(n))], { timeoutMs: 2000 })
      acked.push(String(n))
    } catch (error) {
      refused.push({ n: String(n), error })
    }
    longest.ms = Math.max(longest.ms, performance.now() - began)
    await sleep(5)
  }
  return { acked, refused, longest }
}

/** Another process that is a member of the group. */
async function startWorker(brokers: string, group: string, topic: string) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../embedded/work-for-ever.ts', import.meta.url)), brokers, group, topic], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const lines = () => output.split('\n').slice(0, -1)
  return {
    begun: () => lines().filter((line) => !line.startsWith('holds')),
    holds: () =>
      Number(
        lines()
          .findLast((line) => line.startsWith('holds'))
          ?.slice('holds '.length) ?? 0,
      ),
    stop: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
  }
}

describe.runIf(shared)('faults of Kafka', () => {
  test(
    'a broker that is killed and gone for 12 s loses nothing acknowledged; publishes are refused meanwhile and go on after',
    { timeout: 120_000 },
    async () => {
      const kafka = await startKafka()
      onTestFinished(() => kafka.stop())
      const broker = await connect(kafka.brokers)
      const topic = await createTopic(broker)
      const reader = await startReader(broker, { topics: [topic] })
      const end = new AbortController()
      const publishing = publishSteadily(broker, topic, end.signal)
      await waitFor(() => expect(reader.records.length).toBeGreaterThan(50))
      kafka.kill()
      await sleep(OUTAGE_MS)
      const during = reader.records.length
      await kafka.restart()
      await waitFor(() => expect(reader.records.length).toBeGreaterThan(during + 50), 30_000)
      end.abort()
      const { acked, refused, longest } = await publishing
      expect(refused.length).toBeGreaterThan(2)
      for (const { error } of refused) expect(error).toMatchObject({ code: 'unavailable', headers: { 'retry-after': expect.any(String) } })
      expect(longest.ms).toBeLessThan(3000)
      const there = new Set((await readAll(broker, topic)).map(textOf))
      // What may turn up says so; nothing else does.
      expect(refused.filter(({ n, error }) => there.has(n) && !mayHaveHappened(error))).toEqual([])
      expect(acked.filter((n) => !there.has(n))).toEqual([])
      await waitFor(() => expect(acked.filter((n) => !reader.values().includes(n))).toEqual([]))
    },
  )

  test('a handler that takes longer than the session keeps its partition and is not called twice', async () => {
    const broker = await connect(shared!)
    const topic = await createTopic(broker, { partitions: 2 })
    const group = randomUUID()
    let calls = 0
    const options = {
      group,
      topics: [topic],
      maxBatch: 1,
      async handle(
        { records }: { records: readonly { offset: bigint; value: Uint8Array }[] },
        control: { signal: AbortSignal; commit(offset: bigint): Promise<void> },
      ) {
        if (textOf(records[0]!) === '0') {
          calls += 1
          await sleep(LONG_HANDLER_MS, undefined, { signal: control.signal })
        }
        await control.commit(records[0]!.offset)
      },
    }
    const one = await startReader(broker, options)
    const two = await startReader(broker, options)
    await waitFor(() => expect([one.assigned(), two.assigned()]).toEqual([1, 1]))
    await broker.publish(numbered(topic, 10))
    const latest = new Map((await broker.partitions(topic)).map(({ partition, latest }) => [partition, latest]))
    await waitFor(async () => expect(await broker.committed(group, topic)).toEqual(latest), LONG_HANDLER_MS + 20_000)
    expect(calls).toBe(1)
    expect(one.records.length + two.records.length).toBe(10)
  })

  test('a member that joins or leaves disturbs only the partitions that move', async () => {
    const broker = await connect(shared!)
    const topic = await createTopic(broker, { partitions: 4 })
    const group = randomUUID()
    const held = new Map<number, AbortSignal>()
    const gate = Promise.withResolvers<void>()
    const one = await startReader(broker, {
      group,
      topics: [topic],
      async handle({ partition, records }, { signal, commit }) {
        held.set(partition, signal)
        await gate.promise
        await commit(records.at(-1)!.offset)
      },
    })
    await broker.publish(numbered(topic, 40))
    await waitFor(() => expect(held.size).toBe(4))
    const two = await startReader(broker, { group, topics: [topic] })
    await waitFor(() => expect([one.assigned(), two.assigned()]).toEqual([2, 2]))
    expect([...held.values()].filter((signal) => signal.aborted)).toHaveLength(2)
    await two.stop()
    await waitFor(() => expect(one.assigned()).toBe(4))
    gate.resolve()
    await waitFor(async () => expect([...(await broker.committed(group, topic)).values()].reduce((sum, n) => sum + n, 0n)).toBe(40n))
    const counts = Map.groupBy([...one.records, ...two.records], textOf)
    expect(counts.size).toBe(40)
    expect([...counts.values()].filter((some) => some.length > 1).length).toBeLessThanOrEqual(20)
  })

  test(
    'a member that was stopped past its session and resumed does nothing again that another one did, and nothing stays behind',
    {
      timeout: 240_000,
    },
    async () => {
      const broker = await connect(shared!)
      const topic = await createTopic(broker, { partitions: 4 })
      const group = randomUUID()
      const sibling = await startReader(broker, { group, topics: [topic] })
      const worker = await startWorker(shared!, group, topic)
      await waitFor(() => expect([sibling.assigned(), worker.holds()]).toEqual([2, 2]), STOPPED_MS)
      const begun = () => [worker.begun(), sibling.records.map(({ partition, offset }) => `${partition}/${offset}`)] as const
      /** Waits until the group is done with `count` records; tells what is begun later although it was done by then. */
      const allDone = async (count: number) => {
        const latest = new Map((await broker.partitions(topic)).map(({ partition, latest }) => [partition, latest]))
        await waitFor(async () => expect(await broker.committed(group, topic)).toEqual(latest), STOPPED_MS)
        // What another process prints comes by a way of its own.
        await waitFor(() => expect(new Set(begun().flat()).size).toBe(count))
        const before = begun().map(({ length }) => length)
        return () =>
          begun().flatMap((places, of) =>
            places.slice(before[of]).filter((place) => {
              const [partition, offset] = place.split('/')
              return BigInt(offset!) < latest.get(Number(partition))!
            }),
          )
      }
      await broker.publish(numbered(topic, 40))
      const againAfterStop = await allDone(40)
      worker.stop()
      await broker.publish(numbered(topic, 40, 40))
      await waitFor(() => expect(sibling.assigned()).toBe(4), STOPPED_MS)
      await broker.publish(numbered(topic, 40, 80))
      const againAfterResume = await allDone(120)
      worker.resume()
      await waitFor(() => expect([sibling.assigned(), worker.holds()]).toEqual([2, 2]), STOPPED_MS)
      await broker.publish(numbered(topic, 40, 120))
      await allDone(160)
      // What the stopped one had taken and not begun came to the sibling alone.
      expect([againAfterStop(), againAfterResume()]).toEqual([[], []])
    },
  )

  test('a topic that is deleted and made again while a group reads it is read from its beginning', async () => {
    const broker = await connect(shared!)
    const topic = await createTopic(broker, { partitions: 1 })
    const taken: string[] = []
    const reader = await startReader(broker, { topics: [topic], onTaken: async (name) => void taken.push(name) })
    await broker.publish(numbered(topic, 20))
    await waitFor(() => expect(reader.values()).toHaveLength(20))
    const admin = new Kafka({ brokers: shared!.split(','), logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
    onTestFinished(() => admin.disconnect())
    await admin.deleteTopics({ topics: [topic] })
    await waitFor(async () => expect(await admin.listTopics()).not.toContain(topic), STOPPED_MS)
    // As npm run topics does it: in another process.
    const other = await connect(shared!)
    await other.ensureTopics([{ name: topic, partitions: 1, cleanup: 'delete', retention_ms: -1 }])
    await other.publish(numbered(topic, 3, 100))
    await waitFor(() => expect(reader.values().slice(20)).toEqual(['100', '101', '102']), 2 * STOPPED_MS)
    expect(taken.length).toBeGreaterThan(1)
  })

  test('topics are created as declared, with the time of the broker', async () => {
    const broker = await connect(shared!)
    const topic = await createTopic(broker, { partitions: 2, cleanup: 'compact', retention_ms: 86_400_000 })
    const admin = new Kafka({ brokers: shared!.split(','), logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
    onTestFinished(() => admin.disconnect())
    const names = ['cleanup.policy', 'retention.ms', 'message.timestamp.type']
    const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [{ type: 2, name: topic, configNames: names }] })
    const found = Object.fromEntries(resources[0]!.configEntries.map((entry) => [entry.configName, entry.configValue]))
    expect(found).toEqual({ 'cleanup.policy': 'compact', 'retention.ms': '86400000', 'message.timestamp.type': 'LogAppendTime' })
    expect(await broker.partitions(topic)).toHaveLength(2)
  })

  test('a cluster that is not there is unavailable; where it is looked for is told to operators alone', async () => {
    await expect(connectKafkaBroker({ brokers: ['127.0.0.1:1'], clientId: 'nobody', log })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Kafka does not answer',
      operators: expect.stringContaining('127.0.0.1:1'),
    })
  })
})
