import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  documentChunked,
  documentFailed,
  documentIndexed,
  documentParsed,
  documentProgressed,
  documentReceived,
} from '../../../schemas/document.ts'
import { eventOf } from '../../../tests/support/handler-context.ts'
import { statusEntity } from './status-entity.ts'
import { evolveUpload, type UploadState } from './upload-state.ts'

const subject = {
  upload_id: '0b5ad6a2-7e6f-4a53-9c5f-0d2b7c6a1f10',
  document_id: '6c1b2f3a-58a7-5c1e-8a55-0f3f7d1c9e21',
  generation: 1,
  attempt: 1,
}
const file = {
  index: 'documents',
  source_file: 'a.txt',
  file_type: 'txt',
  size_bytes: 5,
  content_type: 'text/plain',
  blob: 'transcripts/raw/a.txt',
  metadata: { title: 'A', doc_type: 'note' },
  received_at: '2026-01-01T00:00:00.000Z',
}
const artifact = { path: 'artifacts/x', bytes: 1 }

type UploadEvent = Parameters<typeof evolveUpload>[1]
let serial = 0
const event = ({ type, payload }: { type: string; payload: unknown }, seconds: number) =>
  eventOf(type, payload, { id: `event-${serial++}`, time: Date.parse(file.received_at) + seconds * 1000 }) as UploadEvent
const fold = (events: readonly UploadEvent[]): UploadState =>
  events.reduce<UploadState | undefined>((s, e) => evolveUpload(s, e), undefined) as UploadState

const received = event(documentReceived.make({ ...subject, file, process_mode: 'async', process: true, message: 'Stored' }), 0)
const progressed = (stage: 'parsing' | 'embedding', done: number, seconds: number, attempt = 1) =>
  event(documentProgressed.make({ ...subject, attempt, stage, done, total: 10, unit: 'pages', at: file.received_at }), seconds)
const parsed = event(documentParsed.make({ ...subject, file, parsed: artifact, pages: 3, characters: 100, warnings: [] }), 2)
const indexed = (attempt: number, seconds: number) =>
  event(
    documentIndexed.make({ ...subject, attempt, file, chunks: 4, removed: 0, characters: 100, tokens: 25, at: file.received_at }),
    seconds,
  )
const failed = (attempt: number, seconds: number, code: 'corrupt' | 'cancelled' | 'timed_out' = 'corrupt', message = 'broken') =>
  event(
    documentFailed.make({
      ...subject,
      attempt,
      file,
      error: { code, message, stage: 'parsing', retryable: false, attempt: 1, at: file.received_at },
    }),
    seconds,
  )

describe('evolveUpload', () => {
  test('counts one chunk as one', () => {
    const chunked = (count: number) => event(documentChunked.make({ ...subject, file, chunks: artifact, count, characters: 5 }), 3)
    const messages = [1, 2].map((count) => fold([received, chunked(count)]).mark.message)
    expect(messages).toEqual(['1 chunk; waiting to be embedded', '2 chunks; waiting to be embedded'])
  })

  test('goes from queued over processing to complete', () => {
    const steps = [received, progressed('parsing', 5, 1), parsed, progressed('embedding', 5, 3), indexed(1, 4)]
    const entities = steps.map((_, i) => statusEntity(fold(steps.slice(0, i + 1))))
    expect(entities.map((e) => [e.status, e.processing_stage, e.progress])).toEqual([
      ['queued', 'stored', 5],
      ['processing', 'parsing', 23],
      ['processing', 'chunking', 40],
      ['processing', 'embedding', 62],
      ['complete', 'indexed', 100],
    ])
    expect(entities.at(-1)?.timestamps).toEqual({
      created: file.received_at,
      updated: '2026-01-01T00:00:04.000Z',
      completed: '2026-01-01T00:00:04.000Z',
    })
  })

  test('a failure keeps its stage and its error, and a retry that succeeds keeps the error in the history', () => {
    const broken = statusEntity(fold([received, failed(1, 1)]))
    expect([broken.status, broken.processing_stage, broken.errors.length]).toEqual(['error', 'parsing', 1])
    const mended = statusEntity(fold([received, failed(1, 1), progressed('parsing', 0, 2, 2), indexed(2, 3)]))
    expect([mended.status, mended.errors.length, mended.timestamps.completed]).toEqual(['complete', 1, '2026-01-01T00:00:03.000Z'])
  })

  test('an attempt that was cancelled stays so, whatever else it failed of and whatever came first', () => {
    const ends = [failed(1, 3, 'cancelled'), failed(1, 9, 'timed_out'), failed(1, 1, 'corrupt')]
    fc.assert(
      fc.property(fc.shuffledSubarray(ends, { minLength: 3 }), (order) => {
        expect(fold([received, ...order]).completed).toBe('2026-01-01T00:00:03.000Z')
      }),
    )
  })

  test('who cancelled it goes on being told when a stage notices that it was', () => {
    const ends = [failed(1, 2, 'cancelled', 'Cancelled by alice'), failed(1, 4, 'cancelled', 'Cancelled, or replaced')]
    for (const order of [ends, ends.toReversed()]) expect(statusEntity(fold([received, ...order])).message).toBe('Cancelled by alice')
  })

  test('what its reading told stands in the status, until a later reading tells otherwise', () => {
    const told = (attempt: number, warnings: string[]) =>
      event(documentParsed.make({ ...subject, attempt, file, parsed: artifact, pages: 3, characters: 100, warnings }), 2 + attempt)
    const readings = [received, told(1, ['Page 2 is left.']), told(2, ['Page 3 is left.']), indexed(2, 9)]
    for (const order of [readings, readings.toReversed()]) expect(statusEntity(fold(order)).warnings).toEqual(['Page 3 is left.'])
    for (const order of [
      [...readings, told(3, [])],
      [told(3, []), ...readings],
    ])
      expect(statusEntity(fold(order)).warnings).toEqual([])
    for (const order of [
      [parsed, told(1, ['Page 2 is left.'])],
      [told(1, ['Page 2 is left.']), parsed],
    ])
      expect(statusEntity(fold(order)).warnings).toEqual(['Page 2 is left.'])
    expect(statusEntity(fold([received, parsed])).warnings).toEqual([])
    expect(fold([received, parsed])).not.toHaveProperty('warnings.told')
  })

  test('is not visible before document.received was folded', () => {
    expect(fold([parsed]).known).toBe(false)
    expect(fold([parsed, received]).known).toBe(true)
  })

  test('any order and any repetition of the same events gives the same bytes', () => {
    const all = [
      received,
      progressed('parsing', 3, 1),
      progressed('parsing', 9, 1),
      parsed,
      failed(1, 3),
      failed(1, 4),
      progressed('parsing', 0, 5, 2),
      progressed('embedding', 2, 6, 2),
      indexed(2, 7),
    ]
    const expected = JSON.stringify(fold(all))
    fc.assert(
      fc.property(
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.array(fc.constantFrom(...all), { maxLength: 5 }),
        (order, again) => {
          expect(JSON.stringify(fold([...order, ...again]))).toBe(expected)
        },
      ),
    )
  })

  test('progress never falls, whatever comes in whatever order', () => {
    const all = [received, progressed('parsing', 3, 1), parsed, failed(1, 3), progressed('parsing', 0, 5, 2), indexed(2, 7)]
    fc.assert(
      fc.property(fc.shuffledSubarray(all), (order) => {
        const seen = order.map((_, i) => fold(order.slice(0, i + 1)).progress)
        expect(seen).toEqual([...seen].sort((a, b) => a - b))
      }),
    )
  })
})
