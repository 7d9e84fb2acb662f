import { afterAll, expect, it } from 'vitest'
import { encodeNumbers, type Job, type RunInput } from './job.ts'
import { openThreads } from './threads.ts'

const threads = openThreads()
afterAll(() => threads.close())

const input = (n: number): RunInput => ({
  ...{ objective: 'x', taskId: null, hints: [], profile: 'default' },
  items: [{ kind: 'series', id: 'a', label: 'a', n, notes: [] }],
  numbers: encodeNumbers([
    Float64Array.from({ length: n }, (_, i) => i * 86_400_000),
    Float64Array.from({ length: n }, (_, i) => (i * 7919) % 101),
  ]),
})
const job = (n: number): Job => ({ analysis: 'temporal', input: input(n), before: {} })
const WAIT = { timeout: 60_000 }

it('analyses beside this thread', WAIT, async () => {
  const found = await threads.run({ subject: 'ada' }, job(50), new AbortController().signal)
  expect(found).toMatchObject({ series: [{ id: 'a', n: 50 }] })
})

it('ends the work that nobody wants any more, whether it began or waits, and goes on with the next', WAIT, async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const begun = threads.run({ subject: 'ada' }, job(60_000), first.signal)
  const waiting = Array.from({ length: 8 }, () => threads.run({ subject: 'ada' }, job(60_000), second.signal))
  second.abort()
  first.abort()
  const ends = await Promise.allSettled([begun, ...waiting])
  expect(ends.map(({ status }) => status)).toEqual(new Array(9).fill('rejected'))
  expect(threads.waiting()).toBe(0)
  expect(await threads.run({ subject: 'bob' }, job(20), new AbortController().signal)).toMatchObject({ series: [{ n: 20 }] })
})

it('tells what fails, and works on', WAIT, async () => {
  const broken = { ...job(20), analysis: 'no-such-analysis' as Job['analysis'] }
  await expect(threads.run({ subject: 'ada' }, broken, new AbortController().signal)).rejects.toMatchObject({ code: 'internal' })
  expect(await threads.run({ subject: 'ada' }, job(20), new AbortController().signal)).toMatchObject({ series: [{ n: 20 }] })
})

it('works on what its subject began first before what it began later, whichever came first', WAIT, async () => {
  const order: string[] = []
  const { signal } = new AbortController()
  const run = (name: string, rank: string) => threads.run({ subject: 'ada', rank }, job(20), signal).then(() => order.push(name))
  // More than there are threads for, so that the next ones wait.
  const busy = Array.from({ length: 4 }, () => threads.run({ subject: 'ada' }, job(2_000), signal))
  await Promise.all([...busy, run('third', '3'), run('second', '2'), run('first', '1')])
  expect(order).toEqual(['first', 'second', 'third'])
})
