import { expect, test } from 'vitest'
import { ApiError } from '../runtime/errors.ts'
import { createTroubles } from './troubles.ts'

const failed = (provider_status?: number) => new ApiError('upstream_failed', 'no', { details: { provider_status } })

test('a failure holds until a success, and the model is asked again after half a minute', () => {
  let now = 0
  const troubles = createTroubles(() => now)
  troubles.note('a', failed(500))
  expect(troubles.of('a')).toMatchObject({ askAgain: false })
  expect(troubles.of('b')).toBeUndefined()
  now = 30_000
  expect(troubles.of('a')).toMatchObject({ askAgain: true })
  troubles.over('a')
  expect(troubles.of('a')).toBeUndefined()
})

test.each([400, 413, 422, 429])('status %i is about the request, or passes', (status) => {
  const troubles = createTroubles()
  troubles.note('a', failed(status))
  troubles.note('a', new ApiError('rate_limited', 'busy'))
  troubles.note('a', new Error('ours'))
  expect(troubles.of('a')).toBeUndefined()
})
