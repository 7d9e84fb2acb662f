import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encodeRecord } from '../../../kernel/broker/codec.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { positionMigration, projectBatch } from '../../../kernel/views/project.ts'
import type { EventDraft } from '../../../schemas/event.ts'
import { indexCleared } from '../../../schemas/index-admin.ts'
import { databaseKinds, type TestDatabase } from '../../../tests/support/databases.ts'
import { type UploadEvents, uploadEventsOf } from '../status/upload-events.fixture.ts'
import { uploads } from '../uploads/service.ts'
import { type ClaimRequest, type ClaimTables, claimDocument, confirmClaim, releaseClaim, voidClaimsBefore } from './claims.ts'
import { claimRetry } from './retry-claims.ts'

const NOW = 1_800_000_000_000
const log = pino({ level: 'silent' })

describe.each(databaseKinds)('claims on $kind', ({ create }) => {
  let store: TestDatabase
  let database: Database
  let offset: bigint
  let viewsCurrent: () => Promise<void>
  beforeEach(async () => {
    store = await create()
    database = await store.open()
    offset = 0n
    viewsCurrent = async () => {}
    await database.migrate([positionMigration, ...(uploads.migrations ?? [])])
  })
  afterEach(() => store.dispose())

  type More = { takeOver?: boolean; now?: number; standing?: ClaimRequest['standing']; labels?: ClaimRequest['labels'] }
  const claimed = (uploadId: string, more: More = {}, on = database) => {
    const { subject, file } = uploadEventsOf('a.txt')
    const now = more.now ?? NOW
    return claimDocument(on, {
      documentId: subject.document_id,
      index: file.index,
      sourceFile: file.source_file,
      uploadId,
      takeOver: more.takeOver ?? false,
      now,
      voidBefore: now - 15_000,
      viewsCurrent: () => viewsCurrent(),
      standing: more.standing,
      labels: more.labels,
      acceptedAs: ({ generation, labels }) => ({
        holder: uploadId,
        received: uploadEventsOf('a.txt', { uploadId, generation }).received({}, labels).payload,
        now,
        voidBefore: now - 15_000,
      }),
    })
  }
  /** The generation of a claim. */
  const claim = async (...args: Parameters<typeof claimed>) => {
    const found = await claimed(...args)
    return found === 'hidden' ? found : found.generation
  }
  const { document_id: documentId } = uploadEventsOf('a.txt').subject
  const project = async (...drafts: EventDraft[]) => {
    const records = drafts.map((draft) => {
      const origin = { id: newId(), source: '/test', requestId: '', time: NOW }
      return { ...encodeRecord(draft, origin), topic: 'any', partition: 0, offset: offset++, timestamp: NOW }
    })
    await projectBatch(database, uploads.views ?? [], { topic: 'any', partition: 0, records }, log)
  }
  /** An upload that is on the log, with the events that followed. */
  const accept = async (
    generation: number,
    after: (events: UploadEvents) => EventDraft[] = () => [],
    takeOver = false,
  ): Promise<string> => {
    const events = uploadEventsOf('a.txt', { generation })
    const { upload_id } = events.subject
    expect(await claim(upload_id, { takeOver })).toBe(generation)
    await confirmClaim(database, documentId, upload_id)
    await project(events.received(), ...after(events))
    return upload_id
  }
  const release = (uploadId: string) => releaseClaim(database, { documentId, uploadId, holder: uploadId, now: NOW })
  const ownerNamed = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'free',
      (error) => (error instanceof ApiError && error.code === 'conflict' ? (error.details as { upload_id: string }).upload_id : error),
    )

  test('of many at once on several connections exactly one gets the name', async () => {
    // SQLite has one process, and with it one connection.
    const connections = database.kind === 'postgres' ? [database, await store.open()] : [database]
    const ids = Array.from({ length: 12 }, newId)
    const outcomes = await Promise.allSettled(ids.map((id, i) => claim(id, {}, connections[i % connections.length])))
    const winner = ids[outcomes.findIndex((o) => o.status === 'fulfilled')]
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
    const named = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason.details.upload_id] : []))
    expect(new Set(named)).toEqual(new Set([winner]))
  })

  test('those that take over all get a generation of their own', async () => {
    const generations = await Promise.all(Array.from({ length: 6 }, () => claim(newId(), { takeOver: true })))
    expect(generations.sort()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('an upload that is under way, complete or only stored holds the name', async () => {
    const first = await accept(1)
    expect(await ownerNamed(claim(newId()))).toBe(first)
    const second = await accept(2, (e) => [e.parsed(), e.indexed()], true)
    expect(await ownerNamed(claim(newId()))).toBe(second)
  })

  test('a failed or deleted upload leaves the name free', async () => {
    await accept(1, (e) => [e.failed('parsing')])
    await accept(2, (e) => [e.indexed(), e.deleted()])
    expect(await claim(newId())).toBe(3)
  })

  test('a failed replacement leaves the upload that it would have replaced in its place', async () => {
    const first = await accept(1, (e) => [e.indexed()])
    await accept(2, (e) => [e.failed('embedding')], true)
    expect(await ownerNamed(claim(newId()))).toBe(first)
  })

  test('what is searchable keeps its name though a later pass failed, until its index is cleared', async () => {
    const first = await accept(1, (e) => [e.indexed(), e.failed('embedding', 'internal', 2)])
    expect(await ownerNamed(claim(newId()))).toBe(first)
    await project(indexCleared.make({ index: 'documents', deleted: 3, at: new Date(NOW).toISOString() }))
    expect(await claim(newId())).toBe(2)
  })

  test('a deleted replacement took the document with it', async () => {
    await accept(1, (e) => [e.indexed()])
    await accept(2, (e) => [e.indexed(), e.deleted()], true)
    expect(await claim(newId())).toBe(3)
  })

  test('a claim whose edge died before the log had it is void after 15 s, a confirmed one is not', async () => {
    const dead = newId()
    await claim(dead)
    expect(await ownerNamed(claim(newId(), { now: NOW + 15_000 }))).toBe(dead)
    const next = newId()
    expect(await claim(next, { now: NOW + 15_001 })).toBe(2)
    await confirmClaim(database, documentId, next)
    expect(await ownerNamed(claim(newId(), { now: NOW + 3_600_000 }))).toBe(next)
  })

  test('a claim is void only once the views are current: its upload may be on the log', async () => {
    const events = uploadEventsOf('a.txt', { generation: 1 })
    const { upload_id } = events.subject
    await claim(upload_id)
    const later = { now: NOW + 15_001 }
    viewsCurrent = () => Promise.reject(new ApiError('unavailable', 'behind'))
    await expect(claim(newId(), later)).rejects.toMatchObject({ code: 'unavailable' })
    viewsCurrent = () => project(events.received())
    expect(await ownerNamed(claim(newId(), later))).toBe(upload_id)
    expect(await claim(newId(), { ...later, takeOver: true })).toBe(2)
  })

  test('what may not be replaced is not taken over, nor what is not to be seen yet', async () => {
    const limited = (standing: 'mine' | 'seen' | 'hidden', takeOver = true) => claim(newId(), { takeOver, standing: () => standing })
    const first = newId()
    await claim(first)
    expect(await ownerNamed(limited('mine'))).toBe(first)
    await release(first)
    await accept(2, (e) => [e.indexed()])
    await expect(limited('seen')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(limited('seen', false)).rejects.toMatchObject({ code: 'conflict' })
    expect([await limited('hidden'), await limited('hidden', false)]).toEqual(['hidden', 'hidden'])
    expect(await limited('mine')).toBe(3)
  })

  test('labels that an upload leaves out stay, also those of one that is not to be seen yet, and a release gives them back', async () => {
    const take = (labels: ClaimRequest['labels'], uploadId = newId()) => claimed(uploadId, { takeOver: true, labels })
    const secret = { confidentiality: 'secret', business_unit: 'north' }
    expect(await take(secret)).toEqual({ documentId, generation: 1, labels: secret })
    expect(await take({})).toEqual({ documentId, generation: 2, labels: secret })
    const lost = newId()
    expect(await take({ confidentiality: 'public' }, lost)).toEqual({
      documentId,
      generation: 3,
      labels: { ...secret, confidentiality: 'public' },
    })
    await release(lost)
    expect(await take({ business_unit: 'south' })).toEqual({ documentId, generation: 4, labels: { ...secret, business_unit: 'south' } })
    const events = uploadEventsOf('a.txt', { generation: 5 })
    await project(events.received({}, { confidentiality: 'internal' }))
    expect(await take({})).toEqual({ documentId, generation: 6, labels: { confidentiality: 'internal' } })
  })

  test('with one process alone the claims of the process before are void at once', () => {
    const now = Date.now()
    expect(voidClaimsBefore(true, now)).toBeGreaterThan(now - 15_000 - 1)
    expect(voidClaimsBefore(true, now)).toBeLessThanOrEqual(now)
    expect(voidClaimsBefore(false, now)).toBe(now - 15_000)
  })

  test('a released claim gives the name back, and its generation is never used again', async () => {
    const first = await accept(1, (e) => [e.indexed()])
    const lost = newId()
    await claim(lost, { takeOver: true })
    await release(lost)
    expect(await ownerNamed(claim(newId()))).toBe(first)
    expect(await claim(newId(), { takeOver: true })).toBe(3)
  })

  test('a release changes nothing when another upload has taken the name since', async () => {
    await accept(1, (e) => [e.indexed()])
    const lost = newId()
    await claim(lost, { takeOver: true })
    const third = await accept(3, () => [], true)
    await release(lost)
    expect(await ownerNamed(claim(newId()))).toBe(third)
  })

  test('a name that falls back to an upload that never reached the log is free in the end', async () => {
    const [first, second] = [newId(), newId()]
    await claim(first)
    await claim(second, { takeOver: true })
    await release(first)
    await release(second)
    expect(await ownerNamed(claim(newId()))).toBe(first)
    expect(await claim(newId(), { now: NOW + 15_001 })).toBe(3)
  })

  test('a claim that a power failure took back to an older upload follows the log', async () => {
    await claim(newId())
    await project(uploadEventsOf('a.txt', { generation: 3 }).received())
    expect(await claim(newId(), { takeOver: true })).toBe(4)
  })

  describe('of retries', () => {
    const retry = (uploadId: string, attempt: number) =>
      database.transaction<ClaimTables, void>((trx) => claimRetry(trx, { documentId, uploadId, attempt }))

    test('one of several at once goes on', async () => {
      const id = await accept(1, (e) => [e.failed('parsing')])
      const outcomes = await Promise.allSettled([retry(id, 2), retry(id, 2), retry(id, 2)])
      expect(outcomes.map((o) => o.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
      await retry(id, 3)
    })

    test('none goes on for an upload whose name a newer one has', async () => {
      const old = await accept(1, (e) => [e.failed('parsing')])
      await accept(2)
      await expect(retry(old, 2)).rejects.toMatchObject({ code: 'conflict' })
    })

    test('one goes on although the store was lost, but for that of an upload whose name a newer one has', async () => {
      const id = await accept(1, (e) => [e.failed('parsing')])
      const newer = await accept(2, (e) => [e.failed('parsing')])
      await database.tables<ClaimTables>().deleteFrom('document_claims').execute()
      await expect(retry(id, 2)).rejects.toMatchObject({ code: 'conflict' })
      await retry(newer, 2)
      expect(await claim(newId())).toBe(3)
    })

    test('the passes of an upload that gets its name back go on from where they were', async () => {
      const id = await accept(1, (e) => [e.failed('parsing')])
      await retry(id, 2)
      const lost = newId()
      await claim(lost, { takeOver: true })
      await release(lost)
      await retry(id, 3)
      await expect(retry(id, 3)).rejects.toMatchObject({ code: 'conflict' })
    })
  })
})
