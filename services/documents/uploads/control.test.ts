import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { MAX_ATTEMPTS } from '../../../schemas/document.ts'
import { indexCleared } from '../../../schemas/index-admin.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { claimDocument, confirmClaim } from '../claims/claims.ts'
import { findUpload } from '../status/read-uploads.ts'
import { type UploadEvents, uploadEventsOf } from '../status/upload-events.fixture.ts'
import type { UploadState } from '../status/upload-state.ts'
import { awaitEnd, cancelUpload, deleteUpload, retryUpload } from './control.ts'
import { uploads } from './service.ts'

let stack: EmbeddedStack
let ctx: EdgeContext
beforeAll(async () => {
  stack = await embeddedStack([uploads])
  ctx = stack.ctx
})
afterAll(() => stack.dispose())

const by = { requestId: 'r', actor: 'tester' }

/** The file, and what each stage leaves behind. */
const blobsOf = (events: UploadEvents): [file: string, text: string, passages: string, vectors: string] => {
  const { chunks, vectors } = events.embedded().payload
  return [events.file.blob, events.parsed().payload.parsed.path, chunks.path, vectors.path]
}

/** An upload that is on the log with a claim on its name, and the events that followed. */
async function upload(name: string, after: (events: UploadEvents) => Parameters<EmbeddedStack['publish']>[0] = () => []) {
  const events = uploadEventsOf(name)
  const { document_id: documentId, upload_id: uploadId } = events.subject
  const request = {
    documentId,
    index: 'documents',
    sourceFile: name,
    uploadId,
    takeOver: true,
    now: Date.now(),
    voidBefore: 0,
    viewsCurrent: async () => {},
  }
  await claimDocument(ctx.ports.database, request)
  await confirmClaim(ctx.ports.database, documentId, uploadId)
  for (const path of blobsOf(events)) await ctx.ports.blobs.write(path, Readable.from([Buffer.from('x')]))
  for (const draft of [events.received(), ...after(events)]) await stack.publish([draft])
  return { events, state: () => findUpload(ctx.ports.database, uploadId) as Promise<UploadState> }
}

/** The payloads on a topic that belong to the upload. */
async function payloads(topic: string, uploadId: string): Promise<Record<string, unknown>[]> {
  const schema = z.looseObject({ upload_id: z.string() })
  const partitions = await ctx.ports.broker.partitions(topic)
  const records = await Promise.all(
    partitions.map(({ partition }) => Array.fromAsync(ctx.ports.broker.read({ topic, partition, from: 'beginning' }))),
  )
  return records
    .flat()
    .map((r) => schema.parse(JSON.parse(Buffer.from(r.value).toString())))
    .filter((p) => p.upload_id === uploadId)
}

/** Waits for the command to be on the log, then answers it as its consumer would. */
async function answer(topic: string, { subject }: UploadEvents, draft: Parameters<EmbeddedStack['publish']>[0]): Promise<void> {
  await expect.poll(async () => (await payloads(topic, subject.upload_id)).length).toBe(1)
  await stack.publish(draft)
}

test('a cancellation is answered with the end that it leads to', async () => {
  const { events, state } = await upload('cancelled.txt', (e) => [e.parsed()])
  const [after] = await Promise.all([
    cancelUpload(ctx, await state(), by),
    answer('document.cancel', events, [events.failed('chunking', 'cancelled')]),
  ])
  expect(after?.mark.status).toBe('error')
  expect(await payloads('document.cancel', events.subject.upload_id)).toMatchObject([{ attempt: 1, stage: 'chunking', actor: 'tester' }])
})

test('a cancellation that the end overtakes is a conflict, and so is one after the end', async () => {
  const { events, state } = await upload('too late.txt', (e) => [e.embedded()])
  const cancelled = cancelUpload(ctx, await state(), by)
  const refused = expect(cancelled).rejects.toMatchObject({ code: 'conflict', details: { status: 'complete' } })
  await answer('document.cancel', events, [events.indexed()])
  await refused
  await expect(cancelUpload(ctx, await state(), by)).rejects.toMatchObject({ code: 'conflict' })
  expect(await payloads('document.cancel', events.subject.upload_id)).toHaveLength(1)
})

test('an upload that is not to be seen yet has not ended', async () => {
  const events = uploadEventsOf('unseen.txt')
  const end = awaitEnd(ctx, events.subject.upload_id, 10_000)
  await stack.publish([events.indexed()])
  await stack.publish([events.received()])
  expect((await end)?.mark.status).toBe('complete')
})

test('a deletion is answered when the upload is gone', async () => {
  const { events, state } = await upload('deleted.txt', (e) => [e.indexed()])
  const [gone] = await Promise.all([deleteUpload(ctx, await state(), by), answer('document.delete', events, [events.deleted()])])
  expect(gone).toBe(true)
  expect(await awaitEnd(ctx, events.subject.upload_id, 1000)).toMatchObject({ deleted: true })
})

test.each([
  ['parsing', 'parsing', (_: UploadEvents) => []],
  ['chunking', 'chunking', (e: UploadEvents) => [e.parsed()]],
  ['embedding', 'embedding', (e: UploadEvents) => [e.parsed(), e.chunked()]],
  ['indexing', 'indexing', (e: UploadEvents) => [e.parsed(), e.chunked(), e.embedded()]],
  // A stage whose input was never seen cannot be begun with: an earlier one can.
  ['indexing', 'chunking', (e: UploadEvents) => [e.parsed()]],
] as const)('what failed at %s is tried again from %s with that stage’s input', async (failedAt, from, before) => {
  const { events, state } = await upload(`retry ${failedAt} ${from}.txt`, (e) => [...before(e), e.failed(failedAt)])
  const after = await retryUpload(ctx, await state(), by)
  expect([after?.mark.status, after?.mark.attempt, after?.mark.stage]).toEqual(['queued', 2, from])
  const inputs = { parsing: events.received(), chunking: events.parsed(), embedding: events.chunked(), indexing: events.embedded() }
  expect(await payloads('document.retry', events.subject.upload_id)).toMatchObject([
    { attempt: 2, from, actor: 'tester', input: inputs[from].payload },
  ])
})

test('where what a stage reads is lost, a retry goes back to what is there, and says what is gone where nothing is', async () => {
  const { events, state } = await upload('lost.txt', (e) => [e.parsed(), e.chunked(), e.embedded(), e.failed('indexing')])
  const [file, text, passages] = blobsOf(events)
  const { blobs } = ctx.ports
  await blobs.remove(passages)
  expect((await retryUpload(ctx, await state(), by))?.mark.stage).toBe('chunking')
  await stack.publish([events.failed('chunking', 'storage_failed', 2)])
  await Promise.all([blobs.remove(file), blobs.remove(text)])
  await expect(retryUpload(ctx, await state(), by)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('replace_existing=true'),
    details: { gone: [text, file] },
  })
})

test('what is complete is read once more where its reading left something out', async () => {
  const part = await upload('in part.pdf', (e) => [e.parsed(['Page 2 is left.']), e.chunked(), e.embedded(), e.indexed()])
  const whole = await upload('whole.pdf', (e) => [e.parsed(), e.chunked(), e.embedded(), e.indexed()])
  expect((await retryUpload(ctx, await part.state(), by))?.mark).toMatchObject({ status: 'queued', attempt: 2, stage: 'parsing' })
  await expect(retryUpload(ctx, await whole.state(), by)).rejects.toMatchObject({ code: 'conflict', details: { status: 'complete' } })
})

test('only an upload in error is tried again, and not for ever', async () => {
  const running = await upload('running.txt')
  await expect(retryUpload(ctx, await running.state(), by)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('cancel it first'),
    details: { status: 'queued' },
  })
  const often = await upload('often.txt', (e) => [e.failed('parsing', 'internal', MAX_ATTEMPTS)])
  await expect(retryUpload(ctx, await often.state(), by)).rejects.toMatchObject({ code: 'conflict' })
})

test('of several retries at once one goes on, and its event holds with it; a store that fails keeps neither', async () => {
  const { events, state } = await upload('twice.txt', (e) => [e.failed('parsing')])
  const { database } = ctx.ports
  const failing = { ...database, transaction: () => Promise.reject(new ApiError('unavailable', 'the database does not answer')) }
  const away = { ...ctx, ports: { ...ctx.ports, database: failing } } as EdgeContext
  await expect(retryUpload(away, await state(), by)).rejects.toMatchObject({ code: 'unavailable' })
  const failed = await state()
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => retryUpload(ctx, failed, by)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect((await state()).mark.attempt).toBe(2)
  expect(await payloads('document.retry', events.subject.upload_id)).toHaveLength(1)
})

test('waiting for an end gives the state as it is when the time is over', async () => {
  const { events } = await upload('slow.txt')
  const started = performance.now()
  expect((await awaitEnd(ctx, events.subject.upload_id, 200))?.mark.status).toBe('queued')
  expect(performance.now() - started).toBeGreaterThanOrEqual(199)
})

test('of an index what can be found in it is embedded anew: neither what is only kept, nor what was cleared away', async () => {
  const indexed = (e: UploadEvents) => [e.parsed(), e.chunked(), e.embedded(), e.indexed()]
  const cleared = await upload('cleared.txt', indexed)
  const at = (await cleared.state()).completed ?? ''
  await stack.publish([indexCleared.make({ index: 'documents', deleted: 3, at })])
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(at))
  const found = await upload('found.txt', indexed)
  const kept = uploadEventsOf('kept.txt')
  await stack.publish([kept.received({ process: false })])
  const again = await stack.app.inject({ method: 'POST', url: '/api/v2/upload/embed-again', payload: { index: 'documents' } })
  expect([again.statusCode, again.json()]).toMatchObject([202, { begun: 1, skipped: 0 }])
  const begun = async ({ subject }: UploadEvents) => (await payloads('document.retry', subject.upload_id)).map(({ from }) => from)
  await expect.poll(() => begun(found.events)).toEqual(['embedding'])
  expect(await Promise.all([begun(cleared.events), begun(kept)])).toEqual([[], []])
})
