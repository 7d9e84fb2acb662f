import { expect, test } from 'vitest'
import type { LogRecord } from '../broker.ts'
import type { Partition } from './log-file.ts'
import { NewestRecords } from './newest-records.ts'

test('gives the records from an offset on across both halves, and none where some of them are gone', () => {
  const newest = new NewestRecords()
  const partition = {} as Partition
  const other = {} as Partition
  const record = (offset: number) => ({ offset: String(offset), value: new Uint8Array(1) }) as unknown as LogRecord
  for (let offset = 10; offset < 5_000; offset++) newest.add(partition, record(offset))
  const offsets = (from: number) => newest.from(partition, from)?.map(({ offset }) => Number(offset))
  const [first] = offsets(4_999 - 2_048) ?? []
  expect(first).toBe(4_999 - 2_048)
  expect(offsets(4_990)).toEqual([4_990, 4_991, 4_992, 4_993, 4_994, 4_995, 4_996, 4_997, 4_998, 4_999])
  expect(offsets(3_000)).toHaveLength(2_000)
  expect(offsets(5_000)).toEqual([])
  expect(offsets(10)).toBeUndefined()
  expect(newest.from(other, 0)).toBeUndefined()
})
