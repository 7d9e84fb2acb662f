import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  documentDeleted,
  documentFailed,
  documentIndexed,
  documentParsed,
  documentProgressed,
  documentReceived,
  documentRetry,
} from '../../../schemas/document.ts'
import { eventOf, file, subject } from '../../../tests/support/handler-context.ts'
import { type DocumentEvent, type DocumentState, evolveDocument, isSearchable } from './document-state.ts'

const uploads = ['0b5ad6a2-7e6f-4a53-9c5f-0d2b7c6a1f10', '1b5ad6a2-7e6f-4a53-9c5f-0d2b7c6a1f11', '2b5ad6a2-7e6f-4a53-9c5f-0d2b7c6a1f12']
const at = (seconds: number) => new Date(Date.parse(file.received_at) + seconds * 1000).toISOString()
const pass = (generation: number, attempt = 1) => ({ ...subject, generation, attempt, upload_id: uploads[generation - 1]! })

let serial = 0
const event = ({ type, payload }: { type: string; payload: unknown }) =>
  eventOf(type, payload, { id: `event-${serial++}` }) as DocumentEvent

const received = (generation: number, process = true) =>
  event(
    documentReceived.make({
      ...pass(generation),
      file: { ...file, size_bytes: generation * 10 },
      process_mode: 'async',
      process,
      message: '',
    }),
  )
const progressed = (generation: number, attempt = 1) =>
  event(documentProgressed.make({ ...pass(generation, attempt), stage: 'parsing', done: 1, total: 2, unit: 'pages', at: at(1) }))
const parsed = (generation: number) =>
  event(documentParsed.make({ ...pass(generation), file, parsed: { path: 'x', bytes: 1 }, pages: 1, characters: 1, warnings: [] }))
const indexed = (generation: number, seconds: number, attempt = 1) =>
  event(
    documentIndexed.make({
      ...pass(generation, attempt),
      file: { ...file, size_bytes: generation * 10 },
      chunks: generation * 2,
      removed: 0,
      characters: 100,
      tokens: generation * 25,
      at: at(seconds),
    }),
  )
const failed = (generation: number, attempt = 1) =>
  event(
    documentFailed.make({
      ...pass(generation, attempt),
      file,
      error: { code: 'corrupt', message: 'broken', stage: 'parsing', retryable: false, attempt: 1, at: at(3) },
    }),
  )
const retried = (generation: number, attempt: number) =>
  event(documentRetry.make({ ...pass(generation, attempt), file, from: 'parsing', input: {}, actor: 'someone', at: at(4) }))
const deleted = (generation: number) =>
  event(documentDeleted.make({ ...pass(generation), index: file.index, source_file: file.source_file, removed: 1, at: at(9) }))

const fold = (events: readonly DocumentEvent[]): DocumentState =>
  events.reduce<DocumentState | undefined>(evolveDocument, undefined) as DocumentState

describe('evolveDocument', () => {
  test('is searchable from its first indexed generation on, with that generation’s facts', () => {
    const steps = [received(1), progressed(1), parsed(1), indexed(1, 5)]
    const states = steps.map((_, i) => fold(steps.slice(0, i + 1)))
    expect(states.map(isSearchable)).toEqual([false, false, false, true])
    expect(states.map((s) => s.upload?.status)).toEqual(['queued', 'processing', 'processing', 'complete'])
    expect(states.at(-1)?.indexed).toMatchObject({ generation: 1, chunks: 2, tokens: 25, size_bytes: 10, at: at(5) })
    expect(states.at(-1)?.file).toEqual({ index: 'documents', source_file: 'mill.txt', file_type: 'txt' })
  })

  test('while and after a newer upload fails, the older chunks stay and the status is the newer upload’s', () => {
    const before = fold([received(1), indexed(1, 5), received(2), progressed(2)])
    expect([before.upload?.status, before.upload?.upload_id, before.indexed?.generation]).toEqual(['processing', uploads[1], 1])
    const after = fold([received(1), indexed(1, 5), received(2), failed(2)])
    expect([after.upload?.status, after.indexed?.generation, isSearchable(after)]).toEqual(['error', 1, true])
  })

  test('an upload that is only kept is complete and not searchable', () => {
    const state = fold([received(1, false)])
    expect([state.upload?.status, isSearchable(state)]).toEqual(['complete', false])
  })

  test('a retry turns an error into queued, and its end counts', () => {
    expect(fold([received(1), failed(1), retried(1, 2)]).upload?.status).toBe('queued')
    expect(fold([received(1), failed(1), retried(1, 2), indexed(1, 6, 2)]).upload?.status).toBe('complete')
  })

  test('a deleted document is invisible, also to late events of its generation, until a higher one is indexed', () => {
    expect(isSearchable(fold([received(1), indexed(1, 5), deleted(1)]))).toBe(false)
    expect(isSearchable(fold([deleted(1), indexed(1, 5), received(1)]))).toBe(false)
    expect(isSearchable(fold([indexed(1, 5), deleted(1), received(2)]))).toBe(false)
    expect(isSearchable(fold([indexed(1, 5), deleted(1), received(2), indexed(2, 12)]))).toBe(true)
  })

  test('deleting an older upload leaves the newer one', () => {
    expect(isSearchable(fold([indexed(1, 5), indexed(2, 8), deleted(1)]))).toBe(true)
  })

  test('chunks that were written once more are as new as their last writing', () => {
    expect(fold([indexed(1, 5), indexed(1, 50)]).indexed?.at).toBe(at(50))
    expect(fold([indexed(1, 50), indexed(1, 5)]).indexed?.at).toBe(at(50))
  })

  test('any order and any repetition of the same events gives the same bytes', () => {
    const all = [
      received(1),
      progressed(1),
      parsed(1),
      indexed(1, 5),
      indexed(1, 6),
      deleted(1),
      received(2),
      failed(2),
      retried(2, 2),
      progressed(2, 2),
      indexed(2, 20, 2),
      received(3, false),
      deleted(3),
    ]
    const arbitrary = fc
      .subarray(all, { minLength: 1 })
      .chain((some) =>
        fc.tuple(
          fc.constant(some),
          fc.shuffledSubarray(some, { minLength: some.length }),
          fc.array(fc.constantFrom(...some), { maxLength: 6 }),
        ),
      )
    fc.assert(
      fc.property(arbitrary, ([some, order, again]) => {
        expect(JSON.stringify(fold([...order, ...again]))).toBe(JSON.stringify(fold(some)))
      }),
      { numRuns: 500 },
    )
  })
})
