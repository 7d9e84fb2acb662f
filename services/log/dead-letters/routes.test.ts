import { describe, expect, test } from 'vitest'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import { documentStored } from '../../../schemas/document.ts'
import { ask, freshStackForEach, seen, sendNotices, setFault, stack } from '../log.fixture.ts'

freshStackForEach()

const WITHIN = { timeout: 30_000, interval: 50 }
const corrupt = () => new WorkError('corrupt', `"${newId()}.docx" is damaged`)
const locked = () => new WorkError('encrypted', 'it is locked', { retryable: true })

/** Waits until so many dead letters fit, and gives them. */
async function letters(count: number, query = '') {
  await expect.poll(async () => (await ask('GET', `/admin/dlq?page_size=100${query}`)).body.pagination.total_items, WITHIN).toBe(count)
  return (await ask('GET', `/admin/dlq?page_size=100${query}`)).body.items
}

test('a record that is given up stands in the list with its counts, and whole at its own address', async () => {
  setFault(corrupt)
  const [document] = await sendNotices(1)
  const [entry] = await letters(1)
  expect(entry).toMatchObject({
    state: 'open',
    kind: 'terminal',
    code: 'corrupt',
    consumer: 'toy',
    topic: 'document.stored',
    key: document,
  })
  expect(entry.reason).toBe('‹name› is damaged')
  expect(entry.file).toBe('a.txt')
  expect(entry.links).toMatchObject([{ rel: 'upload' }])
  const { body } = await ask('GET', '/admin/dlq')
  expect(body.counts).toEqual({ code: { corrupt: 1 }, consumer: { toy: 1 }, kind: { terminal: 1 }, state: { open: 1 } })
  const one = await ask('GET', `/admin/dlq/${entry.id}`)
  expect(one.body).toMatchObject({ error: { code: 'corrupt' }, record: { encoding: 'utf8', cut: [] }, request_id: 'test' })
  const value = JSON.parse(one.body.record.value)
  expect(one.body.event_id).toBe(one.body.record.headers.ce_id)
  expect(one.body.links).toEqual([
    { rel: 'upload', href: `/api/v2/upload/status/${value.upload_id}`, page: `/document?id=${value.upload_id}` },
  ])
  expect(one.body.history).toEqual([expect.objectContaining({ what: 'failed', redrive: 0, attempts: 1 })])
  expect((await ask('GET', '/admin/dlq/none')).status).toBe(404)
})

test('filters join, and reasons stand together whatever names are in them', async () => {
  setFault(corrupt)
  await sendNotices(3)
  await letters(3)
  setFault(locked)
  const [document] = await sendNotices(1)
  await letters(4)
  expect((await letters(1, `&kind=exhausted&code=encrypted&key=${document}`))[0].attempts).toBe(2)
  for (const none of [
    'code=other',
    'topic=other',
    'consumer=other',
    `key=${newId()}`,
    'state=resolved',
    'until=2020-01-01T00:00:00Z',
    'kind=poison',
  ])
    await letters(0, `&${none}`)
  await letters(4, '&since=2020-01-01T00:00:00%2B01:00&state=open&consumer=toy')
  const { body } = await ask('GET', '/admin/dlq/groups')
  expect(body.items).toMatchObject([
    {
      ...{ code: 'corrupt', count: 3, consumers: { toy: 3 }, states: { open: 3 } },
      ...{ reason: '‹name› is damaged', message: expect.stringMatching(/^"[-0-9a-f]{36}\.docx" is damaged$/) },
    },
    { code: 'encrypted', count: 1, reason: 'it is locked' },
  ])
  for (const bad of ['state=broken', 'kind=other', 'since=yesterday', 'until=2026-13-01T00:00:00Z', 'page=0', 'other=1'])
    expect((await ask('GET', `/admin/dlq?${bad}`)).status, bad).toBe(400)
})

describe('redrive', () => {
  test('what fails again stays one entry with its history; what is mended is resolved, and the records keep key and id', async () => {
    setFault(corrupt)
    const documents = await sendNotices(2)
    const [one] = await letters(2)
    const again = await ask('POST', '/admin/dlq/redrive', { ids: [one.id], reason: 'try' }, { 'x-actor-id': 'ada' })
    expect(again.body).toMatchObject({ redriven: 1, matched: 1, dry_run: false })
    await expect
      .poll(async () => (await ask('GET', `/admin/dlq/${one.id}`)).body.history, WITHIN)
      .toMatchObject([
        { what: 'failed', redrive: 0 },
        { what: 'redriven', redrive: 1, actor: 'ada', reason: 'try' },
        { what: 'failed', redrive: 1 },
      ])
    const failed = (await ask('GET', `/admin/dlq/${one.id}`)).body
    expect(failed).toMatchObject({ state: 'open', redrives: 1, key: one.key })
    setFault(undefined)
    expect((await ask('POST', '/admin/dlq/redrive', { error_code: 'corrupt', rate: 100 })).body.redriven).toBe(2)
    await letters(2, '&state=resolved')
    expect(seen.filter((id) => id === one.key).length).toBe(3)
    expect(new Set(seen)).toEqual(new Set(documents))
    const records = []
    for (const { partition } of await stack.ports.broker.partitions('document.stored'))
      for await (const record of stack.ports.broker.read({ topic: 'document.stored', partition, from: 'beginning' })) records.push(record)
    const own = records.filter(({ key }) => key === one.key)
    expect(own.length).toBe(3)
    expect(new Set(own.map(({ headers }) => `${headers.ce_id} ${headers.ce_time} ${headers['x-request-id']}`)).size).toBe(1)
    expect((await ask('POST', '/admin/dlq/redrive', { ids: [one.id] })).body).toMatchObject({ redriven: 0, matched: 0, run_id: null })
  })

  test('right after the reply the entry says that it was sent again, and a record too long to be kept comes back from the log', async () => {
    setFault(corrupt)
    const file = {
      index: 'documents',
      source_file: 'a.txt',
      file_type: 'txt',
      size_bytes: 5,
      content_type: 'text/plain',
      blob: 'x'.repeat(180_000),
    }
    const metadata = { title: 'A', doc_type: 'note' }
    const payload = {
      upload_id: newId(),
      document_id: newId(),
      generation: 1,
      attempt: 1,
      ...{ process_mode: 'async' as const, process: true, message: '' },
      file: { ...file, metadata, received_at: '2026-01-01T00:00:00.000Z' },
    }
    const [position] = await stack.ctx.publish([documentStored.make(payload)], { requestId: 'test' })
    const [entry] = await letters(1)
    expect((await ask('GET', `/admin/dlq/${entry.id}`)).body.record).toMatchObject({
      encoding: 'by-offset',
      cut: ['value'],
      offset: String(position?.offset),
    })
    setFault(undefined)
    await ask('POST', '/admin/dlq/redrive', { ids: [entry.id] })
    expect(['redriven', 'resolved']).toContain((await ask('GET', `/admin/dlq/${entry.id}`)).body.state)
    await letters(1, '&state=resolved')
    expect(seen.length).toBe(2)
  })
})

test('dry runs change nothing, a discarded entry stays readable, and both leave audit records', async () => {
  setFault(corrupt)
  await sendNotices(3)
  const [one, other] = await letters(3)
  for (const command of ['redrive', 'discard'] as const)
    expect((await ask('POST', `/admin/dlq/${command}`, { code: 'corrupt', dry_run: true })).body).toMatchObject({
      matched: 3,
      dry_run: true,
    })
  await letters(3, '&state=open')
  const discarded = await ask('POST', '/admin/dlq/discard', { ids: [one.id, 'none'], reason: 'old' }, { 'x-ms-client-principal-id': 'bob' })
  expect(discarded.body).toEqual({ discarded: 1, matched: 1, dry_run: false })
  expect((await ask('GET', `/admin/dlq/${one.id}`)).body).toMatchObject({ state: 'discarded', record: { encoding: 'utf8' } })
  expect((await letters(1, '&state=discarded'))[0].id).toBe(one.id)
  expect((await ask('POST', '/admin/dlq/redrive', { key: one.key })).body.redriven).toBe(0)
  setFault(undefined)
  expect((await ask('POST', '/admin/dlq/redrive', { key: one.key, state: 'discarded' })).body.redriven).toBe(1)
  await letters(1, '&state=resolved')
  await ask('POST', '/admin/dlq/discard', { key: other.key })
  const { body } = await ask('GET', '/admin/audit')
  expect(body.items.map(({ action, actor }: { action: string; actor: string }) => [action, actor]).toSorted()).toEqual([
    ['dead-letters.discarded', 'bob'],
    ['dead-letters.discarded', 'dashboard-user'],
    ['dead-letters.redriven', 'dashboard-user'],
    ['dead-letters.redriven', 'dashboard-user'],
  ])
  expect((await ask('GET', '/admin/audit?actor=bob')).body.items).toMatchObject([
    { reason: 'old', details: { count: 1, ids: [one.id, 'none'] } },
  ])
})

test.each([
  {},
  { dry_run: true },
  { reason: 'no filter' },
  { ids: [] },
  { key: 'k', state: 'broken' },
  { key: 'k', since: 'yesterday' },
  { other: 1 },
])('a command that names nothing, or something wrong, is refused: %j', async (body) => {
  for (const command of ['redrive', 'discard']) expect((await ask('POST', `/admin/dlq/${command}`, body)).status).toBe(400)
})

test.each([0, -1, 'fast'])('a rate of %j is refused', async (rate) => {
  const { status, body } = await ask('POST', '/admin/dlq/redrive', { key: 'k', rate })
  expect(status).toBe(400)
  expect(body.error.message).toContain('rate')
})
