import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsOf, platformLimits } from '../../../kernel/access/limits.ts'
import type { Broker } from '../../../kernel/broker/broker.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { openSqliteDatabase } from '../../../kernel/store/sqlite.ts'
import { positionMigration } from '../../../kernel/views/project.ts'
import { runProjector } from '../../../kernel/views/run-projector.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { type AcceptedTables, sweepAccepted } from '../claims/accepted.ts'
import { acceptUpload, type StoredFile } from '../uploads/accept-upload.ts'
import { cancelUpload, deleteUpload, retryUpload } from '../uploads/control.ts'
import { uploads } from '../uploads/service.ts'
import { readUploadFields } from '../uploads/upload-fields.ts'
import { listUploads } from './list-uploads.ts'
import { findUpload, readableUpload, readSteps } from './read-uploads.ts'

let stack: EmbeddedStack
let dir: string
/** A store that no projector folds into. */
let database: Database
let ctx: EdgeContext
beforeAll(async () => {
  stack = await embeddedStack([uploads])
  dir = await mkdtemp(join(tmpdir(), 'millrace-unseen-'))
  database = await openSqliteDatabase({ dir })
  await database.migrate([positionMigration, ...(uploads.migrations ?? [])])
  ctx = { ...stack.ctx, ports: { ...stack.ports, database }, projected: async () => false }
})
afterAll(async () => {
  await database.close()
  await stack.dispose()
  await rm(dir, { recursive: true, force: true })
})

const stored = (name: string): StoredFile => ({ uploadId: newId(), name, contentType: 'text/plain', blob: `x/${name}`, bytes: 3 })
const accept = (name: string, more: Record<string, string> = {}, metadata: object = {}) =>
  acceptUpload(ctx, stored(name), readUploadFields({ metadata: JSON.stringify({ title: 'A', doc_type: 'note', ...metadata }), ...more }), {
    requestId: 'r',
    httpTrigger: true,
  })

test('what was accepted is known at once while no view shows it, within the caller’s limits, and the views take it over', async () => {
  const open = (await accept('open.txt')).uploadId
  const secret = (await accept('secret.txt', {}, { confidentiality: 'secret' })).uploadId
  const kept = (await accept('kept.txt', { process_mode: 'upload_only' })).uploadId
  const replaced = (await accept('open.txt', { replace_existing: 'true' })).uploadId

  expect(await findUpload(database, open)).toMatchObject({ mark: { status: 'queued', stage: 'stored' }, generation: 1 })
  expect(await findUpload(database, replaced)).toMatchObject({ mark: { status: 'queued' }, generation: 2 })
  expect(await findUpload(database, kept)).toMatchObject({ mark: { status: 'complete', stage: 'stored' } })
  const limited = limitsOf({ claims: { confidentiality: 'public' } }, stack.ports.config)
  expect(await readableUpload(database, limited, secret)).toBeUndefined()
  expect(await readableUpload(database, platformLimits, secret)).toBeDefined()
  const listed = async (limits = platformLimits, more = {}) =>
    (await listUploads(database, limits, { limit: 50, ...more })).states.map(({ upload_id }) => upload_id)
  expect(new Set(await listed())).toEqual(new Set([open, secret, kept, replaced]))
  expect(await listed(limited)).not.toContain(secret)
  expect(await listed(platformLimits, { status: 'complete' })).toEqual([kept])
  expect(await listed(platformLimits, { q: 'SECRET' })).toEqual([secret])
  expect(await listed(platformLimits, { limit: 2 })).toHaveLength(2)
  const { next } = await listUploads(database, platformLimits, { limit: 2 })
  const both = [...(await listed(platformLimits, { limit: 2 })), ...(await listed(platformLimits, { limit: 2, cursor: next }))]
  expect(both).toEqual(await listed())
  const before = await readSteps(database, open)
  expect(before).toMatchObject([{ event_type: 'document.received', entity: { status: 'queued', upload_id: open } }])

  const [queued] = await Promise.all([findUpload(database, open), findUpload(database, secret)])
  const by = { requestId: 'r', actor: 'tester' }
  await expect(retryUpload(ctx, queued!, by)).rejects.toMatchObject({ code: 'conflict', details: { status: 'queued' } })
  const [cancelled, gone] = await Promise.all([
    cancelUpload(ctx, queued!, by),
    deleteUpload(ctx, (await findUpload(database, replaced))!, by),
  ])
  expect([cancelled?.mark.status, gone]).toEqual(['queued', false])

  const another: Broker = {
    ...ctx.ports.broker,
    subscribe: (o) => ctx.ports.broker.subscribe({ ...o, group: 'late' }),
    reset: async () => {},
  }
  const projector = await runProjector({ broker: another, database, views: uploads.views ?? [], log: ctx.log })
  await expect.poll(async () => (await readSteps(database, open)).map(({ event_type }) => event_type)).toContain('document.cancel')
  await projector.stop()
  // The record in the history has the id that a client was told before.
  expect((await readSteps(database, open))[0]).toMatchObject({ id: before[0]?.id, event_type: 'document.received' })
  expect(new Set(await listed())).toEqual(new Set([open, secret, kept, replaced]))
  await sweepAccepted(ctx.ports, Date.now())
  expect(await database.tables<AcceptedTables>().selectFrom('accepted_uploads').selectAll().execute()).toEqual([])
})
