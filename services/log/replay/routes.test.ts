import { expect, test } from 'vitest'
import type { LogRecord } from '../../../kernel/broker/broker.ts'
import { ask, freshStackForEach, sendNotices, stack } from '../log.fixture.ts'

freshStackForEach()

const WITHIN = { timeout: 30_000, interval: 50 }
const SOURCE = 'document.stored'
const into = { topic: 'replay.copy' }

async function recordsOf(topic: string): Promise<LogRecord[]> {
  const records: LogRecord[] = []
  for (const { partition } of await stack.ports.broker.partitions(topic))
    for await (const record of stack.ports.broker.read({ topic, partition, from: 'beginning' })) records.push(record)
  return records
}
const replay = (more: object = {}) => ask('POST', '/admin/replay', { topic: SOURCE, into, ...more })
const counted = async (more: object = {}) => (await replay({ dry_run: true, ...more })).body
async function ended(runId: string, status = 'completed') {
  await expect.poll(async () => (await ask('GET', `/admin/replay/${runId}`)).body.status, WITHIN).toBe(status)
  return (await ask('GET', `/admin/replay/${runId}`)).body
}

test('a range is copied with keys, ids and order, and says how far it is', async () => {
  await sendNotices(30)
  const { status, body } = await replay({ reason: 'to look at it' })
  expect(status).toBe(202)
  expect(await ended(body.runId)).toMatchObject({
    ...{ topic: SOURCE, into: into.topic, read: 30, written: 30, total: 30, eta_seconds: 0 },
    failure: null,
  })
  const [source, copies] = [await recordsOf(SOURCE), await recordsOf(into.topic)]
  const told = ({ key, value, headers }: LogRecord) => [key, Buffer.from(value).toString(), headers.ce_id]
  expect(copies.map(told)).toEqual(source.map(told))
  expect(copies.map(({ headers }) => headers['x-replay-of'])).toEqual(source.map((r) => `${SOURCE}/${r.partition}/${r.offset}`))
  expect((await ask('GET', '/admin/replay')).body.items).toMatchObject([{ runId: body.runId, reason: 'to look at it' }])
  expect((await ask('GET', '/admin/audit')).body.items).toMatchObject([
    { action: 'replay.started', details: { run_id: body.runId, total: 30 } },
  ])
  // What was made can be read again.
  expect((await ask('POST', '/admin/replay', { topic: into.topic, into: { topic: 'replay.again' }, dry_run: true })).body.total).toBe(30)
})

test('places and filters bound what is read', async () => {
  await sendNotices(20)
  const all = await recordsOf(SOURCE)
  const first = all.filter(({ offset }) => offset === 0n).length
  const chosen = all[3]!
  expect(await counted()).toEqual({ dry_run: true, total: 20, scanned: 20, written: 0, estimated: false })
  expect((await counted({ from: { offset: 0 } })).total).toBe(20)
  expect((await counted({ from: { offset: 1 } })).total).toBe(20 - first)
  expect((await counted({ to: { offset: 1 } })).total).toBe(first)
  expect((await counted({ from: { offset: { [chosen.partition]: 0 } } })).total).toBe(
    all.filter((r) => r.partition === chosen.partition).length,
  )
  expect((await counted({ from: { time: '2020-01-01T00:00:00Z' }, to: { time: '2020-01-02T00:00:00+01:00' } })).total).toBe(0)
  expect((await counted({ from: { offset: 1_000_000 } })).total).toBe(0)
  const byFilter = async (filter: object) => (await counted({ filter })).total
  expect(await byFilter({ keys: [chosen.key] })).toBe(1)
  expect(await byFilter({ types: ['other'] })).toBe(0)
  expect(await byFilter({ types: [SOURCE], where: { 'file.index': 'documents', generation: 1 } })).toBe(20)
  expect(await byFilter({ where: { 'file.index': 'others' } })).toBe(0)
  expect(await byFilter({ where: { 'constructor.name': 'Object' } })).toBe(0)
  expect(await byFilter({ until: '2020-01-01T00:00:00Z' })).toBe(0)
  const { body } = await replay({ filter: { keys: [chosen.key] } })
  expect(await ended(body.runId)).toMatchObject({ read: 20, written: 1, total: 20 })
})

test('a paused replay stands until it is resumed, and a cancelled one has ended', async () => {
  await sendNotices(600)
  const { body } = await replay({ rate: 200 })
  const at = `/admin/replay/${body.runId}`
  expect((await ask('POST', `${at}/pause`, {})).body.status).toBe('paused')
  expect((await ask('POST', `${at}/pause`, {})).status).toBe(200)
  expect((await ask('POST', `${at}/resume`, {})).body.status).toBe('running')
  expect(await ended(body.runId)).toMatchObject({ read: 600, written: 600 })
  for (const command of ['pause', 'resume', 'cancel']) expect((await ask('POST', `${at}/${command}`, {})).status).toBe(409)
  const slow = (await replay({ rate: 0.1, into: { topic: 'replay.slow' } })).body.runId
  expect((await ask('POST', `/admin/replay/${slow}/cancel`, {})).body.status).toBe('cancelled')
  const actions = (await ask('GET', '/admin/audit')).body.items.map(({ action }: { action: string }) => action)
  expect(actions.toSorted()).toEqual(['cancelled', 'paused', 'paused', 'resumed', 'started', 'started'].map((word) => `replay.${word}`))
})

test.each([
  [{ into: undefined }, 'into'],
  [{ into: {} }, 'into'],
  [{ into: null }, 'into'],
  [{ into: { index: 'documents' } }, '/admin/rebuilds'],
  [{ into: { topic: 5 } }, 'topic'],
  [{ into: { topic: 'other' } }, 'replay.'],
  [{ into: { topic: 'replay.step' } }, 'no target'],
  [{ into: { topic: 'replay.' } }, 'no target'],
  [{ into: { topic: SOURCE } }, 'itself'],
  [{ topic: undefined }, 'topic'],
  [{ topic: 'none' }, 'no topic none'],
  [{ topic: 'replay.none' }, 'no topic replay.none'],
  [{ from: 'middle' }, 'from'],
  [{ from: { offset: -1 } }, 'from'],
  [{ from: { offset: 1.5 } }, 'from'],
  [{ from: { offset: 'last' } }, 'from'],
  [{ from: { offset: { 0: -1 } } }, 'from'],
  [{ from: { offset: { first: 0 } } }, 'from'],
  [{ from: { offset: { 99: 0 } } }, 'partition 99'],
  [{ from: { time: 'yesterday' } }, 'from'],
  [{ filter: { other: 1 } }, 'filter'],
  [{ rate: 0 }, 'rate'],
])('%j is refused with a word of what is wrong', async (more, word) => {
  const { status, body } = await replay({ dry_run: true, ...more })
  expect(status).toBe(400)
  expect(JSON.stringify(body.error)).toContain(word)
})

test('an unknown replay is not found, whatever is asked of it', async () => {
  for (const id of [crypto.randomUUID(), 'none']) {
    expect((await ask('GET', `/admin/replay/${id}`)).status).toBe(404)
    for (const command of ['pause', 'resume', 'cancel']) expect((await ask('POST', `/admin/replay/${id}/${command}`, {})).status).toBe(404)
  }
})
