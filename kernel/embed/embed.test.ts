import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text as bodyOf } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startEndlessServer } from '../net/endless-server.fixture.ts'
import { isAway } from '../runtime/errors.ts'
import { retryAfterOf } from '../runtime/retry-after.ts'
import { cachedEmbedder } from './cached.ts'
import type { Embedder } from './embedder.ts'
import { hashingEmbedder, hashVector } from './hashing.ts'
import { openaiEmbedder } from './openai.ts'
import { prefixedEmbedder } from './prefixed.ts'

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0)

describe('hashingEmbedder', () => {
  test('gives unit vectors, the same ones each time', async () => {
    const embedder = hashingEmbedder()
    const texts = ['Trees grow in the forest', '', '   ', '日本語のテキスト', 'the of and', '\u0000\ud800']
    const vectors = await embedder.embed(texts, 'passage')
    for (const v of vectors) {
      expect(v.length).toBe(embedder.dimensions)
      expect(Math.hypot(...v)).toBeCloseTo(1, 5)
    }
    expect(await embedder.embed(texts, 'query')).toEqual(vectors)
  })
  test('counts each text by itself, whatever came before it, also when what is kept of words is given up', () => {
    const text = 'Mills mill. A mill, two mills, three millers and one river'
    const alone = hashVector(text)
    expect(hashVector(`${text} ${text}`)).not.toEqual(alone)
    expect(hashVector(text)).toEqual(alone)
    for (let n = 0; n < 11; n++) hashVector(Array.from({ length: 10_000 }, (_, i) => `w${n * 10_000 + i}`).join(' '))
    expect(hashVector(text)).toEqual(alone)
  })
  test('puts texts with shared words and spellings nearer than others', () => {
    const question = hashVector('evacuation of schools')
    const near = cosine(question, hashVector('How schools are evacuated in an emergency'))
    expect(near).toBeGreaterThan(cosine(question, hashVector('The federal share of salaries and benefits')) + 0.2)
    expect(cosine(hashVector('colour'), hashVector('colours'))).toBeGreaterThan(0.9)
    expect(cosine(hashVector('organisation'), hashVector('organization'))).toBeGreaterThan(
      cosine(hashVector('organisation'), hashVector('elephant')),
    )
  })
  test('embeds at least 2,000 chunks a second of one core', () => {
    const words = 'the quick brown fox jumps over a lazy dog while school districts review quarterly cost reports'.split(' ')
    const texts = Array.from({ length: 1000 }, (_, i) =>
      Array.from({ length: 150 }, (_, j) => words[(i * 7 + j * 13) % words.length]! + ((i + j) % 50)).join(' '),
    )
    for (const t of texts.slice(0, 100)) hashVector(t)
    const before = process.cpuUsage()
    for (const t of texts) hashVector(t)
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(0.5)
  })
})

const requestSchema = z.object({ model: z.string(), input: z.array(z.string()), encoding_format: z.string() })
type Asked = z.output<typeof requestSchema>

describe('openaiEmbedder', () => {
  let server: Server
  let baseUrl: string
  let asked: Asked[]
  let reply: (body: Asked, res: ServerResponse) => void

  const json = (res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  const vectorsFor = (body: Asked, dimensions = 3) => ({
    // In reverse, since the order is the index's, not the list's.
    data: body.input
      .map((t, index) => ({
        object: 'embedding',
        index,
        embedding: Array.from({ length: dimensions }, (_, i) => (i === 0 ? t.length : 1)),
      }))
      .reverse(),
  })

  beforeEach(async () => {
    asked = []
    reply = (body, res) => json(res, 200, vectorsFor(body))
    const handle = async (req: IncomingMessage, res: ServerResponse) => {
      const body = requestSchema.parse(JSON.parse(await bodyOf(req)))
      asked.push(body)
      reply(body, res)
    }
    server = createServer((req, res) => void handle(req, res))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  })
  afterEach(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  test('asks for floats, keeps the order, normalises, and splits into batches', async () => {
    const embedder = await openaiEmbedder({ baseUrl, model: 'm', maxBatch: 2 })
    expect(embedder.dimensions).toBe(3)
    const vectors = await embedder.embed(['a', 'bbb', 'cc'], 'passage')
    expect(asked.map((a) => a.input.length)).toEqual([1, 2, 1])
    expect(asked.every((a) => a.encoding_format === 'float' && a.model === 'm')).toBe(true)
    expect(vectors.map((v) => Math.round(v[0]! / v[1]!))).toEqual([1, 3, 2])
    for (const v of vectors) expect(Math.hypot(...v)).toBeCloseTo(1, 5)
  })

  test.each([
    [429, true, { 'retry-after': '7' }, 7000],
    [503, true, {}, undefined],
    [500, true, { 'retry-after-ms': '250' }, 250],
    [400, false, {}, undefined],
    [401, false, {}, undefined],
  ])('status %i: retryable %s', async (status, retryable, headers, retryAfterMs) => {
    const embedder = await openaiEmbedder({ baseUrl, model: 'm' })
    reply = (_, res) => json(res, status, { error: { message: 'no' } }, headers)
    const failure = await embedder.embed(['a'], 'query').catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'WorkError', code: 'embedding_failed', retryable, retryAfterMs })
    // A text that breaks the endpoint must end: only a busy one is waited for.
    expect(isAway(failure)).toBe(status === 429 || status === 503)
    expect(asked.length).toBe(2)
  })

  test.each([
    ['floods', 200, false],
    ['floods', 500, true],
    ['drips', 200, true],
  ] as const)('a reply that %s with status %i is cut', async (how, status, retryable) => {
    const endless = await startEndlessServer(how, status)
    const embedder = await openaiEmbedder({
      baseUrl: endless.url,
      model: 'm',
      dimensions: 3,
      maxBatch: 1,
      timeoutMs: how === 'drips' ? 300 : 30_000,
    })
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({ code: 'embedding_failed', retryable })
    await expect.poll(endless.cut).toBe(1)
    expect(endless.sent()).toBeLessThan(24)
    await endless.close()
  })

  test('a reply that breaks off may come whole the next time', async () => {
    const embedder = await openaiEmbedder({ baseUrl, model: 'm' })
    reply = (_, res) => {
      res.writeHead(200, { 'content-type': 'application/json' }).write('{"data":')
      setImmediate(() => res.destroy())
    }
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({ code: 'embedding_failed', retryable: true })
  })

  test('vectors of another dimension, too few of them, zeros and other bodies are refused', async () => {
    const embedder = await openaiEmbedder({ baseUrl, model: 'm' })
    const replies: (typeof reply)[] = [
      (body, res) => json(res, 200, vectorsFor(body, 4)),
      (_, res) => json(res, 200, { data: [] }),
      (body, res) => json(res, 200, { data: body.input.map((_, index) => ({ index, embedding: [0, 0, 0] })) }),
      (_, res) => json(res, 200, { data: [{ index: 0, embedding: 'AAAA' }] }),
    ]
    for (reply of replies)
      await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({ code: 'embedding_failed', retryable: false })
  })

  test('a silent or absent endpoint is retryable; a known model starts without it', async () => {
    // With its dimensions it asks nothing at its start, which might take a busy machine longer.
    const embedder = await openaiEmbedder({ baseUrl, model: 'm', dimensions: 3, timeoutMs: 50 })
    reply = () => undefined
    const silent = await embedder.embed(['a'], 'query').catch((error: unknown) => error)
    expect([silent, isAway(silent)]).toMatchObject([{ code: 'embedding_failed', retryable: true }, false])
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const nobody = await openaiEmbedder({ baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm', dimensions: 3 })
    const absent = await nobody.embed(['a'], 'query').catch((error: unknown) => error)
    expect([absent, isAway(absent)]).toMatchObject([{ code: 'embedding_failed', retryable: true }, true])
    await expect(openaiEmbedder({ baseUrl: 'http://127.0.0.1:1/v1', model: 'm' })).rejects.toMatchObject({ retryable: true })
    expect((await openaiEmbedder({ baseUrl: 'http://127.0.0.1:1/v1', model: 'text-embedding-3-small' })).dimensions).toBe(1536)
  })

  test('Retry-After as an HTTP date', () => {
    const headers = new Headers({ 'retry-after': 'Thu, 01 Jan 1970 00:01:00 GMT' })
    expect(retryAfterOf(headers, 20_000)).toBe(40_000)
    expect(retryAfterOf(new Headers({ 'retry-after': 'soon' }), 0)).toBeUndefined()
  })
})

describe('cachedEmbedder', () => {
  let dir: string
  let calls: string[]
  const inner: Embedder = {
    kind: 'openai',
    model: 'm',
    dimensions: 2,
    maxBatch: 2,
    hybridByDefault: true,
    embed: async (texts) => {
      calls.push(...texts)
      return texts.map((t) => Float32Array.of(t.length, 1))
    },
  }
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'millrace-embed-'))
    calls = []
  })
  afterEach(() => rm(dir, { recursive: true }))

  test('asks for each text once, across openings, and counts what it knew', async () => {
    const first = cachedEmbedder(inner, { dir })
    expect((await first.embedCounted(['a', 'bb', 'ccc'], 'passage')).cached).toBe(0)
    first.close()
    const second = cachedEmbedder(inner, { dir })
    const { vectors, cached } = await second.embedCounted(['ccc', 'dddd', 'a'], 'passage')
    expect([cached, vectors.map((v) => v[0])]).toEqual([2, [3, 4, 1]])
    expect(calls).toEqual(['a', 'bb', 'ccc', 'dddd'])
    second.close()
  })

  test('another model, another kind or another text is another entry', async () => {
    const one = cachedEmbedder(inner, { dir })
    const other = cachedEmbedder({ ...inner, model: 'n' }, { dir })
    await one.embed(['a'], 'passage')
    expect((await other.embedCounted(['a'], 'passage')).cached).toBe(0)
    expect((await one.embedCounted(['a'], 'query')).cached).toBe(0)
    expect((await one.embedCounted(['a'], 'passage')).cached).toBe(1)
    one.close()
    other.close()
  })

  test('a prefix stands before each text of its kind, and makes another entry of it', async () => {
    const cache = cachedEmbedder(inner, { dir })
    const prefixed = prefixedEmbedder(cache, { query: 'query: ', passage: 'passage: ' })
    await prefixed.embed(['a'], 'query')
    await prefixed.embed(['b'], 'passage')
    await prefixedEmbedder(cache, { query: 'Q: ' }).embed(['c'], 'passage')
    expect(calls).toEqual(['query: a', 'passage: b', 'c'])
    expect((await prefixed.embedCounted?.(['b'], 'passage'))?.cached).toBe(1)
    expect((await prefixedEmbedder(cache, {}).embedCounted?.(['b'], 'passage'))?.cached).toBe(0)
    cache.close()
  })

  test('stays below its limit', async () => {
    const cache = cachedEmbedder(inner, { dir, maxRows: 20 })
    for (let i = 0; i < 100; i++) await cache.embed([`text ${i}`], 'passage')
    cache.close()
    const db = new DatabaseSync(join(dir, 'embeddings.db'))
    expect(Number(db.prepare('SELECT count(*) AS n FROM embeddings').get()?.n)).toBeLessThanOrEqual(40)
    db.close()
  })

  test('a failure of the embedder passes through and keeps what came before it', async () => {
    const failing = cachedEmbedder(
      { ...inner, embed: async (t) => (t.includes('x') ? Promise.reject(new Error('down')) : t.map(() => Float32Array.of(1, 0))) },
      { dir },
    )
    await expect(failing.embed(['a', 'b', 'x'], 'passage')).rejects.toThrow('down')
    expect((await failing.embedCounted(['a', 'b'], 'passage')).cached).toBe(2)
    failing.close()
  })
})
