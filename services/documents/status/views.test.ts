import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { limitsOf } from '../../../kernel/access/limits.ts'
import { openSqliteDatabase } from '../../../kernel/store/sqlite.ts'
import { embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { eventOf } from '../../../tests/support/handler-context.ts'
import { acceptedMigration } from '../claims/accepted.ts'
import { uploads } from '../uploads/service.ts'
import { listUploads } from './list-uploads.ts'
import { uploadEventsOf } from './upload-events.fixture.ts'
import {
  type UploadTables,
  uploadLabelsMigration,
  uploadOutdatesMigration,
  uploadsView,
  uploadViewsMigration,
  wasReplaced,
} from './views.ts'

test('a row that does not fit the view’s schema is refused, with what mends it', () => {
  const { received } = uploadEventsOf('a.txt')
  const state = uploadsView.evolve(undefined, eventOf('document.received', received().payload))
  expect(uploadsView.read({ body: JSON.stringify(state) })).toEqual(state)
  const odd = JSON.stringify({ ...state, progress: 'half' })
  expect(() => uploadsView.read({ body: odd })).toThrow(/npm run rebuild-views uploads .+ at progress/s)
})

test('rows from before labels were columns get theirs', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'labels-'))
  const stack = await embeddedStack([uploads])
  const database = await openSqliteDatabase({ dir })
  try {
    const made = Array.from({ length: 603 }, (_, i) => uploadEventsOf(`f${i}.txt`))
    await database.migrate([uploadViewsMigration])
    for (const [i, { file, subject, received }] of made.entries()) {
      const event = eventOf('document.received', received({}, i % 2 ? { confidentiality: 'internal' } : {}).payload)
      const body = JSON.stringify(uploadsView.evolve(undefined, event))
      const row = { key: subject.upload_id, body, status: 'queued', created: file.received_at, visible: 1 }
      await database.tables<UploadTables>().insertInto('uploads').values(row).execute()
    }
    await database.migrate([uploadViewsMigration, uploadLabelsMigration, acceptedMigration])
    const read = async (claims: Record<string, unknown>) =>
      (await listUploads(database, limitsOf({ claims }, stack.ports.config), { limit: 5000 })).states.length
    expect([await read({}), await read({ confidentiality: 'internal' }), await read({ confidentiality: 'public' })]).toEqual([603, 301, 0])
  } finally {
    await database.close()
    await stack.dispose()
    await rm(dir, { recursive: true })
  }
})

test('uploads that were replaced before it was noted are known as such', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'outdates-'))
  const database = await openSqliteDatabase({ dir })
  try {
    const [old, fresh, queued] = [1, 2, 3].map((generation) => uploadEventsOf('a.txt', { generation }))
    const rows = [
      [old!, [old!.received(), old!.indexed()]],
      [fresh!, [fresh!.received(), fresh!.indexed()]],
      [queued!, [queued!.received()]],
    ] as const
    await database.migrate([uploadViewsMigration])
    const states = []
    for (const [{ subject }, drafts] of rows) {
      const events = drafts.map(({ type, payload }) => eventOf(type, payload) as Parameters<typeof uploadsView.evolve>[1])
      const state = events.reduce<ReturnType<typeof uploadsView.read> | undefined>(
        (before, event) => uploadsView.evolve(before, event),
        undefined,
      )!
      states.push(state)
      const row = { key: subject.upload_id, body: JSON.stringify(state), document_id: subject.document_id }
      await database.tables<UploadTables>().insertInto('uploads').values(row).execute()
    }
    await database.migrate([uploadViewsMigration, uploadOutdatesMigration])
    const replaced = await Promise.all(states.map((state) => wasReplaced(database.tables<UploadTables>(), state)))
    expect(replaced).toEqual([true, false, false])
  } finally {
    await database.close()
    await rm(dir, { recursive: true, force: true })
  }
})
