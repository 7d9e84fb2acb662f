import { afterEach, describe, expect, it } from 'vitest'
import { documentIndexed, documentProgressed, documentReceived } from '../../../schemas/document.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { uploads } from '../uploads/service.ts'
import { paceOf, placeIn, type QueueSnapshot } from './queue-place.ts'
import type { UploadState } from './upload-state.ts'

const NOW = Date.parse('2026-05-01T12:00:00.000Z')
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()

/** An upload that was accepted and set its last mark these many seconds ago. */
function upload(accepted: number, marked: number, mark: Partial<UploadState['mark']> = {}): UploadState {
  return {
    upload_id: `u${String(1000 - accepted).padStart(4, '0')}`,
    document_id: 'd',
    generation: 1,
    known: true,
    deleted: false,
    file: null,
    mark: {
      attempt: 1,
      rank: 15,
      stage: 'stored',
      status: 'queued',
      done: 0,
      total: 0,
      unit: '',
      message: '',
      at: ago(marked),
      ...mark,
    },
    progress: 0,
    errors: {},
    created: ago(accepted),
    updated: ago(marked),
    completed: null,
    counts: { pages: null, chunks: null, characters: null },
  }
}
const parsing = { rank: 25, stage: 'parsing', status: 'processing' } as const
const waitingForChunks = { rank: 30, stage: 'chunking', status: 'processing' } as const
const keysOf = (states: readonly UploadState[]) => states.map((s) => `${s.created}/${s.upload_id}`).sort()
const snapshot = (states: readonly UploadState[], more: Partial<QueueSnapshot> = {}): QueueSnapshot => ({
  open: keysOf(states),
  ofCaller: new Map([...Map.groupBy(states, (s) => s.file?.caller ?? '')].map(([caller, own]) => [caller, keysOf(own)])),
  rate: 2,
  quietSince: NOW - 1000,
  ...more,
})

describe('the place of an upload', () => {
  const three = [upload(100, 2, parsing), upload(90, 90), upload(80, 80)]

  it('counts the uploads accepted earlier, also for one that the snapshot does not hold yet', () => {
    const places = [...three, upload(10, 10)].map((u) => placeIn(snapshot(three), u, NOW))
    expect(places.map((p) => p.position)).toEqual([0, 1, 2, 3])
    expect(places.map((p) => p.eta_seconds)).toEqual([1, 1, 2, 2])
  })

  it('tells what of it is the same caller’s, and counts turns: a backlog of another one is not waited for', () => {
    const by = (caller: string, accepted: number) => ({ ...upload(accepted, accepted), file: { caller } as UploadState['file'] })
    const theirs = Array.from({ length: 50 }, (_, i) => by('key:a', 500 - i))
    const [first, second] = [by('key:b', 60), by('key:b', 50)]
    const open = snapshot([...theirs, first!, second!])
    expect(placeIn(open, first!, NOW)).toMatchObject({ position: 50, own: 0, eta_seconds: 1 })
    expect(placeIn(open, second!, NOW)).toMatchObject({ position: 51, own: 1, eta_seconds: 2 })
    expect(placeIn(open, theirs[49]!, NOW)).toMatchObject({ position: 49, own: 49, eta_seconds: 30 })
  })

  it('tells no time of a long document at work by the pace of short ones', () => {
    const scan = [parsing, { ...parsing, done: 3, total: 60 }].map((mark, i) => upload(100, i === 0 ? 4 : 1, mark))
    expect(scan.map((u) => placeIn(snapshot(scan), u, NOW))).toMatchObject([
      { eta_seconds: null, state: 'moving' },
      { eta_seconds: null, state: 'moving' },
    ])
    expect(placeIn(snapshot(scan), upload(100, 1, parsing), NOW).eta_seconds).toBe(1)
  })

  it('is the same a moment later while nothing happens', () => {
    expect(placeIn(snapshot(three), three[1]!, NOW)).toEqual(placeIn(snapshot(three), three[1]!, NOW + 5000))
  })

  it('starves when it waits and nothing has moved for 30 s, not before it waited that long itself', () => {
    const quiet = snapshot(three, { quietSince: NOW - 30_000 })
    expect(placeIn(quiet, three[1]!, NOW)).toEqual({ position: 1, own: 1, eta_seconds: null, state: 'starved' })
    expect(placeIn(quiet, upload(80, 40, waitingForChunks), NOW).state).toBe('starved')
    expect(placeIn(quiet, upload(20, 20), NOW).state).toBe('moving')
    expect(placeIn(snapshot(three, { quietSince: NOW - 29_000 }), three[1]!, NOW).state).toBe('moving')
  })

  it('is stuck when its stage was begun and stood still for longer than it may take', () => {
    const quiet = snapshot(three, { quietSince: NOW - 3_600_000 })
    expect(placeIn(quiet, upload(900, 599, parsing), NOW).state).toBe('moving')
    expect(placeIn(quiet, upload(900, 601, parsing), NOW)).toMatchObject({ eta_seconds: null, state: 'stuck' })
  })
})

describe('the pace', () => {
  it('counts the ends of the last minutes before the newest one', () => {
    const ends = [NOW - 10_000, NOW - 20_000, NOW - 30_000, NOW - 900_000]
    expect(paceOf(ends, NOW)).toBeCloseTo(0.1)
    expect(paceOf(ends, NOW + 60_000)).toBeCloseTo(0.1)
  })
  it('is unknown after a single end, none, or when the last one is long ago', () => {
    expect([paceOf([NOW], NOW), paceOf([], NOW), paceOf([NOW - 1000, NOW], NOW + 181_000)]).toEqual([undefined, undefined, undefined])
  })
})

describe('the status entity', () => {
  let stack: EmbeddedStack
  afterEach(() => stack.dispose())

  it('tells the place until the end, with a 304 while nothing changes', async () => {
    stack = await embeddedStack([uploads])
    const file = (name: string, at: number) => ({
      index: 'documents',
      source_file: name,
      file_type: 'txt',
      size_bytes: 1,
      content_type: 'text/plain',
      blob: `b/${name}`,
      metadata: { title: name, doc_type: 'note' },
      received_at: new Date(at).toISOString(),
    })
    const subjects = [1, 2, 3].map((i) => ({
      subject: { upload_id: crypto.randomUUID(), document_id: crypto.randomUUID(), generation: 1, attempt: 1 },
      file: file(`${i}.txt`, Date.now() - 10_000 + i),
    }))
    await stack.publish(
      subjects.map(({ subject, file }) => documentReceived.make({ ...subject, file, process_mode: 'async', process: true, message: '' })),
    )
    const get = (i: number, etag?: string) =>
      stack.app.inject({
        url: `/api/v2/upload/status/${subjects[i]!.subject.upload_id}`,
        headers: etag ? { 'if-none-match': etag } : {},
      })
    const last = await get(2)
    expect(last.json().queue).toEqual({ position: 2, own: 2, eta_seconds: null, state: 'moving' })
    expect((await get(2, String(last.headers.etag))).statusCode).toBe(304)
    const { subject, file: first } = subjects[0]!
    const at = new Date().toISOString()
    await stack.publish([
      documentProgressed.make({ ...subject, stage: 'indexing', done: 0, total: 1, unit: 'chunks', at }),
      documentIndexed.make({ ...subject, file: first, chunks: 1, removed: 0, characters: 1, tokens: 1, at }),
    ])
    expect((await get(0)).json().queue).toBeNull()
    await expect.poll(async () => (await get(2)).json().queue.position, { timeout: 30_000 }).toBe(1)
    const list = (await stack.app.inject('/api/v2/upload/list')).json()
    expect(list.map((u: { queue: { position: number } | null }) => u.queue?.position ?? null)).toEqual([1, 0, null])
  })
})
