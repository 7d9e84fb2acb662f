import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventOf } from '../../../kernel/broker/codec.ts'
import { changeOf, redriveHeaders } from '../../../kernel/consume/redrive.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import { type deadLetterChanged, deadLettered } from '../../../schemas/dead-letter.ts'
import { type DeadLetter, evolveDeadLetter, redrivesOf, stateOf } from './dead-letter-state.ts'
import { normaliseReason } from './normalise-reason.ts'

const id = newId()
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString()
type Event = EventOf<typeof deadLettered> | EventOf<typeof deadLetterChanged>

const envelope = { id: newId(), type: 'x', version: 1, requestId: 'r', time: 0 }
const failed = (redrive: number, message = 'bad'): Event => ({
  type: 'dead.letter',
  envelope,
  payload: deadLettered.make({
    ...{ consumer: 'parse', topic: 'document.received', partition: 0, offset: String(redrive), key: 'k', value: '{}', encoding: 'utf8' },
    headers: redrive === 0 ? {} : redriveHeaders({}, { id, consumer: 'parse', redrive }),
    error: { code: 'corrupt', message, kind: 'terminal' },
    ...{ attempts: 1, at: day(redrive) },
  }).payload,
})
const changed = (change: 'redriven' | 'resolved' | 'discarded', redrive: number, actor = 'ada'): Event => ({
  type: 'dead.letter.changed',
  envelope,
  payload: changeOf({ id, change, redrive, actor, at: day(redrive) }).payload,
})
const fold = (events: readonly Event[]) =>
  events.reduce<DeadLetter | undefined>((state, event) => evolveDeadLetter(state, event), undefined)!

test.each([
  ['open', [failed(0)]],
  ['redriven', [failed(0), changed('redriven', 1)]],
  ['open', [failed(0), changed('redriven', 1), failed(1)]],
  ['resolved', [failed(0), changed('redriven', 1), changed('resolved', 1)]],
  ['resolved', [failed(0), changed('resolved', 1)]],
  ['discarded', [failed(0), changed('discarded', 0)]],
  ['redriven', [failed(0), changed('discarded', 0), changed('redriven', 1)]],
  ['discarded', [failed(0), changed('redriven', 1), changed('discarded', 1)]],
  ['resolved', [failed(0), changed('redriven', 1), changed('discarded', 1), changed('resolved', 1)]],
] as const)('it is %s', (state, events) => expect(stateOf(fold(events))).toBe(state))

test('any order and any repeats give the same dead letter, however long its history', () => {
  const history = Array.from({ length: 70 }, (_, n) => [
    failed(n),
    failed(n, 'worse'),
    changed('redriven', n + 1),
    changed('redriven', n + 1, 'bob'),
  ]).flat()
  const whole = JSON.stringify(fold(history))
  fc.assert(
    fc.property(fc.shuffledSubarray([...history, ...history], { minLength: history.length * 2 }), (shuffled) => {
      expect(JSON.stringify(fold(shuffled))).toBe(whole)
    }),
    { numRuns: 20 },
  )
  const kept = fold(history)
  expect(Object.keys(kept.failures).length).toBe(51)
  expect(kept.failures['0']).toBeDefined()
  expect(redrivesOf(kept)).toBe(70)
})

test.each([
  ['report-7.docx is damaged: the archive ends at 1,204 of 9,000 bytes', 'other file.docx is damaged: the archive ends at 7 of 12 bytes'],
  ['not a header: 0xffff0000', 'not a header: 0x2f'],
  ['"a.pdf" is encrypted', '"b c.pdf" is encrypted'],
  ['no document 0d9f7a52-6d2c-5f0e-9a41-7c1d2e3f4a5b', 'no document 5b0c2f6e-3f0e-5c8c-9a53-0b6f3c1d2e4f'],
  ['http://host:9/v1 answers 503', 'https://other.example/embeddings?x=1 answers 502'],
  ['since 2026-01-01T00:00:00Z nothing came', 'since 2026-02-03T04:05:06.789+01:00 nothing came'],
])('two messages of one reason: %s', (a, b) => {
  const [one, other] = [normaliseReason(a), normaliseReason(b)].map((text) => text.replace(/\bother (?=‹file›)/, ''))
  expect(one).toBe(other)
})

test('different reasons stay different, and an endless message is read in a moment', () => {
  expect(normaliseReason('the file is encrypted')).not.toBe(normaliseReason('the file is empty'))
  for (const hostile of ['a/'.repeat(100_000), '"'.repeat(100_000), '1,'.repeat(100_000), 'a.'.repeat(100_000)])
    expect(normaliseReason(hostile).length).toBeLessThanOrEqual(500)
})
