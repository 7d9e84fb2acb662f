import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { BatchControl, LogRecord } from '../broker/broker.ts'
import { PartitionWork } from './partition-work.ts'

const record = (offset: bigint, key: string): LogRecord => ({
  ...{ topic: 't', partition: 0, offset, timestamp: 0, key, value: new Uint8Array(), headers: {} },
})

it('a commit that failed does not stand still when a later record was committed meanwhile', async () => {
  const committed: bigint[] = []
  let failures = 1
  const control: BatchControl = {
    signal: new AbortController().signal,
    heartbeat: async () => undefined,
    async commit(offset) {
      if (failures-- > 0) throw new Error('the disk is full')
      // As the broker does.
      if (offset < (committed.at(-1) ?? 0n)) throw new RangeError('commits go forward')
      committed.push(offset)
    },
  }
  const work = new PartitionWork('c', { topic: 't', partition: 0 }, control, pino({ level: 'silent' }), undefined)
  const first = work.run(record(5n, 'a'), async () => true)
  const second = work.run(record(7n, 'b'), async () => true)
  await second
  await first
  // The key is free again, too.
  await work.run(record(8n, 'a'), async () => true)
  expect(committed).toEqual([7n, 7n, 8n])
})
