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
  await Promise.all(Array.from({ length: 9 }, () => turns.take({ most: () => 2, signal: never }, work)))
  expect(most).toBe(2)
})

it('gives the turns of those who left to those behind them', async () => {
  const turns = createTurns()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const leaving = new AbortController()
  const most = () => 1
  const first = turns.take({ most, signal: never }, () => ended)
  const left = [1, 2, 3].map(() => turns.take({ most, signal: leaving.signal }, async () => 'left'))
  const last = turns.take({ most, signal: never }, async () => 'done')
  leaving.abort(new Error('no more'))
  for (const one of left) await expect(one).rejects.toThrow('no more')
  end()
  await first
  expect(await last).toBe('done')
})

it('goes round among the callers, and lets more work when more may', async () => {
  const turns = createTurns()
  let allowed = 1
  const begun: string[] = []
  const ask = (caller: string, n: number) =>
    Array.from({ length: n }, async (_, i) => {
      const leave = await turns.enter({ caller, most: () => allowed, signal: never })
      begun.push(`${caller}${i}`)
      return leave
    })
  const [first, ...others] = [...ask('a', 4), ...ask('b', 2)]
  const leave = await first!
  expect(begun).toEqual(['a0'])
  allowed = 2
  leave()
  leave()
  await expect.poll(() => begun).toEqual(['a0', 'b0', 'a1'])
  for (const one of others) void one.then((end) => end())
  await Promise.all(others)
  expect(begun.toSorted()).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'b1'])
})
