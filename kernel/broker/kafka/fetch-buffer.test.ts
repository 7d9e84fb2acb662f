import { expect, test } from 'vitest'
import type { LogRecord } from '../broker.ts'
import { createFetchBuffer } from './fetch-buffer.ts'

const records = (from: number, count: number, bytes = 1): LogRecord[] =>
  Array.from({ length: count }, (_, i) => ({
    topic: 't',
    partition: 0,
    offset: BigInt(from + i),
    key: '',
    value: new Uint8Array(bytes),
    headers: {},
    timestamp: 0,
  }))

const offsets = (found: readonly LogRecord[]) => found.map((r) => Number(r.offset))
const never = new AbortController().signal

test('hands out from the position on, at most as many as asked for, and drops what is before', async () => {
  const buffer = createFetchBuffer(() => {})
  expect(buffer.next()).toBeUndefined()
  buffer.push(records(5, 4))
  expect(offsets(await buffer.read(0, 2, never))).toEqual([5, 6])
  expect(offsets(await buffer.read(6, 10, never))).toEqual([6, 7, 8])
  expect(buffer.next()).toBe(9)
})

test('records that come a second time are left out', async () => {
  const buffer = createFetchBuffer(() => {})
  buffer.push(records(0, 3))
  buffer.push(records(1, 4))
  expect(offsets(await buffer.read(0, 10, never))).toEqual([0, 1, 2, 3, 4])
})

test('waits for the first record, and ends with nothing when the signal is aborted', async () => {
  const buffer = createFetchBuffer(() => {})
  const waiting = buffer.read(0, 10, never)
  buffer.push(records(0, 1))
  expect(offsets(await waiting)).toEqual([0])
  const stop = new AbortController()
  const stopped = buffer.read(1, 10, stop.signal)
  stop.abort()
  expect(await stopped).toEqual([])
  expect(await buffer.read(0, 10, stop.signal)).toEqual([])
})

test('tells once when it is full by bytes or records, and once when half is used up', async () => {
  const calls: boolean[] = []
  const buffer = createFetchBuffer((full) => calls.push(full))
  buffer.push(records(0, 1000))
  expect(calls).toEqual([])
  buffer.push(records(1000, 1500))
  expect([calls, buffer.full()]).toEqual([[true], true])
  await buffer.read(1400, 1, never)
  expect(calls).toEqual([true])
  await buffer.read(2000, 1, never)
  expect([calls, buffer.full()]).toEqual([[true, false], false])
  buffer.push(records(2500, 3, 1024 * 1024))
  expect(calls).toEqual([true, false, true])
})
