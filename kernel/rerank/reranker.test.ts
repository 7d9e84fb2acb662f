import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { CompletionRequest } from '../llm/llm.ts'
import { startEndlessServer } from '../net/endless-server.fixture.ts'
import { rerankHits } from '../retrieve/rerank-hits.ts'
import { type Judge, type RerankFixture, rerankContract } from './contract.ts'
import { endpointReranker } from './endpoint.ts'
import { modelReranker } from './model.ts'
import type { Reranker } from './reranker.ts'

const wordsOf = (of: string) => new Set(of.toLowerCase().match(/[a-z]{4,}/g))
const scoreOf = (query: string, document: string) =>
  [...wordsOf(document)].filter((word) => [...wordsOf(query)].some((q) => word.startsWith(q))).length

const bodySchema = z.object({ model: z.string(), query: z.string(), documents: z.array(z.string()), top_n: z.int().positive() })

/** A cross-encoder on loopback that counts shared words, in the reply's shape of Cohere and Jina or in that of Text Embeddings Inference. */
async function endpointFixture(bare: boolean): Promise<RerankFixture & { readonly headers: () => (string | undefined)[] }> {
  let judge: Judge = 'orders'
  let asked = 0
  let headers: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    asked++
    headers = [request.url, request.headers.authorization]
    const { query, documents, top_n } = bodySchema.parse(JSON.parse(await text(request)))
    if (judge === 'hangs') return
    if (judge === 'fails') return void response.writeHead(503).end('busy')
    if (judge === 'babbles') return void response.end(JSON.stringify({ results: [{ index: 99, relevance_score: 1 }] }))
    const scored = documents.map((document, index) => ({ index, score: scoreOf(query, document) })).sort((a, b) => b.score - a.score)
    const best = scored.slice(0, top_n)
    response.end(JSON.stringify(bare ? best : { results: best.map(({ index, score }) => ({ index, relevance_score: score })) }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`
  return {
    reranker: endpointReranker({ baseUrl, apiKey: 'secret-key', model: 'judge-1' }),
    behave: (next) => {
      judge = next
    },
    asked: () => asked,
    headers: () => headers,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

/** A model that reads the passages out of its prompt. */
async function modelFixture(): Promise<RerankFixture> {
  let judge: Judge = 'orders'
  let asked = 0
  const complete = async ({ messages }: CompletionRequest) => {
    asked++
    const question = /^Question: (.*)$/m.exec(String(messages.at(-1)?.content))?.[1] ?? ''
    if (judge === 'hangs') return new Promise<never>(() => {})
    if (judge === 'fails') throw Object.assign(new Error('busy'), { code: 'upstream_failed' })
    const passages = String(messages.at(-1)?.content)
      .split(/=== [0-9a-f]{12} passage \d+\n/)
      .slice(1)
    const order = passages
      .map((passage, i) => ({ number: i + 1, score: scoreOf(question, passage.split(/\n=== [0-9a-f]{12} end/)[0]!) }))
      .sort((a, b) => b.score - a.score)
    return {
      texts: [judge === 'babbles' ? 'The second one is best.' : `Here: [${order.map((o) => o.number).join(', ')}]`],
      finishReason: 'stop' as const,
    }
  }
  const inner = modelReranker({ llm: { complete }, model: 'm', alias: 'default' })
  return {
    reranker: inner,
    behave: (next) => {
      judge = next
    },
    asked: () => asked,
    close: async () => {},
  }
}

rerankContract('endpoint, results', () => endpointFixture(false))
rerankContract('endpoint, bare list', () => endpointFixture(true))
rerankContract('model', modelFixture)

test('the endpoint is asked under its base address, with the key', async () => {
  const fixture = await endpointFixture(false)
  await fixture.reranker.rerank('q', ['d'], { top: 1, signal: new AbortController().signal })
  expect(fixture.headers()).toEqual(['/v1/rerank', 'Bearer secret-key'])
  await fixture.close()
})

test('a reply without an end is cut', async () => {
  const endless = await startEndlessServer('floods')
  const reranker = endpointReranker({ baseUrl: endless.url })
  const asked = reranker.rerank('q', ['d'], { top: 1, signal: new AbortController().signal })
  await expect(asked).rejects.toMatchObject({ code: 'upstream_failed', message: expect.stringContaining('larger than') })
  expect(endless.sent()).toBeLessThan(32)
  await endless.close()
})

test('a failure shows nothing of a reply that is no JSON', async () => {
  const server = createServer((_, response) => response.end('root:x:0:0')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reranker = endpointReranker({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const asked = reranker.rerank('q', ['d'], { top: 1, signal: new AbortController().signal })
  await expect(asked).rejects.toMatchObject({ code: 'upstream_failed', message: 'rerank: the endpoint sent something else than JSON' })
  server.closeAllConnections()
  server.close()
})

describe('reranking hits', () => {
  const hits = ['a', 'b', 'c', 'd'].map((id, i) => ({ id, index: 'i', score: 9 - i, fields: { text: `text ${id}` } }))
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const options = (over: object = {}) => ({ candidates: 3, timeoutMs: 2_000, signal: new AbortController().signal, ...over })
  const judge = (rerank: Reranker['rerank']): Reranker => ({ model: 'judge', rerank })

  test('only candidates are judged; who was left out follows in the order of the search', async () => {
    const seen: string[] = []
    const reranker = judge(async (_, documents) => {
      seen.push(...documents)
      return [{ index: 2, score: 5 }]
    })
    const { hits: ordered, mark } = await rerankHits(reranker, 'q', hits, options(), log)
    expect(seen).toEqual(['text a', 'text b', 'text c'])
    expect(ordered.map((h) => h.id)).toEqual(['c', 'a', 'b', 'd'])
    expect(ordered[0]).toMatchObject({ score: 7, rerank_score: 5 })
    expect(mark).toEqual({ applied: true, model: 'judge', candidates: 3 })
  })

  test.each([
    ['fails', () => Promise.reject(new Error('down')), 'failed'],
    ['never answers', () => new Promise<never>(() => {}), 'timed_out'],
  ] as const)('a judge that %s leaves the order, a mark and a line in the log', async (_, rerank, reason) => {
    lines.length = 0
    const { hits: ordered, mark } = await rerankHits(judge(rerank), 'q', hits, options({ timeoutMs: 100 }), log)
    expect(ordered).toEqual(hits)
    expect(mark).toEqual({ applied: false, model: 'judge', candidates: 3, reason })
    expect(lines.join('')).toContain('reranking failed')
  })

  test('without a judge the order holds, and is said to', async () => {
    expect(await rerankHits(undefined, 'q', hits, options(), log)).toEqual({ hits, mark: { applied: false, reason: 'not_configured' } })
  })

  test('a caller who leaves gets no answer', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(
      rerankHits(
        judge(() => new Promise<never>(() => {})),
        'q',
        hits,
        options({ signal: gone }),
        log,
      ),
    ).rejects.toThrow('gone')
  })
})
