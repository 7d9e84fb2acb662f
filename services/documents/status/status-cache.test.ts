import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../kernel/runtime/ids.ts'
import { indexCleared } from '../../../schemas/index-admin.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { uploads } from '../uploads/service.ts'
import { createStatusCache, type StatusCache } from './status-cache.ts'
import { type UploadEvents, uploadEventsOf } from './upload-events.fixture.ts'

let stack: EmbeddedStack
let statuses: StatusCache
/** Questions that went to the store. */
let reads: number
beforeAll(async () => {
  stack = await embeddedStack([uploads])
  const { database, clock } = stack.ports
  const counted = {
    ...database,
    tables: <Tables>() => {
      reads++
      return database.tables<Tables>()
    },
  }
  statuses = createStatusCache({ database: counted, clock })
})
afterAll(async () => {
  statuses.close()
  await stack.dispose()
})

const statusOf = async ({ subject }: UploadEvents) => {
  reads = 0
  const shown = await statuses.read(subject.upload_id)
  return [shown && (JSON.parse(shown.body) as { status: string }).status, reads > 0 ? 'read' : 'kept']
}

test('what has ended is kept until it changes, and what has not is read every time', async () => {
  const [mine, other] = [uploadEventsOf('mine.txt'), uploadEventsOf('other.txt')]
  await stack.publish([mine.received(), other.received()])
  expect([await statusOf(mine), await statusOf(mine)]).toEqual([
    ['queued', 'read'],
    ['queued', 'read'],
  ])
  await stack.publish([mine.failed('parsing')])
  expect([await statusOf(mine), await statusOf(mine)]).toEqual([
    ['error', 'read'],
    ['error', 'kept'],
  ])
  await stack.publish([other.parsed()])
  expect(await statusOf(mine)).toEqual(['error', 'kept'])
  await stack.publish([mine.retried(2)])
  expect(await statusOf(mine)).toEqual(['queued', 'read'])
  await stack.publish([mine.indexed(2)])
  expect([await statusOf(mine), await statusOf(mine)]).toEqual([
    ['complete', 'read'],
    ['complete', 'kept'],
  ])
  await stack.publish([mine.deleted()])
  expect(await statusOf(mine)).toEqual([undefined, 'read'])
})

test('what was kept of an upload does not outlive its replacement, nor the deletion of what replaced it', async () => {
  const [old, fresh] = [uploadEventsOf('replaced.txt'), uploadEventsOf('replaced.txt', { generation: 2 })]
  const shown = async ({ subject }: UploadEvents) => JSON.parse((await statuses.read(subject.upload_id))?.body ?? '{}')
  await stack.publish([old.received(), old.indexed(), fresh.received()])
  expect(await shown(old)).toMatchObject({ searchable: true, chunks: 3 })
  await stack.publish([fresh.failed('parsing')])
  expect(await shown(old)).toMatchObject({ searchable: true, chunks: 3 })
  await stack.publish([fresh.retried(2), fresh.indexed(2)])
  const replaced = { status: 'complete', searchable: false, chunks: 0, message: expect.stringContaining('replaced since') }
  expect(await shown(old)).toMatchObject(replaced)
  expect(await shown(fresh)).toMatchObject({ searchable: true, chunks: 3 })
  await stack.publish([fresh.deleted()])
  expect(await shown(old)).toMatchObject(replaced)
  expect(await shown(fresh)).toEqual({})
})

test('the deletion of an upload that was replaced leaves the newer one searchable', async () => {
  const [old, fresh] = [uploadEventsOf('older.txt'), uploadEventsOf('older.txt', { generation: 2 })]
  await stack.publish([old.received(), old.indexed(), fresh.received(), fresh.indexed(), old.deleted()])
  expect(JSON.parse((await statuses.read(fresh.subject.upload_id))?.body ?? '{}')).toMatchObject({ searchable: true, chunks: 3 })
})

test('what was kept of an upload does not outlive a clearing of its index', async () => {
  const mine = uploadEventsOf('cleared.txt')
  const shown = async () => {
    const { status, message, chunks } = JSON.parse((await statuses.read(mine.subject.upload_id))?.body ?? '{}')
    return { status, message, chunks }
  }
  await stack.publish([mine.received(), mine.indexed()])
  expect(await shown()).toMatchObject({ status: 'complete', message: expect.stringContaining('Searchable') })
  await stack.publish([indexCleared.make({ index: mine.file.index, deleted: 1, at: new Date(Date.now() + 1000).toISOString() })])
  expect(await shown()).toMatchObject({ status: 'complete', message: expect.stringContaining('removed since'), chunks: 0 })
})

test('a change while a status is read is not lost', async () => {
  const events = uploadEventsOf('raced.txt')
  await stack.publish([events.received(), events.indexed()])
  const reading = statuses.read(events.subject.upload_id)
  await stack.publish([events.deleted()])
  await reading
  expect(await statusOf(events)).toEqual([undefined, 'read'])
})

test('an upload that nobody knows is not kept as unknown', async () => {
  const events = uploadEventsOf('late.txt', { uploadId: newId() })
  expect(await statusOf(events)).toEqual([undefined, 'read'])
  await stack.publish([events.received(), events.indexed()])
  expect((await statusOf(events))[0]).toBe('complete')
})
