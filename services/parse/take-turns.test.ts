import { expect, it } from 'vitest'
import { createTurns } from './take-turns.ts'

const never = new AbortController().signal

it('lets no more than so many work at once', async () => {
  const turns = createTurns()
  let [now, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, ++now)
    await new Promise(setImmediate)
    now--
  }
  await Promise.all(Array.from({ length: 9 }, () => turns.take(() => 2, never, work)))
  expect(most).toBe(2)
})

it('gives the turns of those who left to those behind them', async () => {
  const turns = createTurns()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const leaving = new AbortController()
  const first = turns.take(
    () => 1,
    never,
    () => ended,
  )
  const left = [1, 2, 3].map(() =>
    turns.take(
      () => 1,
      leaving.signal,
      async () => 'left',
    ),
  )
  const last = turns.take(
    () => 1,
    never,
    async () => 'done',
  )
  leaving.abort(new Error('no more'))
  for (const one of left) await expect(one).rejects.toThrow('no more')
  end()
  await first
  expect(await last).toBe('done')
})
