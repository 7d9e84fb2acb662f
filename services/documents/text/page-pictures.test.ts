import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { createPagePictures } from './page-pictures.ts'

test('one caller does not take all the places in the line', async () => {
  const blobs = { localFile: () => new Promise<never>(() => {}) } as Partial<Blobs> as Blobs
  const pictures = createPagePictures(blobs, () => ({}) as never, pino({ level: 'silent' }))
  const ask = (caller: string, page: number) =>
    Promise.race([
      pictures.page({ key: 'k', blob: 'b', page, caller }).then(
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
