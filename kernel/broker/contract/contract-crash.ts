import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type BrokerFixture, createTopic, readAll, startReader, textOf, waitFor } from './contract-fixture.ts'

/** What is left after a publishing process was killed. */
export function crashContract(fixture: () => BrokerFixture): void {
  test('every acknowledged record is there after kill -9 of the publisher, in order and once', async () => {
    const topic = await createTopic(fixture().broker())
    for (let round = 0; round < 3; round++) {
      const child = await fixture().publisher(topic)
      await waitFor(() => expect(child.acked()).toBeGreaterThan(150))
      await child.kill()
      const numbers = (await readAll(fixture().broker(), topic))
        .filter((r) => r.headers.round === child.round)
        .map((r) => Number(textOf(r)))
      const there = new Set(numbers)
      expect(there.size).toBe(numbers.length)
      for (let n = 0; n <= child.acked(); n++) expect(there.has(n), `record ${n} of round ${round}`).toBe(true)
    }
    const group = randomUUID()
    const all = await readAll(fixture().broker(), topic)
    const reader = await startReader(fixture().broker(), { group, topics: [topic] })
    await waitFor(() => expect(reader.records).toHaveLength(all.length))
    for (const { partition, latest } of await fixture().broker().partitions(topic)) {
      const offsets = reader.records.filter((r) => r.partition === partition).map((r) => r.offset)
      expect(offsets).toEqual(offsets.toSorted((a, b) => (a < b ? -1 : 1)))
      await waitFor(async () => expect((await fixture().broker().committed(group, topic)).get(partition)).toBe(latest))
    }
  })
}
