import { expect, test } from 'vitest'
import { ApiError, isAway, WorkError } from '../runtime/errors.ts'
import type { Embedder, EmbedOptions } from './embedder.ts'
import { hashingEmbedder } from './hashing.ts'
import { sparedEmbedder } from './spared.ts'

const handler: EmbedOptions = { uncounted: (wait) => wait }
const busy = (retryAfterMs?: number) =>
  new WorkError('embedding_failed', 'busy', {
    ...{ retryable: true, cause: new ApiError('unavailable', 'busy') },
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })

/** An endpoint that does what it is told, and a clock that stands. */
function endpoint() {
  const state = { calls: 0, time: 0, fails: undefined as WorkError | undefined }
  const inner: Embedder = {
    ...hashingEmbedder(),
    async embed(texts) {
      state.calls++
      if (state.fails) throw state.fails
      return texts.map(() => Float32Array.of(1, 0))
    },
  }
  const spared = sparedEmbedder(inner, () => state.time)
  const ask = (options = handler) => spared.embed(['a'], 'passage', options).catch((error: unknown) => error as WorkError)
  return { state, ask }
}

test('in a storm of 429 one call asks after each pause; when one got through, all do', async () => {
  const { state, ask } = endpoint()
  state.fails = busy(5_000)
  const storm = 120_000
  for (; state.time < storm; state.time += 500) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
    expect(answers.every((answer) => isAway(answer) && (answer as WorkError).retryAfterMs! > 0)).toBe(true)
  }
  // The first twenty come at the same time; then one in 5 s.
  expect(state.calls).toBeLessThanOrEqual(20 + storm / 5_000)
  state.fails = undefined
  state.time += 5_000
  const before = state.calls
  expect((await Promise.all([ask(), ask()])).map((answer) => Array.isArray(answer))).toEqual([true, false])
  expect((await Promise.all([ask(), ask()])).every((answer) => Array.isArray(answer))).toBe(true)
  expect(state.calls).toBe(before + 3)
})

test('an endpoint that does not say for how long is asked within 5 s', async () => {
  const { state, ask } = endpoint()
  state.fails = busy()
  for (; state.time < 60_000; state.time += 100) await ask()
  expect(state.calls).toBeGreaterThanOrEqual(12)
  expect(state.calls).toBeLessThanOrEqual(20)
})

test('whoever waits for an answer is not held up, and a text that the endpoint refuses is no pause', async () => {
  const { state, ask } = endpoint()
  state.fails = busy(60_000)
  await ask()
  await ask({})
  expect(state.calls).toBe(2)
  state.fails = new WorkError('embedding_failed', 'this text is refused')
  await ask({})
  state.fails = undefined
  expect(Array.isArray(await ask())).toBe(true)
})
