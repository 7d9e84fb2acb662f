import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { uploads } from '../uploads/service.ts'
import { uploadEventsOf } from './upload-events.fixture.ts'

const pageSchema = z.object({ items: z.array(z.looseObject({ filename: z.string() })), next_cursor: z.string().nullable() })
const COUNT = 23

let stack: EmbeddedStack
beforeAll(async () => {
  stack = await embeddedStack([uploads])
  // Some of one moment, so that the time alone does not tell them apart.
  const at = (n: number) => new Date(Date.UTC(2026, 2, 4, 5, 0, Math.floor(n / 4))).toISOString()
  for (let n = 0; n < COUNT; n++) await stack.publish([uploadEventsOf(`f${n}.txt`, { received_at: at(n) }).received()])
})
afterAll(() => stack.dispose())

const ask = (query: string) => stack.app.inject(`/api/v2/upload/list?${query}`)
const page = async (query: string) => {
  const reply = await ask(query)
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
  return pageSchema.parse(reply.json())
}
const names = (items: readonly { filename: string }[]) => items.map((i) => i.filename)

test('pages meet every upload once, newest first, whatever comes in meanwhile', async () => {
  const whole = names((await ask('limit=500')).json())
  const met: string[] = []
  let cursor: string | null = ''
  for (let pages = 0; cursor !== null; pages++) {
    const { items, next_cursor }: z.output<typeof pageSchema> = await page(`limit=5&cursor=${cursor}`)
    met.push(...names(items))
    cursor = next_cursor
    await stack.publish([uploadEventsOf(`late${pages}.txt`, { received_at: '2026-03-05T05:00:00.000Z' }).received()])
  }
  expect(met).toEqual(whole)
  expect(met).toHaveLength(COUNT)
})

test('a list without a cursor is an array as before, and its Link leads on with the same filters', async () => {
  const reply = await ask('limit=3&q=F1&status=queued')
  expect(names(reply.json())).toHaveLength(3)
  const [, next] = /^<(.+)>; rel="next"$/.exec(String(reply.headers.link)) ?? []
  const following = pageSchema.parse((await stack.app.inject(next ?? '')).json())
  expect(names(following.items)).toHaveLength(3)
  expect(following.items.filter(({ filename }) => !filename.startsWith('f1'))).toEqual([])
  expect(names(following.items).filter((name) => names(reply.json()).includes(name))).toEqual([])
  expect((await ask('limit=500')).headers.link).toBeUndefined()
})

test.each([
  'nonsense',
  'WzEsMl0',
  '%00',
  Buffer.from('["2026-01-01T00:00:00.000Z","x"]').toString('base64url'),
  'a'.repeat(201),
])('the cursor %j is refused by its name', async (cursor) => {
  const reply = await ask(`cursor=${cursor}`)
  expect([reply.statusCode, reply.json().error.message]).toEqual([400, expect.stringContaining('cursor')])
})
