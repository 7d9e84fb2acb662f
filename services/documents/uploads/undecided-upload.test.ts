import { afterEach, beforeEach, expect, test } from 'vitest'
import { rawPath } from '../../../kernel/blobs/raw-path.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { type AcceptedTables, sweepAccepted } from '../claims/accepted.ts'
import { directoryOf } from '../formats/catalog.ts'
import { findUpload } from '../status/read-uploads.ts'
import { uploads } from './service.ts'

let stack: EmbeddedStack
let publish: EdgeContext['publish']
beforeEach(async () => {
  stack = await embeddedStack([uploads])
  publish = stack.ctx.publish
})
afterEach(() => stack.dispose())

/** Lets the next publish end without an answer: what it gives puts on the log what was sent. */
function silentLog(): () => Promise<unknown> {
  let land = async (): Promise<unknown> => undefined
  const silent: EdgeContext['publish'] = async (...sent) => {
    Object.assign(stack.ctx, { publish })
    land = () => publish(...sent)
    throw new ApiError('unavailable', 'no answer', { details: { outcome: 'unknown' }, headers: { 'retry-after': '5' } })
  }
  Object.assign(stack.ctx, { publish: silent })
  return () => land()
}

async function send(name: string, key?: string) {
  const payload = new FormData()
  payload.append('metadata', '{"title":"t","doc_type":"d"}')
  payload.append('file', new Blob(['The mill stands at the brook.']), name)
  const headers = key ? { 'idempotency-key': key } : {}
  const reply = await stack.app.inject({ method: 'POST', url: '/api/v2/upload', headers, payload })
  return { status: reply.statusCode, body: reply.json(), retryAfter: reply.headers['retry-after'] }
}
const fileOf = async (uploadId: string) => (await stack.ports.blobs.stat(rawPath(directoryOf('txt'), uploadId, 'once.txt')))?.bytes

test('an upload of which nobody knows whether the log took it keeps its file, and is whole when it turns up', async () => {
  const land = silentLog()
  const { status, body, retryAfter } = await send('once.txt')
  expect([status, retryAfter, body.error.details.outcome]).toEqual([503, '5', 'unknown'])
  const uploadId = body.error.details.upload_id
  expect(body.error.message).toContain(`GET /api/v2/upload/status/${uploadId}`)
  await land()
  await expect.poll(async () => (await findUpload(stack.ports.database, uploadId))?.mark.status).toBe('queued')
  expect(await fileOf(uploadId)).toBe(29)
  expect(await send('once.txt')).toMatchObject({ status: 409, body: { error: { details: { upload_id: uploadId } } } })
})

test('what is on the log is accepted and keeps its file, though the database goes away before it is noted', async () => {
  const { projected } = stack.ctx
  const away = async () => Promise.reject(new ApiError('unavailable', 'the database does not answer'))
  Object.assign(stack.ctx, { projected: away })
  const { status, body } = await send('once.txt')
  Object.assign(stack.ctx, { projected })
  expect(status).toBe(202)
  await expect.poll(async () => (await findUpload(stack.ports.database, body.upload_id))?.mark.status, { timeout: 30_000 }).toBe('queued')
  expect(await fileOf(body.upload_id)).toBe(29)
})

test('under its key it is finished by the next request, once, whether or not it had landed', async () => {
  for (const [key, landed] of [
    ['landed', true],
    ['lost', false],
  ] as const) {
    const land = silentLog()
    const first = await send(`${key}.txt`, key)
    expect(first.status).toBe(503)
    if (landed) await land()
    const second = await send(`${key}.txt`, key)
    expect([second.status, second.body.upload_id]).toEqual([202, first.body.error.details.upload_id])
    expect(await send(`${key}.txt`, key)).toEqual(second)
  }
  expect((await stack.app.inject('/api/v2/upload/list')).json()).toHaveLength(2)
})

test('without a key the next request takes the name at once; what turns up later is older than it', async () => {
  const land = silentLog()
  const first = await send('once.txt')
  const second = await send('once.txt')
  expect([first.status, second.status]).toEqual([503, 202])
  await land()
  const late = first.body.error.details.upload_id
  await expect.poll(() => findUpload(stack.ports.database, late)).toMatchObject({ generation: 1 })
  expect(await findUpload(stack.ports.database, second.body.upload_id)).toMatchObject({ generation: 2 })
  expect(await fileOf(late)).toBe(29)
})

test('what never turned up goes with its file after a day; what others put into the store stays', async () => {
  silentLog()
  const { body } = await send('once.txt')
  const uploadId = body.error.details.upload_id
  const { database, blobs } = stack.ports
  const tables = database.tables<AcceptedTables>()
  const [note] = await tables.selectFrom('accepted_uploads').selectAll().execute()
  await blobs.write('others/once.txt', Buffer.from('theirs'))
  const others = { ...note!, upload_id: newId(), payload: note!.payload.replace(/[^"]*\/raw\/[^"]*/, 'others/once.txt') }
  await tables.insertInto('accepted_uploads').values(others).execute()
  await sweepAccepted(stack.ports, Date.now())
  expect(await fileOf(uploadId)).toBe(29)
  await sweepAccepted(stack.ports, Date.now() + 26 * 60 * 60 * 1000)
  expect([await fileOf(uploadId), (await blobs.stat('others/once.txt'))?.bytes]).toEqual([undefined, 6])
  expect(await tables.selectFrom('accepted_uploads').selectAll().execute()).toEqual([])
})
