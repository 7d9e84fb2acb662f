import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partitionOf } from '../partition-of.ts'
import { MAX_RECORD_BYTES } from '../record-limit.ts'
import { crashContract } from './contract-crash.ts'
import { type BrokerFixture, collect, createTopic, numbered, readAll, record, textOf, waitFor } from './contract-fixture.ts'
import { groupContract } from './contract-groups.ts'

function logContract(fixture: () => BrokerFixture): void {
  const broker = () => fixture().broker()

  test('records of one key stay in order, at the positions that publish returned', async () => {
    const topic = await createTopic(broker())
    const sent = Array.from({ length: 60 }, (_, i) => record(topic, `key-${i % 7}`, String(i)))
    const positions = [...(await broker().publish(sent.slice(0, 30))), ...(await broker().publish(sent.slice(30)))]
    const found = await readAll(broker(), topic)
    expect(found).toHaveLength(60)
    for (const [i, { partition, offset }] of positions.entries()) {
      expect(partition).toBe(partitionOf(`key-${i % 7}`, 3))
      const there = found.find((r) => r.partition === partition && r.offset === offset)
      expect(there && [there.key, textOf(there)]).toEqual([`key-${i % 7}`, String(i)])
    }
    for (let key = 0; key < 7; key++) {
      const values = found.filter((r) => r.key === `key-${key}`).map((r) => Number(textOf(r)))
      expect(values).toEqual(values.toSorted((a, b) => a - b))
    }
  })

  test('headers, keys and values come back as they were sent', async () => {
    const topic = await createTopic(broker(), { partitions: 1 })
    const headers = { ce_id: '1', 'ünïcödé-名': '値 🦊', empty: '', long: 'x'.repeat(5000) }
    const before = Date.now()
    await broker().publish([
      { ...record(topic, 'schlüssel-🔑'), value: Uint8Array.from([0, 255, 128, 10]), headers },
      record(topic, '', ''),
    ])
    const [first, second] = await readAll(broker(), topic)
    expect(first).toMatchObject({ topic, partition: 0, offset: 0n, key: 'schlüssel-🔑', headers })
    expect(Array.from(first!.value)).toEqual([0, 255, 128, 10])
    expect(first!.timestamp).toBeGreaterThanOrEqual(before)
    expect(first!.timestamp).toBeLessThanOrEqual(Date.now())
    expect(second).toMatchObject({ key: '', headers: {} })
    expect(second!.value).toHaveLength(0)
  })

  test('reads from an offset, from a time and up to an offset', async () => {
    const topic = await createTopic(broker(), { partitions: 1 })
    await broker().publish(numbered(topic, 10))
    const written = Date.now()
    await waitFor(() => expect(Date.now()).toBeGreaterThan(written + 2))
    await broker().publish(numbered(topic, 10, 10))
    const read = async (options: { from: { offset: bigint } | { time: number } | 'beginning'; to?: bigint }) =>
      (await collect(broker().read({ topic, partition: 0, ...options }))).map(textOf)
    const all = await collect(broker().read({ topic, partition: 0, from: 'beginning' }))
    expect(all).toHaveLength(20)
    const later = all[10]!.timestamp
    expect(later).toBeGreaterThan(all[9]!.timestamp)
    expect(await read({ from: { offset: 17n } })).toEqual(['17', '18', '19'])
    expect(await read({ from: { offset: 3n }, to: 6n })).toEqual(['3', '4', '5'])
    expect(await read({ from: { time: later } })).toEqual(all.slice(10).map(textOf))
    expect(await read({ from: { time: later }, to: 12n })).toEqual(['10', '11'])
    expect(await broker().offsetsAt(topic, later)).toEqual(new Map([[0, all[10]!.offset]]))
    expect(await broker().offsetsAt(topic, Date.now() + 3_600_000)).toEqual(new Map([[0, all.at(-1)!.offset + 1n]]))
    expect(await broker().offsetsAt(topic, Date.now() + 3_600_000.5)).toEqual(new Map([[0, all.at(-1)!.offset + 1n]]))
    expect(await broker().offsetsAt(topic, 0)).toEqual(new Map([[0, all[0]!.offset]]))
    expect(await read({ from: { time: later + 3_600_000 } })).toEqual([])
    expect(await read({ from: { offset: 20n } })).toEqual([])
    expect(await read({ from: 'beginning', to: 0n })).toEqual([])
  })

  test('an iteration that is left early ends, and an empty partition has nothing', async () => {
    const topic = await createTopic(broker(), { partitions: 1 })
    expect(await readAll(broker(), topic)).toEqual([])
    await broker().publish(numbered(topic, 5))
    for await (const found of broker().read({ topic, partition: 0, from: 'beginning' })) {
      expect(textOf(found)).toBe('0')
      break
    }
  })

  test('partitions tell their first and next offset', async () => {
    const topic = await createTopic(broker())
    await broker().publish(numbered(topic, 9))
    const counts = [0, 0, 0]
    for (let i = 0; i < 9; i++) counts[partitionOf(`key-${i}`, 3)]! += 1
    const partitions = (await broker().partitions(topic)).toSorted((a, b) => a.partition - b.partition)
    expect(partitions).toEqual(counts.map((count, partition) => ({ partition, earliest: 0n, latest: BigInt(count) })))
  })

  test('a record over the limit is refused and nothing of its publish is written', async () => {
    const topic = await createTopic(broker(), { partitions: 1 })
    const large = { ...record(topic, 'large'), value: new Uint8Array(MAX_RECORD_BYTES) }
    await expect(broker().publish([record(topic, 'small'), large])).rejects.toMatchObject({ code: 'payload_too_large' })
    const fits = { ...large, value: new Uint8Array(MAX_RECORD_BYTES - 5) }
    await broker().publish(Array.from({ length: 6 }, () => fits))
    expect((await readAll(broker(), topic)).map((r) => r.key)).toEqual(Array(6).fill('large'))
  })

  test('a topic that does not exist is an error at once', async () => {
    await expect(broker().publish([record('test.absent', 'key')])).rejects.toThrow(/test\.absent/)
    await expect(broker().partitions('test.absent')).rejects.toThrow(/test\.absent/)
  })

  test('ensureTopics creates what is missing and tells a different number of partitions', async () => {
    const topic = await createTopic(broker())
    const spec = { name: topic, partitions: 3, cleanup: 'delete', retention_ms: -1 } as const
    const absent = { ...spec, name: `${topic}.absent` }
    expect(await broker().ensureTopics([spec])).toEqual([])
    expect(await broker().ensureTopics([{ ...spec, partitions: 4 }])).toEqual([{ topic, what: 'partitions', declared: '4', found: '3' }])
    expect(await broker().ensureTopics([absent, { ...spec, cleanup: 'compact', retention_ms: 5000 }], { dryRun: true })).toEqual([
      { topic: absent.name, what: 'topic', declared: 'present', found: 'missing' },
      { topic, what: 'cleanup.policy', declared: 'compact', found: 'delete' },
      { topic, what: 'retention.ms', declared: '5000', found: '-1' },
    ])
    await expect(broker().partitions(absent.name)).rejects.toThrow()
  })

  test('5000 records from 50 publishers arrive once each, and survive a reopening', async () => {
    const topic = await createTopic(broker(), { partitions: 6 })
    const records = numbered(topic, 5000)
    await Promise.all(Array.from({ length: 50 }, (_, i) => broker().publish(records.slice(i * 100, (i + 1) * 100))))
    await fixture().reopen()
    const found = await readAll(broker(), topic)
    expect(found).toHaveLength(5000)
    expect(new Set(found.map(textOf)).size).toBe(5000)
    await broker().ping()
  })
}

/** The suite that every broker adapter passes. `makeBroker` opens a log of its own for the run. */
export function brokerContract(name: string, makeBroker: () => Promise<BrokerFixture>): void {
  describe(name, () => {
    let made: BrokerFixture | undefined
    const fixture = (): BrokerFixture => {
      if (!made) throw new Error('the broker was not opened')
      return made
    }
    beforeAll(async () => {
      made = await makeBroker()
    })
    afterAll(() => made?.dispose())
    describe('log', () => logContract(fixture))
    describe('groups', () => groupContract(fixture))
    describe('crashes', () => crashContract(fixture))
  })
}
