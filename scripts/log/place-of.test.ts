import { expect, test } from 'vitest'
import { RequestError } from '../cli/request-error.ts'
import { failureWords } from './failure-words.ts'
import { placeOf } from './place-of.ts'

test('places as they are written on a command line', () => {
  expect(['beginning', '17', '{"0": 17}', '2026-01-15T09:00:00Z'].map(placeOf)).toEqual([
    'beginning',
    { offset: 17 },
    { offset: { 0: 17 } },
    { time: '2026-01-15T09:00:00Z' },
  ])
  expect(() => placeOf('{0: 17}')).toThrow(`an offset by partition is not JSON: write it as '{"0": 17}'`)
  expect(() => placeOf('yesterday')).toThrow(/^"yesterday" is no place in a topic; give beginning, end, .* or a time such as 2026-/)
})

test('a failure says what to do next', () => {
  const failed = (code: string) => failureWords(new RequestError('It failed.', { code, advice: 'Start it.' }))
  expect(failed('unreachable')).toBe('It failed. Start it.')
  expect(failed('forbidden')).toMatch(/^It failed\. Set MILLRACE_ADMIN_SECRET/)
  expect([failed('conflict'), failureWords(new Error('broken'))]).toEqual(['It failed.', 'broken'])
})
