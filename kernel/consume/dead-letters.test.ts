import { expect, test } from 'vitest'
import { documentParsed } from '../../schemas/document.ts'
import type { LogRecord } from '../broker/broker.ts'
import { encodeRecord } from '../broker/codec.ts'
import { MAX_RECORD_BYTES, recordBytes } from '../broker/record-limit.ts'
import { WorkError } from '../runtime/errors.ts'
import { newId } from '../runtime/ids.ts'
import { deadLetterOf } from './dead-letters.ts'
import { changeOf, deadLetterIdOf, redriveHeaders, redriveOf } from './redrive.ts'
import { broker, consumerOf, freshLogForEach, parsedOf, payloadsOf, recordsOf, run, send } from './run-consumer.fixture.ts'

freshLogForEach()

const at = '2026-01-01T00:00:00.000Z'
const failure = (message = 'bad') => ({ error: new WorkError('corrupt', message), attempts: 1, kind: 'terminal' as const })
const recordOf = (more: Partial<LogRecord>): LogRecord => ({
  ...{ topic: 't', partition: 0, offset: 3n, key: 'k', value: Buffer.from('{}'), headers: { ce_id: 'e' }, timestamp: 0 },
  ...more,
})
const origin = { id: newId(), source: '/test', requestId: 'r', time: 0 }
const bytesOf = (record: LogRecord, message?: string) =>
  recordBytes(encodeRecord(deadLetterOf('chunk', record, failure(message), at), origin))

test.each([
  ['control characters, six bytes each in JSON', recordOf({ value: Buffer.alloc(120_000, 1) }), undefined],
  ['a value of the limit', recordOf({ value: Buffer.alloc(MAX_RECORD_BYTES, 65) }), undefined],
  ['bytes that are no text', recordOf({ value: Buffer.alloc(120_000, 255) }), undefined],
  ['long headers', recordOf({ headers: { ce_id: 'e', other: 'x'.repeat(200_000), ce_subject: 'y'.repeat(90_000) } }), undefined],
  ['a long key', recordOf({ key: 'ü'.repeat(100_000) }), undefined],
  ['a long message', recordOf({}), '\u0001'.repeat(1_000_000)],
  [
    'all of it',
    recordOf({ key: '\u0002'.repeat(1000), headers: { a: '\u0001'.repeat(5_400) }, value: Buffer.alloc(21_000, 1) }),
    'm'.repeat(9_000),
  ],
])('a dead letter stays below the limit of a record: %s', (_, record, message) => {
  expect(bytesOf(record, message)).toBeLessThan(MAX_RECORD_BYTES)
})

test('what is cut is named, and what fits stands whole', () => {
  const { payload } = deadLetterOf('chunk', recordOf({ key: 'k'.repeat(5000), value: Buffer.alloc(200_000, 65) }), failure(), at)
  expect(payload).toMatchObject({ value: '', encoding: 'by-offset', headers: { ce_id: 'e' } })
  expect(payload.cut?.toSorted()).toEqual(['key', 'value'])
  const plain = deadLetterOf('chunk', recordOf({ value: Buffer.from('"ä"') }), failure(), at).payload
  expect(plain).toMatchObject({ key: 'k', value: '"ä"', encoding: 'utf8' })
  expect(plain.cut).toBeUndefined()
})

test('outputs over the limit of a record end it as a dead letter, also where what its consumer says to that is over it, too', async () => {
  const big = 'x'.repeat(MAX_RECORD_BYTES)
  const consumer = consumerOf(async () => undefined, { warning: big })
  await run({
    ...consumer,
    onGiveUp: (event, failed) =>
      consumer.onGiveUp!(event, failed).map((draft) => ({
        ...draft,
        payload: { ...(draft.payload as object), error: { message: big } },
      })) as never,
  })
  await send(parsedOf(newId()), parsedOf(newId()))
  await expect.poll(async () => (await recordsOf('dead.letter')).length, { timeout: 30_000 }).toBe(2)
  const [letter] = await payloadsOf<{ error: { code: string; message: string } }>('dead.letter')
  expect(letter?.error.code).toBe('output_too_large')
  expect(letter?.error.message).toContain('document.chunked')
  expect(await recordsOf('document.failed')).toEqual([])
})

test('a record that comes again reaches the consumer that gave it up alone; each failure is told apart, and a success resolves it', async () => {
  let isMended = false
  const seen: string[] = []
  await run(
    consumerOf(async ({ document_id }) => {
      seen.push(document_id)
      if (!isMended) throw new WorkError('corrupt', 'bad')
    }),
  )
  const document = newId()
  await send(parsedOf(document))
  await expect.poll(async () => (await recordsOf('dead.letter')).length, { timeout: 30_000 }).toBe(1)
  const [first] = await payloadsOf<Parameters<typeof deadLetterIdOf>[0] & { value: string; key: string }>('dead.letter')
  const id = deadLetterIdOf(first!)
  const again = (consumer: string, redrive: number) => ({
    ...{ topic: documentParsed.name, key: first!.key, value: Buffer.from(first!.value) },
    headers: redriveHeaders(first!.headers, { id, consumer, redrive }),
  })
  await broker.publish([again('another', 1), again('chunk', 1)])
  await expect.poll(async () => (await recordsOf('dead.letter')).length, { timeout: 30_000 }).toBe(2)
  const letters = await recordsOf('dead.letter')
  expect(new Set(letters.map(({ headers }) => headers.ce_id)).size).toBe(2)
  const payloads = await payloadsOf<Parameters<typeof deadLetterIdOf>[0]>('dead.letter')
  expect(payloads.map(deadLetterIdOf)).toEqual([id, id])
  expect(payloads.map(({ headers }) => redriveOf(headers)?.redrive)).toEqual([undefined, 1])
  expect(payloads.map(({ headers }) => headers.ce_id)).toEqual([first!.headers.ce_id, first!.headers.ce_id])
  isMended = true
  await broker.publish([again('chunk', 2)])
  await expect
    .poll(async () => payloadsOf('dead.letter.changed'), { timeout: 30_000 })
    .toEqual([expect.objectContaining({ id, change: 'resolved', redrive: 2 })])
  expect(seen).toEqual([document, document, document])
  expect((await recordsOf('document.chunked')).length).toBe(1)
})

test('the same change told twice has one id', () => {
  const change = { id: newId(), change: 'discarded' as const, redrive: 0, at }
  expect(changeOf(change).id).toBe(changeOf({ ...change, at: '2026-01-02T00:00:00.000Z' }).id)
  expect(redriveOf({ ce_redriveof: 'no id', ce_redrivefor: 'chunk', ce_redrive: '1' })).toBeUndefined()
})
