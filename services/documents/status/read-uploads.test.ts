import { afterAll, beforeAll, expect, test } from 'vitest'
import { platformLimits } from '../../../kernel/access/limits.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { uploads } from '../uploads/service.ts'
import { listUploads } from './list-uploads.ts'
import { endedUploads, findUpload, readState, readSteps, recentActivity } from './read-uploads.ts'
import { uploadEventsOf } from './upload-events.fixture.ts'

let stack: EmbeddedStack
beforeAll(async () => {
  stack = await embeddedStack([uploads])
})
afterAll(() => stack.dispose())

const names = (states: readonly { file: { source_file: string } | null }[]) => states.map((s) => s.file?.source_file)
const minute = (n: number) => `2026-03-04T05:${String(n).padStart(2, '0')}:00.000Z`

test('an upload is found once it was received, until it is deleted', async () => {
  const { subject, parsed, received, deleted } = uploadEventsOf('found.txt')
  const { database } = stack.ports
  await stack.publish([parsed()])
  expect(await findUpload(database, subject.upload_id)).toBeUndefined()
  await stack.publish([received()])
  expect((await findUpload(database, subject.upload_id))?.mark.stage).toBe('chunking')
  await stack.publish([deleted()])
  expect(await findUpload(database, subject.upload_id)).toBeUndefined()
  expect((await readState(database, subject.upload_id))?.deleted).toBe(true)
  expect(await findUpload(database, newId())).toBeUndefined()
})

test('the list is newest first, and narrowed by status and by part of the name, taken literally', async () => {
  const older = uploadEventsOf('List 100%_a.TXT', { received_at: minute(1) })
  const newer = uploadEventsOf('list 100 xa.txt', { received_at: minute(2) })
  const failed = uploadEventsOf('list failed.txt', { received_at: minute(3) })
  await stack.publish([older.received(), newer.received(), failed.received(), failed.failed('parsing')])
  const list = async (query: { status?: string; q?: string; limit?: number }) =>
    names((await listUploads(stack.ports.database, platformLimits, { limit: 50, ...query })).states)
  expect(await list({ q: 'LIST' })).toEqual(['list failed.txt', 'list 100 xa.txt', 'List 100%_a.TXT'])
  expect(await list({ q: 'list', limit: 2 })).toEqual(['list failed.txt', 'list 100 xa.txt'])
  expect(await list({ q: '100%_a' })).toEqual(['List 100%_a.TXT'])
  expect(await list({ q: 'list', status: 'error' })).toEqual(['list failed.txt'])
  expect(await list({ q: 'list', status: 'complete' })).toEqual([])
})

test('failed uploads come oldest first over many pages, each once', async () => {
  const many = Array.from({ length: 450 }, (_, i) => uploadEventsOf(`page-${i}.txt`, { received_at: minute(10 + (i % 3)) }))
  await stack.publish(many.flatMap((u) => [u.received(), u.failed('parsing')]))
  const seen = (await Array.fromAsync(endedUploads(stack.ports.database, platformLimits, 'error'))).filter((s) =>
    s.file?.source_file.startsWith('page-'),
  )
  expect(new Set(seen.map((s) => s.upload_id)).size).toBe(450)
  expect(seen).toHaveLength(450)
  const created = seen.map((s) => s.created ?? '')
  expect(created).toEqual([...created].sort())
})

test('the steps of an upload follow each other, each with the state after it', async () => {
  const { subject, ...events } = uploadEventsOf('steps.txt')
  for (const draft of [events.received(), events.parsed(), events.failed('chunking', 'empty')]) await stack.publish([draft])
  const steps = await readSteps(stack.ports.database, subject.upload_id)
  expect(steps.map((s) => [s.event_type, s.entity.status, s.entity.processing_stage])).toEqual([
    ['document.received', 'queued', 'stored'],
    ['document.parsed', 'processing', 'chunking'],
    ['document.failed', 'error', 'chunking'],
  ])
  expect(await readSteps(stack.ports.database, newId())).toEqual([])
})

test('the activity is newest first and leaves progress out', async () => {
  const { subject, ...events } = uploadEventsOf('active.txt')
  for (const draft of [events.received(), events.progressed('parsing', 3), events.indexed()]) await stack.publish([draft])
  const mine = (await recentActivity(stack.ports.database, platformLimits, 100)).filter((a) => a.upload_id === subject.upload_id)
  expect(mine.map((a) => [a.event_type, a.status])).toEqual([
    ['document.indexed', 'complete'],
    ['document.received', 'queued'],
  ])
  expect(mine[0]?.details).not.toHaveProperty('file')
  expect(await recentActivity(stack.ports.database, platformLimits, 1)).toHaveLength(1)
})
