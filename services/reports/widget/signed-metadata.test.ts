import { expect, test } from 'vitest'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { readSignedMetadata, signMetadata } from './signed-metadata.ts'

const key = '0123456789abcdef01234567'
const now = Date.parse('2026-03-12T09:00:00Z')
const text = '{"districtId":"d-1","districtName":"Nörth"}'
const signed = (over: object = {}) => ({ text, signature: signMetadata(text, key, now), ...over })
const refusal = (given: Parameters<typeof readSignedMetadata>[0], at = now) => {
  try {
    return readSignedMetadata(given, key, at)
  } catch (error) {
    return error instanceof ApiError ? `${error.code}: ${error.message}` : error
  }
}

test('what was signed is read, for a day', () => {
  expect(readSignedMetadata(signed(), key, now)).toEqual({ districtId: 'd-1', districtName: 'Nörth' })
  expect(readSignedMetadata(signed(), key, now + 23 * 3_600_000)).toEqual({ districtId: 'd-1', districtName: 'Nörth' })
})

test.each([
  ['nothing', undefined, /missing/],
  ['another text', signed({ text: text.replace('d-1', 'd-2') }), /not that of data-sdac/],
  ['another time', signed({ signature: signed().signature.replace(/^t=\d+/, 't=1') }), /not that of data-sdac/],
  ['another form', signed({ signature: 'sha256=abc' }), /must be t=/],
  ['a short one', signed({ signature: 't=1,v1=00' }), /must be t=/],
  ['another key', { text, signature: signMetadata(text, `${key}x`, now) }, /not that of data-sdac/],
])('%s is refused', (_, given, message) => expect(refusal(given)).toMatch(message))

test('an old signature is refused, and one of the future', () => {
  expect(refusal(signed(), now + 25 * 3_600_000)).toMatch(/^forbidden: .*too old/)
  expect(refusal(signed(), now - 3_600_000)).toMatch(/too old, or of the future/)
})
