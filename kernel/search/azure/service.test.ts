import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEndlessServer } from '../../net/endless-server.fixture.ts'
import { EnvError } from '../../runtime/env.ts'
import { createLogger } from '../../runtime/log.ts'
import type { Database } from '../../store/database.ts'
import { openSqliteDatabase } from '../../store/sqlite.ts'
import { chunkOf, vectorOf } from '../contract/contract-fixture.ts'
import { defaultIndexSpec } from '../default-index.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { SearchIndex } from '../search.ts'
import { openOn, put } from './azure.fixture.ts'
import { type FakeService, startFakeService } from './fake-service.fixture.ts'
import { openAzureSearch } from './open-azure-search.ts'
import { createRest } from './rest.ts'

let dir: string
let fake: FakeService
let database: Database
let search: SearchIndex
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-azure-service-'))
  fake = await startFakeService()
  database = await openSqliteDatabase({ dir })
  search = await openOn(fake, database)
  await search.createIndex(defaultIndexSpec('docs', 4))
})
afterEach(async () => {
  await search.close()
  await database.close()
  await fake.close()
  await rm(dir, { recursive: true })
})

const many = (count: number) => Array.from({ length: count }, (_, i) => chunkOf('a', i, { text: 'word' }))
const batchesSent = () => fake.asked.filter((a) => a.path.endsWith('search.index'))
const total = async () => (await search.search('docs', { top: 0, count: true })).total
const caught = (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined).catch((error: unknown) => error)

test('chunks that failed for the moment are sent again, and they alone', async () => {
  const failed = new Set<string>()
  fake.failing = (key) => {
    if (!/-a-[135]$/.test(key) || failed.has(key)) return undefined
    failed.add(key)
    return 503
  }
  await put(search, 'a', 1, ...many(8))
  expect(batchesSent().map(({ body }) => JSON.parse(body).value.length)).toEqual([8, 3])
  expect(await total()).toBe(8)
})

test('a chunk that the service will never take ends the write, and nothing of it is seen', async () => {
  fake.failing = (key) => (key.endsWith('a-3') ? 400 : undefined)
  await expect(put(search, 'a', 1, ...many(8))).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await total()).toBe(0)
})

test('a batch that is too large goes in halves; a single chunk that is too large is told', async () => {
  fake.maxBody = 2_000
  await put(search, 'a', 1, ...many(20))
  expect(await total()).toBe(20)
  fake.maxBody = 50
  await expect(put(search, 'b', 1, chunkOf('b', 0, {}))).rejects.toMatchObject({ code: 'payload_too_large' })
})

test('batches end at a thousand chunks and at the bytes of a request', async () => {
  await put(search, 'a', 1, ...many(2_100))
  expect(batchesSent().map(({ body }) => JSON.parse(body).value.length)).toEqual([1000, 1000, 100])
  fake.asked.length = 0
  const text = 'x'.repeat(3 * 1024 * 1024)
  await put(search, 'b', 1, ...Array.from({ length: 7 }, (_, i) => chunkOf('b', i, { text })))
  expect(batchesSent().length).toBeGreaterThan(2)
  expect(Math.max(...batchesSent().map(({ body }) => body.length))).toBeLessThan(16 * 1024 * 1024)
})

test('a busy service: a write waits as long as it is told, a search says so', async () => {
  let refusals = 2
  fake.interrupt = ({ path }) => {
    if (!path.endsWith('search.index') || refusals-- <= 0) return undefined
    return { status: 503, headers: { 'retry-after': '0' } }
  }
  await put(search, 'a', 1, ...many(3))
  expect(refusals).toBeLessThan(0)
  fake.interrupt = () => ({ status: 503, headers: { 'retry-after': '7' } })
  await expect(search.search('docs', { text: 'word', top: 1 })).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '7' },
  })
  await expect(search.ping()).rejects.toMatchObject({ code: 'unavailable' })
  fake.interrupt = ({ path }) => {
    fake.interrupt = undefined
    return path.endsWith('search.post.search') ? { status: 429, headers: { 'retry-after': '0' } } : undefined
  }
  expect(await total()).toBe(3)
})

test('a key that is not valid and a service that is away are told without the key', async () => {
  const key = 'canary-key-0123456789'
  const other = await openOn(fake, database, { apiKey: key })
  const refused = await caught(other.ping())
  expect(refused).toMatchObject({ code: 'unavailable', message: expect.stringContaining('SEARCH_API_KEY') })
  await other.close()
  const away = await openAzureSearch({ endpoint: 'http://127.0.0.1:9', apiKey: key, database, log: createLogger('CRITICAL') })
  const unreachable = await caught(away.ping())
  expect(unreachable).toMatchObject({ code: 'unavailable' })
  await away.close()
  for (const error of [refused, unreachable])
    expect(`${String(error)} ${JSON.stringify(error)} ${String((error as Error).cause)}`).not.toContain(key)
})

test.each(['http://search.example.com', 'ftp://127.0.0.1'])('an endpoint that would show the key ends the start: %s', async (endpoint) => {
  const error = await caught(openAzureSearch({ endpoint, apiKey: 'canary', database, log: createLogger('CRITICAL') }))
  expect(error).toBeInstanceOf(EnvError)
  expect(String(error)).toMatch(/SEARCH_ENDPOINT/)
})

test('texts that look like dates, numbers and markup come back as they were', async () => {
  const texts = ['2024-01-01T00:00:00Z', 'NaN', 'INF', '{"type":"Point","coordinates":[1,2]}', 'a\u0000b', '\ud83d\ude80 "quoted" \\']
  await put(search, 'a', 1, ...texts.map((text, i) => chunkOf('a', i, { text })))
  const { hits } = await search.chunksOf('docs', 'a', { skip: 0, top: 10 })
  expect(hits.map((h) => h.fields.text)).toEqual(texts)
})

test('ids of every kind find back to their chunks', async () => {
  const ids = ['plain', '_under', 'with space', 'é', '../x', "o'neil", 'x'.repeat(2_000)]
  await put(search, 'a', 1, ...ids.map((id, i) => ({ ...chunkOf('a', i, { text: 'word' }), id })))
  const { hits } = await search.chunksOf('docs', 'a', { skip: 0, top: 10 })
  expect(hits.map((h) => h.id)).toEqual(ids)
  const { hits: one } = await search.search('docs', { top: 5, filter: parseFilter("id eq 'o''neil'") })
  expect(one.map((h) => h.id)).toEqual(["o'neil"])
})

test('more than a page of hits, on one state of the index', async () => {
  await put(search, 'a', 1, ...many(2_300))
  const { hits, total: all } = await search.search('docs', {
    text: 'word',
    top: 2_200,
    skip: 50,
    count: true,
    orderBy: [{ field: 'chunk_index', direction: 'asc' }],
  })
  expect([all, hits.length, new Set(hits.map((h) => h.id)).size]).toEqual([2_300, 2_200, 2_200])
  expect([hits[0]?.id, hits.at(-1)?.id]).toEqual(['a-50', 'a-2249'])
})

test('an index keeps its own attributes, hides the adapter, and its fields are out of reach', async () => {
  const spec = defaultIndexSpec('docs', 4)
  const known = await search.getIndex('docs')
  expect(known?.fields.map((f) => [f.name, f.type, f.key ?? false, f.analyzer])).toEqual(
    spec.fields.map((f) => [f.name, f.type, f.key ?? false, f.analyzer]),
  )
  expect(known?.analyzers).toBeUndefined()
  expect(
    fake
      .definition('docs')
      ?.fields.filter((f) => f.key)
      .map((f) => f.name),
  ).toEqual(['millrace_key_of_id'])
  await expect(search.search('docs', { top: 1, filter: parseFilter('millrace_number ge 0') })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  await expect(
    search.createIndex({ ...spec, name: 'mine', fields: [...spec.fields, { name: 'millrace_stage', type: 'Edm.String' }] }),
  ).rejects.toMatchObject({ code: 'invalid_request' })
  const named = spec.fields.map((f) => (f.name === 'text' ? { ...f, analyzer: 'en.microsoft' } : f))
  await search.createIndex({ ...spec, name: 'english', fields: named })
  expect((await search.getIndex('english'))?.fields.find((f) => f.name === 'text')?.analyzer).toBe('en.microsoft')
})

test('an index of somebody else is neither listed nor touched', async () => {
  const headers = { 'api-key': fake.key, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'theirs', fields: [{ name: 'id', type: 'Edm.String', key: true }] })
  const made = await fetch(`${fake.endpoint}/indexes?api-version=2026-04-01`, { method: 'POST', headers, body })
  expect(made.status).toBe(201)
  expect((await search.listIndexes()).map((i) => i.spec.name)).toEqual(['docs'])
  expect(await search.getIndex('theirs')).toBeUndefined()
  await expect(search.search('theirs', { top: 1 })).rejects.toMatchObject({ code: 'not_found' })
  await expect(search.createIndex(defaultIndexSpec('theirs', 4))).rejects.toMatchObject({ code: 'conflict' })
})

test('a half of a hybrid query whose weight is 0 is left out', async () => {
  await put(search, 'a', 1, chunkOf('a', 0, { text: 'train' }, vectorOf(1, 0)), chunkOf('a', 1, { text: 'tree' }, vectorOf(0, 1)))
  const request = { text: 'train', vector: vectorOf(0, 1), top: 5 }
  const ids = async (weights: { text: number; vector: number }) =>
    (await search.search('docs', { ...request, weights })).hits.map((h) => h.id)
  expect(await ids({ text: 1, vector: 0 })).toEqual(['a-0'])
  expect(await ids({ text: 0, vector: 1 })).toEqual(['a-1', 'a-0'])
  const { hits } = await search.search('docs', { vector: vectorOf(0, 1), top: 1 })
  expect(hits[0]?.score).toBeCloseTo(1, 5)
})

test('an update that another one overtook, or that the service does not allow, is told', async () => {
  const spec = defaultIndexSpec('docs', 4)
  fake.interrupt = ({ method }) => (method === 'PUT' ? { status: 412, body: '' } : undefined)
  await expect(search.updateIndex(spec)).rejects.toMatchObject({ code: 'conflict' })
  fake.interrupt = undefined
  const other = spec.fields.map((f) => (f.name === 'tokens' ? { ...f, sortable: false } : f))
  await expect(search.updateIndex({ ...spec, fields: other })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('tokens'),
  })
})

test.each([
  ['floods', 200, 30_000],
  ['floods', 500, 30_000],
  ['drips', 200, 300],
] as const)('a reply that %s with status %i is cut, and told as none', async (how, status, timeoutMs) => {
  const endless = await startEndlessServer(how, status)
  const rest = createRest({ endpoint: endless.url, apiKey: 'k' })
  const asked = rest.ask({ method: 'GET', path: '/indexes' }, { tries: 1, longestPauseMs: 0, timeoutMs })
  await expect(asked).rejects.toMatchObject({ code: 'unavailable', details: { reason: 'unreachable' } })
  await expect.poll(endless.cut).toBe(1)
  expect(endless.sent()).toBeLessThan(64)
  await endless.close()
})
