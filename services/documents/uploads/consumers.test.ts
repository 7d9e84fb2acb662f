import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { artifactPath } from '../../../kernel/blobs/artifacts.ts'
import { filesystemBlobs } from '../../../kernel/blobs/filesystem.ts'
import { encodeRecord } from '../../../kernel/broker/codec.ts'
import type { Config } from '../../../kernel/config/config.ts'
import { kernelMigrations } from '../../../kernel/migrations.ts'
import type { OutboxTables } from '../../../kernel/outbox/outbox.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { systemClock } from '../../../kernel/runtime/clock.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import { openSqliteDatabase } from '../../../kernel/store/sqlite.ts'
import { projectBatch } from '../../../kernel/views/project.ts'
import type { EventDraft } from '../../../schemas/event.ts'
import { eventOf, handlerContext } from '../../../tests/support/handler-context.ts'
import { announceProcessed } from '../announce/announce.ts'
import { notifyStored } from '../announce/notify-stored.ts'
import { tidyEnded } from '../announce/tidy.ts'
import { hold, keptBytes, keptSince, letGo } from '../kept/ended-generations.ts'
import { giveWay, sweepDue } from '../kept/sweep-ended.ts'
import { uploadEventsOf } from '../status/upload-events.fixture.ts'
import { uploads } from './service.ts'

const DAY = 24 * 60 * 60 * 1000
let dir: string
let ports: Pick<Ports, 'database' | 'blobs'>
let offset = 0n
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-uploads-'))
  ports = { database: await openSqliteDatabase({ dir }), blobs: await filesystemBlobs({ dir, container: 'documents' }) }
  await ports.database.migrate([...kernelMigrations, ...(uploads.migrations ?? [])])
})
afterEach(async () => {
  await ports.database.close()
  await rm(dir, { recursive: true, force: true })
})

async function project(...drafts: EventDraft[]): Promise<void> {
  const records = drafts.map((draft) => ({
    ...encodeRecord(draft, { id: newId(), source: '/test', requestId: '', time: 0 }),
    topic: 'any',
    partition: 0,
    offset: offset++,
    timestamp: 0,
  }))
  await projectBatch(ports.database, uploads.views ?? [], { topic: 'any', partition: 0, records }, pino({ level: 'silent' }))
}

describe('announce', () => {
  /** Handles the event; gives what was said of it, which is in the outbox then. */
  const announceAs = async (id: string, draft: EventDraft, time: number) => {
    const context = handlerContext({ ...ports, clock: systemClock })
    const event = eventOf(draft.type, draft.payload, { id, time })
    if (announceProcessed.concerns?.(event) !== false) expect(await announceProcessed.handle(context, event)).toEqual([])
    const outbox = ports.database.tables<OutboxTables>()
    const rows = await outbox.selectFrom('outbox').selectAll().orderBy('seq').execute()
    await outbox.deleteFrom('outbox').execute()
    return rows.map(({ topic, key, value, headers }) => ({ type: topic, key, id: JSON.parse(headers).ce_id, payload: JSON.parse(value) }))
  }
  const announce = (draft: EventDraft) => announceAs(newId(), draft, Date.parse('2026-03-04T05:06:07.000Z'))

  test('tells of a document that was indexed, with what came of it and how long it took', async () => {
    const { indexed, subject } = uploadEventsOf('a.txt')
    expect(await announce(indexed())).toMatchObject([
      {
        type: 'document.processed',
        key: subject.document_id,
        payload: {
          event: 'document.processed',
          upload_id: subject.upload_id,
          source_file: 'a.txt',
          status: 'completed',
          // The context's event is of 05:06:07, the file of 05:00:00.
          processing_time_ms: 367_000,
          metadata: { chunks_created: 3, content_length: 5, processing_errors: [] },
          timestamp: '2026-03-04T05:06:07.000Z',
          webhook_id: null,
        },
      },
    ])
  })

  test('tells of a failure with its reason', async () => {
    expect(await announce(uploadEventsOf('a.txt').failed('parsing', 'corrupt'))).toMatchObject([
      { payload: { status: 'failed', metadata: { chunks_created: 0, processing_errors: [{ code: 'corrupt', stage: 'parsing' }] } } },
    ])
  })

  test('tells of a file that is only kept, and not of one that is still to be processed', async () => {
    const { received } = uploadEventsOf('a.txt')
    expect(await announce(received({ process: false }))).toMatchObject([{ payload: { status: 'completed' } }])
    expect(await announce(received())).toEqual([])
  })

  test('says nothing of an event that came again: it was said with the first', async () => {
    const { indexed, failed } = uploadEventsOf('a.txt')
    expect(await announceAs('one', indexed(), 1_800_000_000_000)).toHaveLength(1)
    expect(await announceAs('one', indexed(), 1_800_000_009_000)).toEqual([])
    expect(await announceAs('two', failed('indexing'), 1_800_000_009_000)).toEqual([])
  })

  test('says one thing of an attempt that was cancelled and failed of something else, and another of its retry', async () => {
    const { failed, indexed } = uploadEventsOf('a.txt')
    const [cancelled] = await announceAs('one', failed('parsing', 'cancelled'), 1_800_000_000_000)
    expect(cancelled).toMatchObject({ payload: { metadata: { processing_errors: [{ code: 'cancelled' }] } } })
    expect(await announceAs('two', failed('parsing', 'timed_out'), 1_800_000_001_000)).toEqual([])
    const [retried] = await announceAs('three', indexed(2), 1_800_000_002_000)
    expect(retried).toMatchObject({ payload: { status: 'completed' } })
    expect(retried?.id).not.toBe(cancelled?.id)
  })

  test('a pass that had given up and ended well when it was delivered again is said to have ended well', async () => {
    const { failed, indexed } = uploadEventsOf('a.txt')
    await announceAs('one', failed('indexing'), 1_800_000_000_000)
    expect(await announceAs('two', indexed(), 1_800_000_001_000)).toMatchObject([{ payload: { status: 'completed' } }])
    expect(await announceAs('one', failed('indexing'), 1_800_000_000_000)).toEqual([])
  })

  test('says nothing of the late failure of a pass that ended well, also when its upload was deleted since', async () => {
    const { received, indexed, failed, deleted } = uploadEventsOf('a.txt')
    await project(received(), indexed())
    expect(await announce(failed('indexing', 'cancelled'))).toEqual([])
    await project(deleted())
    expect(await announce(failed('indexing', 'cancelled'))).toEqual([])
  })
})

describe('notify', () => {
  const notify = async (draft: EventDraft) => {
    const event = eventOf(draft.type, draft.payload)
    return notifyStored.concerns?.(event) ? notifyStored.handle(handlerContext({}), event) : []
  }

  test('tells that a file is stored where that is what starts the pipeline, and only there', async () => {
    const { received, subject } = uploadEventsOf('a.txt')
    const [stored, ...more] = await notify(received({ trigger: 'event' }))
    expect([stored?.type, stored?.key, stored?.payload, more]).toEqual([
      'document.stored',
      subject.document_id,
      received({ trigger: 'event' }).payload,
      [],
    ])
    expect(await notify(received({ trigger: 'http' }))).toEqual([])
    expect(await notify(received({ trigger: 'event', process: false }))).toEqual([])
  })
})

describe('tidy', () => {
  test('keeps what older generations of the same document left for its time, and then removes it, nothing of the newest or of others', async () => {
    const [first, second, third, other] = [
      uploadEventsOf('a.txt', { generation: 1 }),
      uploadEventsOf('a.txt', { generation: 2 }),
      uploadEventsOf('a.txt', { generation: 3 }),
      uploadEventsOf('b.txt', { generation: 1 }),
    ]
    for (const { received, subject, file } of [first, second, third, other]) {
      await project(received())
      await ports.blobs.write(file.blob, Buffer.from('raw'))
      await ports.blobs.write(artifactPath({ ...subject, stage: 'chunks' }), Buffer.from('{}'))
    }
    const files = ({ file, subject }: typeof first) => [file.blob, artifactPath({ ...subject, stage: 'chunks' })]
    const left = async () => (await Array.fromAsync(ports.blobs.list(''))).map((b) => b.path).sort()
    const indexed = eventOf('document.indexed', second.indexed().payload, { time: DAY })
    const tidy = (now: number, generations: number) => {
      const all = { ...ports, clock: { ...systemClock, now: () => now }, config: { retention: { generations } } as unknown as Config }
      return { all, done: () => tidyEnded.handle(handlerContext(all), indexed) }
    }
    // Kept for two days: it counts as long as it is there, and goes afterwards.
    const early = tidy(2 * DAY, 2)
    expect([await early.done(), await early.done()]).toEqual([[], []])
    expect(await left()).toEqual([first, second, third, other].flatMap(files).sort())
    expect(await keptBytes(ports.database)).toBe(first.file.size_bytes)
    expect(await keptSince(ports.database, 'documents')).toBeNull()
    expect(await sweepDue(tidy(3 * DAY - 1, 2).all)).toBe(0)
    // A rebuild shows it: it stays until that is over.
    await hold(ports.database, 'documents', new Date(0).toISOString(), { rebuild: 'r', at: new Date(2 * DAY).toISOString() })
    expect(await sweepDue(tidy(3 * DAY, 2).all)).toBe(0)
    await letGo(ports.database, 'r')
    expect(await sweepDue(tidy(3 * DAY, 2).all)).toBe(1)
    expect(await left()).toEqual([second, third, other].flatMap(files).sort())
    expect([await keptBytes(ports.database), await keptSince(ports.database, 'documents')]).toEqual([0, new Date(DAY).toISOString()])
  })

  test('keeps nothing where it is asked not to, leaves files of others alone, and lets the oldest give way', async () => {
    const [mine, theirs, late] = [uploadEventsOf('a.txt'), uploadEventsOf('b.txt'), uploadEventsOf('c.txt')]
    await project(mine.received(), late.received())
    const received = theirs.received()
    await project({ ...received, payload: { ...received.payload, file: { ...theirs.file, blob: 'inbox/b.txt' } } })
    for (const blob of [mine.file.blob, 'inbox/b.txt', late.file.blob]) await ports.blobs.write(blob, Buffer.from('raw'))
    const ended = (events: typeof mine, generations: number) => {
      const all = { ...ports, clock: systemClock, config: { retention: { generations } } as unknown as Config }
      return tidyEnded.handle(handlerContext(all), eventOf('document.deleted', events.deleted().payload, { time: Date.now() - 1 }))
    }
    await ended(mine, 0)
    await ended(theirs, 0)
    await ended(late, 7)
    expect((await Array.fromAsync(ports.blobs.list(''))).map((b) => b.path).sort()).toEqual(['inbox/b.txt', late.file.blob])
    expect(await giveWay({ ...ports, clock: systemClock }, 1)).toBe(true)
    expect(await giveWay({ ...ports, clock: systemClock }, 1)).toBe(false)
    expect((await Array.fromAsync(ports.blobs.list(''))).map((b) => b.path)).toEqual(['inbox/b.txt'])
  })
})
