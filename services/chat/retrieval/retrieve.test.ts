import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../../../kernel/config/config.ts'
import { hashingEmbedder } from '../../../kernel/embed/hashing.ts'
import type { Reranker } from '../../../kernel/rerank/reranker.ts'
import { chatApp, testConfig } from '../chat.fixture.ts'

let app: Awaited<ReturnType<typeof chatApp>>
let judge: Reranker['rerank'] = async () => []
const config = parseConfig({ ...testConfig, retrieval: { ...testConfig.retrieval, rerank: { timeout_ms: 200 } } })
beforeAll(async () => {
  app = await chatApp({ config, reranker: { model: 'judge', rerank: (...args) => judge(...args) } })
})
afterAll(() => app.close())

const ask = async (settings: object) => {
  const reply = await app.ask('/flexible-rag', { question: 'the archive of the lighthouse', fetch_args: { CloudSearchFetcher: settings } })
  return {
    ...reply.body,
    fetched: reply.body.data.CloudSearchFetcher,
    files: reply.body.metadata.map((m: { filename: string }) => m.filename),
  }
}

test('a chat reranks when it is asked to, and says so', async () => {
  const before = await ask({})
  expect(before.files).toHaveLength(2)
  expect(before.fetched).not.toHaveProperty('rerank')
  judge = async () => [
    { index: 1, score: 0.9 },
    { index: 0, score: 0.2 },
  ]
  const after = await ask({ rerank: true })
  expect(after.files).toEqual(before.files.toReversed())
  expect(after.metadata[0].rerank_score).toBe(0.9)
  expect(after.fetched.rerank).toEqual({ applied: true, model: 'judge', candidates: 2 })
})

test('the query * finds whatever passes the filter, in whatever way it is searched', async () => {
  for (const vector_search of [true, false]) {
    const { files, fetched } = await ask({ query: '*', vector_search, include_total_count: true, top_k: 10 })
    expect([files.length, fetched.total_count]).toEqual([2, 2])
    const one = await ask({ query: '*', vector_search, filter: "filename eq 'archive.txt'", include_total_count: true })
    expect([one.files, one.fetched.total_count]).toEqual([['archive.txt'], 1])
  }
})

test.each([
  ['fails', () => Promise.reject(new Error('down')), 'failed'],
  ['never answers', () => new Promise<never>(() => {}), 'timed_out'],
] as const)('a judge that %s leaves the order of the search and a mark; the turn has no error', async (_, rerank, reason) => {
  judge = rerank
  const reply = await ask({ rerank: true })
  expect(reply.files).toEqual((await ask({})).files)
  expect(reply.fetched.rerank).toMatchObject({ applied: false, reason })
  expect(reply.errors).toBeUndefined()
})

test('copies are listed behind the others where the caller asked for more sources than differ, and nowhere else', async () => {
  const copied = await chatApp({
    search: (real) => ({
      ...real,
      async search(...args) {
        const reply = await real.search(...args)
        const again = reply.hits.map((hit) => ({
          ...hit,
          id: `${hit.id}-copy`,
          score: hit.score / 2,
          fields: { ...hit.fields, filename: 'copy.txt' },
        }))
        return { ...reply, hits: [...reply.hits, ...again] }
      },
    }),
  })
  try {
    const files = async (settings: object) => {
      const fetch_args = { CloudSearchFetcher: settings }
      const { body } = await copied.ask('/flexible-rag', { question: 'the archive of the lighthouse', fetch_args })
      return body.metadata.map((m: { filename: string }) => m.filename)
    }
    const distinct = await files({})
    expect(distinct.toSorted()).toEqual(['archive.txt', 'lighthouse.txt'])
    expect(await files({ top_k: 10 })).toEqual([...distinct, 'copy.txt', 'copy.txt'])
    expect(await files({ top_k: 3 })).toEqual([...distinct, 'copy.txt'])
    expect(await files({ top_k: 2 })).toEqual(distinct)
    expect(await files({ top_k: 10, deduplicate: true })).toEqual(distinct)
  } finally {
    await copied.close()
  }
})

describe('an index with vectors of another embedder', () => {
  test.each([
    ['as configured', {}],
    ['when asked for', { vector_search: true }],
  ])('is searched by words, and the reply says so: hybrid %s', async (_how, settings) => {
    const embedder = { ...hashingEmbedder(), dimensions: 7, hybridByDefault: true, embed: async () => [new Float32Array(7).fill(1)] }
    const chat = await chatApp({ embedder })
    try {
      const reply = await chat.ask('/flexible-rag', {
        question: 'the archive of the lighthouse',
        fetch_args: { CloudSearchFetcher: settings },
      })
      expect([reply.status, reply.body.metadata.length]).toEqual([200, 2])
      expect(reply.body.errors).toMatchObject([{ code: 'vectors_not_used' }])
    } finally {
      await chat.close()
    }
  })
})
