import { expect, test } from 'vitest'
import { readTopics } from '../../../kernel/broker/topics.ts'
import { ask, freshStackForEach, sendNotices, stack } from '../log.fixture.ts'
import { topicReader } from './read-topics.ts'

freshStackForEach()

const WITHIN = { timeout: 30_000, interval: 50 }
const topic = async (name: string) => (await ask('GET', '/admin/topics')).body.items.find((one: { name: string }) => one.name === name)

test('topics tell partitions, records, rate, and the lag of each group that reads them', async () => {
  await sendNotices(60)
  await expect.poll(async () => (await topic('document.stored')).records, WITHIN).toBe(60)
  const stored = await topic('document.stored')
  expect(stored).toMatchObject({
    partitions: 6,
    rate: expect.any(Number),
    lag: 0,
    oldest_age_seconds: null,
    visibility: 'internal',
    owner: 'uploads',
  })
  const names = (await ask('GET', '/admin/topics')).body.items.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['document.processed', 'chat.completed', 'dead.letter', 'redrive.step']))
  expect((await topic('admin.acted')).groups).toMatchObject([{ name: 'projector', lag: 0 }])
})

test('what a group has still to read counts, with its age; a partition that stands for a minute is stuck', async () => {
  await sendNotices(10)
  let now = Date.now()
  const read = topicReader({ broker: stack.ports.broker, clock: { now: () => now } }, readTopics(), [
    { name: 'idle', topics: ['document.stored'] },
  ])
  const look = async () => (await read()).find(({ name }) => name === 'document.stored')!
  expect((await look()).groups[0]).toMatchObject({ name: 'idle', lag: 10, stuck: [] })
  now += 3_600_000
  const later = await look()
  expect(later.lag).toBe(10)
  expect(later.oldest_age_seconds).toBeGreaterThan(3_000)
  expect(later.oldest_age_seconds).toBeLessThan(3_700)
  const waiting = later.groups[0]!.partitions.filter(({ lag }) => lag > 0)
  expect(later.groups[0]!.stuck).toEqual(waiting.map(({ partition }) => partition))
  const [moved] = waiting
  await stack.ports.broker.reset('idle', 'document.stored', new Map([[moved!.partition, BigInt(moved!.latest)]]))
  const after = await look()
  expect(after.lag).toBe(10 - moved!.lag)
  expect(after.groups[0]!.stuck).not.toContain(moved!.partition)
})
