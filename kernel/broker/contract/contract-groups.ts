import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BatchControl } from '../broker.ts'
import { type BrokerFixture, createTopic, numbered, startReader, textOf, waitFor } from './contract-fixture.ts'

const bySize = (values: readonly string[]) => values.map(Number).toSorted((a, b) => a - b)
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Consumer groups: what they begin with, share, redeliver and commit. */
export function groupContract(fixture: () => BrokerFixture): void {
  const broker = () => fixture().broker()

  test('a group begins at the beginning or at the end, and two groups see everything', async () => {
    const topic = await createTopic(broker())
    await broker().publish(numbered(topic, 20))
    const late = await startReader(broker(), { topics: [topic], from: 'end' })
    const one = await startReader(broker(), { topics: [topic] })
    const two = await startReader(broker(), { topics: [topic] })
    await broker().publish(numbered(topic, 10, 20))
    await waitFor(() => expect([late, one, two].map((r) => r.records.length)).toEqual([10, 30, 30]))
    expect(bySize(one.values())).toEqual(upTo(30))
    expect(bySize(two.values())).toEqual(upTo(30))
    expect(bySize(late.values())).toEqual(upTo(30).slice(20))
  })

  test('what arrives for a group from the end that could not handle it is not skipped by its next member', async () => {
    const topic = await createTopic(broker(), { partitions: 1 })
    await broker().publish(numbered(topic, 3))
    const group = randomUUID()
    const hangs = await startReader(broker(), { group, topics: [topic], from: 'end', handle: async () => {} })
    await broker().publish(numbered(topic, 2, 3))
    await waitFor(() => expect(hangs.records.length).toBeGreaterThan(0))
    await hangs.stop(0)
    const next = await startReader(broker(), { group, topics: [topic], from: 'end' })
    await waitFor(() => expect(next.values()).toEqual(['3', '4']))
  })

  test('one subscription reads several topics', async () => {
    const topics = [await createTopic(broker()), await createTopic(broker(), { partitions: 1 })]
    const reader = await startReader(broker(), { topics })
    await broker().publish(topics.flatMap((topic) => numbered(topic, 5)))
    await waitFor(() => expect(reader.records).toHaveLength(10))
    expect(reader.assigned()).toBe(4)
  })

  test('maxBatch bounds a batch, and a batch is of one partition in order', async () => {
    const topic = await createTopic(broker())
    await broker().publish(numbered(topic, 100))
    const sizes: number[] = []
    const reader = await startReader(broker(), {
      topics: [topic],
      maxBatch: 7,
      async handle({ partition, records }, { commit }) {
        sizes.push(records.length)
        for (const [i, r] of records.entries()) expect([r.partition, r.offset]).toEqual([partition, records[0]!.offset + BigInt(i)])
        await commit(records.at(-1)!.offset)
      },
    })
    await waitFor(() => expect(reader.records).toHaveLength(100))
    expect(Math.max(...sizes)).toBe(7)
  })

  test('two members share the partitions, and one that stops hands its own on', async () => {
    const topic = await createTopic(broker(), { partitions: 6 })
    const group = randomUUID()
    const one = await startReader(broker(), { group, topics: [topic] })
    await waitFor(() => expect(one.assigned()).toBe(6))
    const two = await startReader(broker(), { group, topics: [topic] })
    await waitFor(() => expect([one.assigned(), two.assigned()]).toEqual([3, 3]))
    await broker().publish(numbered(topic, 60))
    await waitFor(() => expect(bySize([...new Set([...one.values(), ...two.values()])])).toEqual(upTo(60)))
    expect(one.records.length).toBeGreaterThan(0)
    expect(two.records.length).toBeGreaterThan(0)
    await one.stop()
    await waitFor(() => expect(two.assigned()).toBe(6))
    two.records.length = 0
    await broker().publish(numbered(topic, 60, 60))
    await waitFor(() => expect(bySize(two.values())).toEqual(upTo(120).slice(60)))
  })

  test('a batch whose handler throws comes again after a pause; others go on', async () => {
    const topic = await createTopic(broker(), { partitions: 3 })
    const tries: number[] = []
    const poison = numbered(topic, 1)[0]!
    const reader = await startReader(broker(), {
      topics: [topic],
      maxBatch: 1,
      async handle({ records }, { commit }) {
        if (textOf(records[0]!) === '0' && tries.push(performance.now()) < 4) throw new Error('not yet')
        await commit(records[0]!.offset)
      },
    })
    await broker().publish([poison, ...numbered(topic, 29, 1)])
    await waitFor(() => expect(new Set(reader.values()).size).toBe(30))
    expect(reader.records).toHaveLength(33)
    expect(tries[1]! - tries[0]!).toBeGreaterThan(90)
    expect(tries[3]! - tries[2]!).toBeGreaterThan(300)
  })

  test('a partition whose handler takes long does not hold up the others', async () => {
    const topic = await createTopic(broker(), { partitions: 3 })
    const gate = Promise.withResolvers<void>()
    const reader = await startReader(broker(), {
      topics: [topic],
      maxBatch: 1,
      async handle({ partition, records }, { commit }) {
        if (partition === 0) await gate.promise
        await commit(records[0]!.offset)
      },
    })
    await broker().publish(numbered(topic, 30))
    const others = () => reader.records.filter((r) => r.partition !== 0).length
    const expected = (await broker().partitions(topic)).filter((p) => p.partition !== 0).reduce((sum, p) => sum + Number(p.latest), 0)
    await waitFor(() => expect(others()).toBe(expected))
    // The others go on with what arrives while the slow one is still held.
    await broker().publish(numbered(topic, 30, 30))
    const more = (await broker().partitions(topic)).filter((p) => p.partition !== 0).reduce((sum, p) => sum + Number(p.latest), 0)
    await waitFor(() => expect(others()).toBe(more))
    expect(reader.records.filter((r) => r.partition === 0)).toHaveLength(1)
    gate.resolve()
    await waitFor(() => expect(reader.records).toHaveLength(60))
  })

  test('a commit is never past an unfinished record: what follows it comes again', async () => {
    const topic = await createTopic(broker(), { partitions: 1 })
    const group = randomUUID()
    await broker().publish(numbered(topic, 10))
    const failing = await startReader(broker(), {
      group,
      topics: [topic],
      async handle({ records }, { commit }) {
        const third = records.find((r) => r.offset === 2n)
        if (!third) throw new Error('stays here')
        await expect(commit(records.at(-1)!.offset + 1n)).rejects.toThrow(RangeError)
        await commit(third.offset)
        await expect(commit(0n)).rejects.toThrow(RangeError)
        throw new Error('the fourth fails')
      },
    })
    await waitFor(async () => expect(await broker().committed(group, topic)).toEqual(new Map([[0, 3n]])))
    await waitFor(() => expect(failing.records.filter((r) => r.offset === 3n).length).toBeGreaterThan(1))
    expect(failing.records.filter((r) => r.offset === 2n)).toHaveLength(1)
    await failing.stop(0)
    expect(await broker().committed(group, topic)).toEqual(new Map([[0, 3n]]))
    const next = await startReader(broker(), { group, topics: [topic] })
    await waitFor(() => expect(next.values()).toEqual(['3', '4', '5', '6', '7', '8', '9']))
  })

  test('a handler that returns before it commits gets the next records, and may commit later', async () => {
    const topic = await createTopic(broker(), { partitions: 1 })
    const group = randomUUID()
    const controls: BatchControl[] = []
    const reader = await startReader(broker(), {
      group,
      topics: [topic],
      async handle(_batch, control) {
        controls.push(control)
      },
    })
    await broker().publish(numbered(topic, 2))
    await waitFor(() => expect(reader.records).toHaveLength(2))
    await broker().publish(numbered(topic, 2))
    await waitFor(() => expect(reader.records).toHaveLength(4))
    expect(await broker().committed(group, topic)).toEqual(new Map())
    expect(new Set(controls.map((c) => c.signal)).size).toBe(1)
    await controls.at(-1)?.commit(0n)
    await controls[0]?.commit(2n)
    expect(await broker().committed(group, topic)).toEqual(new Map([[0, 3n]]))
    await reader.stop(0)
    const next = await startReader(broker(), { group, topics: [topic] })
    await waitFor(() => expect(next.records.map((r) => r.offset)).toEqual([3n]))
  })

  test('a member that is gone without a commit leaves its records to the next', async () => {
    const topic = await createTopic(broker(), { partitions: 1 })
    const group = randomUUID()
    await broker().publish(numbered(topic, 5))
    const signals: AbortSignal[] = []
    const hung = Promise.withResolvers<void>()
    const stale: Promise<unknown>[] = []
    const gone = await startReader(broker(), {
      group,
      topics: [topic],
      async handle({ records }, { signal, commit }) {
        signals.push(signal)
        await hung.promise
        const late = commit(records.at(-1)!.offset)
        stale.push(late.catch((error: unknown) => error))
        await late
      },
    })
    await waitFor(() => expect(gone.records).toHaveLength(5))
    expect(signals.map((s) => s.aborted)).toEqual([false])
    await gone.stop(50)
    expect(signals.map((s) => s.aborted)).toEqual([true])
    const next = await startReader(broker(), { group, topics: [topic], handle: async () => {} })
    await waitFor(() => expect(next.values().slice(0, 5)).toEqual(['0', '1', '2', '3', '4']))
    hung.resolve()
    await waitFor(() => expect(stale).toHaveLength(1))
    expect(await stale[0]).toBeInstanceOf(Error)
    expect(await broker().committed(group, topic)).toEqual(new Map())
  })

  test('stop waits for the handler that runs, and takes its commit', async () => {
    const topic = await createTopic(broker(), { partitions: 1 })
    const group = randomUUID()
    const reader = await startReader(broker(), {
      group,
      topics: [topic],
      async handle({ records }, { signal, commit, heartbeat }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        await heartbeat()
        await commit(records.at(-1)!.offset)
      },
    })
    await broker().publish(numbered(topic, 1))
    await waitFor(() => expect(reader.records).toHaveLength(1))
    await reader.stop()
    expect(await broker().committed(group, topic)).toEqual(new Map([[0, 1n]]))
  })

  test('a group is moved while nobody runs in it, and only then', async () => {
    const topic = await createTopic(broker(), { partitions: 1 })
    const group = randomUUID()
    await broker().publish(numbered(topic, 6))
    const first = await startReader(broker(), { group, topics: [topic] })
    await waitFor(async () => expect(await broker().committed(group, topic)).toEqual(new Map([[0, 6n]])))
    await expect(broker().reset(group, topic, new Map([[0, 0n]]))).rejects.toMatchObject({ code: 'conflict' })
    expect(await broker().members(group)).toBe(1)
    await first.stop()
    await waitFor(async () => expect(await broker().members(group)).toBe(0))
    await broker().reset(group, topic, new Map([[0, 4n]]))
    expect(await broker().committed(group, topic)).toEqual(new Map([[0, 4n]]))
    const second = await startReader(broker(), { group, topics: [topic] })
    await waitFor(() => expect(second.values()).toEqual(['4', '5']))
    expect(await broker().committed('nobody', topic)).toEqual(new Map())
  })
}
