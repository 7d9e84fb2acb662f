import { expect, test, vi } from 'vitest'
import { ApiError } from '../runtime/errors.ts'
import { createTroubles, type SharedTroubles } from './troubles.ts'

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

test('what fails in one process is known in the other, until a call succeeds in either', async () => {
  let now = 0
  const told = new Map<string, { message: string; at: number }>()
  const shared: SharedTroubles = {
    tell: (model, message) => void told.set(model, { message, at: now }),
    over: (model) => void told.delete(model),
    look: async (model) => {
      const found = told.get(model)
      return found && { message: found.message, ageMs: now - found.at }
    },
  }
  const [worker, edge] = [createTroubles(() => now, shared), createTroubles(() => now, shared)]
  const heard = async () => {
    await edge.hear('a')
    return edge.of('a') && [edge.of('a')?.error.message, edge.of('a')?.askAgain]
  }
  worker.note('a', failed(401))
  expect(await heard()).toEqual(['no', false])
  now = 30_000
  expect(await heard()).toEqual(['no', true])
  worker.over('a')
  expect(await heard()).toBeUndefined()
  worker.note('a', failed(401))
  await heard()
  edge.over('a')
  expect([told.size, await heard()]).toEqual([0, undefined])
})

test('where the others cannot be asked, the own calls tell', async () => {
  const away: SharedTroubles = { tell: () => undefined, over: () => undefined, look: async () => Promise.reject(new Error('away')) }
  const troubles = createTroubles(() => 0, away)
  await troubles.hear('a')
  expect(troubles.of('a')).toBeUndefined()
  troubles.note('a', failed(500))
  await troubles.hear('a')
  expect(troubles.of('a')).toBeDefined()
})

test('a store that is silent keeps nobody from what the own calls tell', async () => {
  vi.useFakeTimers()
  try {
    const silent: SharedTroubles = { tell: () => undefined, over: () => undefined, look: () => new Promise(() => undefined) }
    const troubles = createTroubles(() => 0, silent)
    troubles.note('a', failed(500))
    const heard = troubles.hear('a')
    await vi.advanceTimersByTimeAsync(2_000)
    await heard
    expect(troubles.of('a')).toBeDefined()
  } finally {
    vi.useRealTimers()
  }
})
