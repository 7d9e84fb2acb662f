import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { ParserPool } from '../../../kernel/cell/pool.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { createPagePictures } from './page-pictures.ts'

const HOUR = 3_600_000
afterEach(() => void vi.useRealTimers())

/** Pictures of a pool that refuses every page so, and how often it was asked. */
function refusing(error: unknown) {
  const parse = vi.fn(async () => {
    throw error
  })
  const blobs = { localFile: async () => ({ path: '/dev/null', dispose: async () => undefined }) } as Partial<Blobs> as Blobs
  const pool = { parse, close: async () => undefined } as Partial<ParserPool> as ParserPool
  const pictures = createPagePictures(
    blobs,
    () => ({}) as never,
    pino({ level: 'silent' }),
    () => pool,
  )
  const told = (key: string) =>
    pictures.page({ key, blob: 'b', fileType: 'pdf', page: 3, caller: 'key:a' }).then(
      () => 'drawn',
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    )
  return { parse, told }
}

test('a page that cannot be drawn is tried once, and again of another generation', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { parse, told } = refusing(new WorkError('corrupt', 'The PDF is damaged.'))
  const refusal = 'not_found: page 3 cannot be drawn: The PDF is damaged.'
  expect([await told('d/1/u'), await told('d/1/u')]).toEqual([refusal, refusal])
  vi.advanceTimersByTime(10 * HOUR)
  expect([await told('d/1/u'), parse.mock.calls.length]).toEqual([refusal, 1])
  expect([await told('d/2/u'), parse.mock.calls.length]).toEqual([refusal, 2])
})

test('one that took too long is tried again after an hour, because the machine may have been busy', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { parse, told } = refusing(new WorkError('timed_out', 'It took longer than 20 s.'))
  expect(await told('d/1/u')).toMatch(/longer than 20 s\. It is not tried again within an hour\.$/)
  expect([await told('d/1/u'), parse.mock.calls.length]).toEqual([expect.stringMatching(/within an hour/), 1])
  vi.advanceTimersByTime(HOUR)
  expect([await told('d/1/u'), parse.mock.calls.length]).toEqual([expect.stringMatching(/longer than/), 2])
})

test('what is away for now is asked again', async () => {
  const { parse, told } = refusing(new WorkError('storage_failed', 'The disk is full.', { retryable: true }))
  await told('d/1/u')
  await told('d/1/u')
  expect(parse).toHaveBeenCalledTimes(2)
})

test('one caller does not take all the places in the line', async () => {
  const blobs = { localFile: () => new Promise<never>(() => {}) } as Partial<Blobs> as Blobs
  const pictures = createPagePictures(blobs, () => ({}) as never, pino({ level: 'silent' }))
  const ask = (caller: string, page: number) =>
    Promise.race([
      pictures.page({ key: 'k', blob: 'b', fileType: 'pdf', page, caller }).then(
        () => 'drawn',
        ({ code }: { code: string }) => code,
      ),
      new Promise<string>((done) => setImmediate(done, 'waits')),
    ])
  const greedy = await Promise.all(Array.from({ length: 30 }, (_, page) => ask('key:a', page + 1)))
  expect(greedy.filter((end) => end === 'waits')).toHaveLength(10)
  expect(greedy.at(-1)).toBe('rate_limited')
  expect(await ask('key:b', 100)).toBe('waits')
})
