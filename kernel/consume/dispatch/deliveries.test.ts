import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../../tests/support/databases.ts'
import type { LogRecord } from '../../broker/broker.ts'
import { databaseDeliveries, deliveriesMigration } from './deliveries.ts'

const recordAt = (offset: bigint, more: Partial<LogRecord> = {}): LogRecord => ({
  topic: 'document.parsed',
  partition: 0,
  offset,
  key: 'k',
  value: new Uint8Array(),
  headers: {},
  timestamp: 0,
  ...more,
})

describe.each(databaseKinds)('deliveries on $kind', ({ create }) => {
  let store: TestDatabase
  beforeEach(async () => {
    store = await create()
    await (await store.open()).migrate([deliveriesMigration])
  })
  afterEach(() => store.dispose())

  test('are counted by consumer and record, over restarts', async () => {
    const before = databaseDeliveries(await store.open())
    expect(await before.begin('chunk', recordAt(7n))).toBe(1)
    const after = databaseDeliveries(await store.open())
    expect(await after.begin('chunk', recordAt(7n))).toBe(2)
    expect(await after.begin('embed', recordAt(7n))).toBe(1)
    expect(await after.begin('chunk', recordAt(7n, { partition: 1 }))).toBe(1)
    expect(await after.begin('chunk', recordAt(7n, { topic: 'document.retry' }))).toBe(1)
    expect(await after.begin('chunk', recordAt(7n))).toBe(3)
  })

  test('what is finished is forgotten up to its offset, and nothing else', async () => {
    const deliveries = databaseDeliveries(await store.open())
    for (const offset of [1n, 2n, 3n]) await deliveries.begin('chunk', recordAt(offset))
    await deliveries.begin('chunk', recordAt(1n, { partition: 1 }))
    await deliveries.begin('embed', recordAt(1n))
    await deliveries.finish('chunk', 'document.parsed', 0, 2n)
    const counts = [1n, 2n, 3n].map((offset) => deliveries.begin('chunk', recordAt(offset)))
    expect(await Promise.all(counts)).toEqual([1, 1, 2])
    expect(await deliveries.begin('chunk', recordAt(1n, { partition: 1 }))).toBe(2)
    expect(await deliveries.begin('embed', recordAt(1n))).toBe(2)
  })

  test('offsets beyond 32 bits are told apart', async () => {
    const deliveries = databaseDeliveries(await store.open())
    const far = 2n ** 40n
    expect(await deliveries.begin('chunk', recordAt(far))).toBe(1)
    expect(await deliveries.begin('chunk', recordAt(far + 1n))).toBe(1)
    expect(await deliveries.begin('chunk', recordAt(far))).toBe(2)
  })
})
