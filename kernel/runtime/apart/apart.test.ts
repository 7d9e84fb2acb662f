import { afterAll, expect, test, vi } from 'vitest'
import type { FixtureWorks } from './apart.fixture.ts'
import { openApart, type ThreadsOf } from './apart.ts'

const of: ThreadsOf<FixtureWorks> = {
  ...{ works: new URL('./apart.fixture.ts', import.meta.url), most: 2, ofOne: 1, memoryMb: 32, idleMs: 1000 },
  nameOf: (work) => `the ${work}`,
}
const apart = openApart(of)
afterAll(() => apart.close())
const FOREVER_MS = 600_000

test('gives what the work gives, and what it throws as it threw it', async () => {
  expect(await apart.run('sum', [1, 2, 3])).toBe(6)
  expect(await apart.run('later', ['done'])).toBe('done')
  const refused = { name: 'ApiError', code: 'invalid_request', status: 400, details: { field: 'how' } }
  await expect(apart.run('refuse', ['api'])).rejects.toMatchObject(refused)
  await expect(apart.run('refuse', ['work'])).rejects.toMatchObject({ name: 'WorkError', code: 'broken', retryable: true })
  await expect(apart.run('refuse', ['other'])).rejects.toMatchObject({ code: 'internal', message: 'the refuse failed: not so' })
})

test('ends what takes too long, too much memory, or dies, and goes on', async () => {
  await expect(apart.run('spin', [FOREVER_MS], { longestMs: 5 })).rejects.toMatchObject({ code: 'too_long' })
  await expect(apart.run('fill', [])).rejects.toMatchObject({ code: 'too_large', message: 'the fill needs more than 32 MB' })
  await expect(apart.run('leave', [])).rejects.toMatchObject({ code: 'interrupted', retryable: true })
  expect(await apart.run('sum', [1])).toBe(1)
})

test('ends what nobody waits for any more, whether it began or waits', async () => {
  const leaving = new AbortController()
  const works = [1, 2, 3, 4].map(() => apart.run('spin', [FOREVER_MS], { signal: leaving.signal }))
  expect(apart.waiting()).toBe(2)
  leaving.abort(new Error('gone'))
  expect((await Promise.allSettled(works)).map((end) => end.status === 'rejected' && end.reason.message)).toEqual(Array(4).fill('gone'))
  expect(apart.waiting()).toBe(0)
  await expect(apart.run('sum', [1], { signal: leaving.signal })).rejects.toThrow('gone')
  expect(await apart.run('sum', [1])).toBe(1)
})

test('lets a caller hold one thread of two', async () => {
  const leaving = new AbortController()
  const slow = [1, 2].map(() => apart.run('spin', [FOREVER_MS], { caller: 'key:a', signal: leaving.signal }).catch(() => 'ended'))
  expect(await apart.run('sum', [2], { caller: 'key:b' })).toBe(2)
  expect(apart.waiting()).toBe(1)
  leaving.abort()
  expect(await Promise.all(slow)).toEqual(['ended', 'ended'])
})

test('takes of a caller the lower rank first, and refuses what waits in too long a line', async () => {
  const one = openApart({ ...of, most: 1, ofOne: 1, mostWaiting: 2 })
  const order: string[] = []
  const run = (rank: string) => one.run('sum', [1], { caller: 'key:a', rank }).then(() => order.push(rank))
  const first = one.run('spin', [1], { caller: 'key:a' })
  const rest = [run('2'), run('1')]
  await expect(one.run('sum', [1])).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '60' } })
  await Promise.all([first, ...rest])
  expect(order).toEqual(['1', '2'])
  await one.close()
})

test('a thread stays for the next work, for a while', async () => {
  const { idleMs: _, ...staying } = of
  const [stays, ends] = [openApart({ ...staying, most: 1 }), openApart({ ...of, most: 1, idleMs: 1 })]
  const first = await Promise.all([stays.run('thread', []), ends.run('thread', [])])
  await vi.waitFor(async () => expect(await ends.run('thread', [])).not.toBe(first[1]), 10_000)
  expect(await stays.run('thread', [])).toBe(first[0])
  await Promise.all([stays.close(), ends.close()])
})

test('what is under way at the end is interrupted', async () => {
  const one = openApart(of)
  const work = expect(one.run('spin', [FOREVER_MS])).rejects.toMatchObject({ code: 'interrupted' })
  await one.close()
  await work
})
