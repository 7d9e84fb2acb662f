import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type FakeService, startFakeService } from '../../kernel/search/azure/fake-service.fixture.ts'
import { chunksOf, sendText, settled, until } from '../support/http-client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const chatSchema = z.looseObject({
  answer: z.string(),
  citations: z.array(z.looseObject({ filename: z.string(), quote: z.string() })),
})
const healthSchema = z.looseObject({
  status: z.string(),
  services: z.looseObject({ searchIndex: z.looseObject({ status: z.string(), details: z.looseObject({ kind: z.string() }) }) }),
})
const filesSchema = z.looseObject({ pagination: z.looseObject({ total_items: z.number() }) })

const QUESTION = 'Who is the keeper of the archive?'
const about = (keeper: string) => `The archive of the town is old. The keeper of the archive is ${keeper}. It is open on Mondays.`

/** A server process whose index is the search service at SEARCH_ENDPOINT. The service is the fake: nothing here has met the real one. */
describe('a server on Azure AI Search (fake)', () => {
  let dir: string
  let fake: FakeService
  let server: ServerProcess
  const env = () => ({ DATA_DIR: dir, SEARCH_ENDPOINT: fake.endpoint, SEARCH_API_KEY: fake.key })
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'millrace-azure-server-'))
    fake = await startFakeService()
    fake.delayMs = 150
    server = await startProcess(env())
  })
  afterAll(async () => {
    await server?.stop()
    await fake?.close()
    await rm(dir, { recursive: true, force: true })
  })

  const ask = async () => {
    const res = await fetch(`${server.url}/api/v2/flexible-rag`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: QUESTION }),
    })
    expect(res.status).toBe(200)
    return chatSchema.parse(await res.json())
  }
  const upload = async (text: string, fields = {}) => {
    const reply = await sendText(server.url, 'archive.txt', text, fields)
    expect(reply.code).toBe(202)
    expect(await settled(server.url, reply.id)).toMatchObject({ status: 'complete' })
    return reply.id
  }
  const health = async () => healthSchema.parse(await (await fetch(`${server.url}/admin/health/detailed`)).json())

  test('upload, ask, replace, ask, delete: the service holds nothing in the end', async () => {
    expect((await health()).services.searchIndex).toMatchObject({ status: 'healthy', details: { kind: 'azure' } })
    await upload(about('Mirela Quandt'))
    expect(fake.documents('documents').length).toBeGreaterThan(0)
    const first = await ask()
    expect(first.answer).toContain('Mirela Quandt')
    expect(first.citations[0]).toMatchObject({ filename: 'archive.txt', quote: 'The keeper of the archive is Mirela Quandt.' })

    const second = await upload(about('Tobias Renk'), { replace_existing: 'true' })
    const replaced = await ask()
    expect(replaced.answer).toContain('Tobias Renk')
    expect(JSON.stringify(replaced)).not.toContain('Mirela')
    expect((await chunksOf(server.url, 'archive.txt')).map((c) => c.text).join()).not.toContain('Mirela')

    const removed = await fetch(`${server.url}/api/v2/upload/${second}`, { method: 'DELETE' })
    expect([200, 202]).toContain(removed.status)
    await until(async () => (await chunksOf(server.url, 'archive.txt')).length === 0, 'the chunks disappearing')
    expect((await ask()).citations).toEqual([])
    const files = await until(async () => {
      const page = filesSchema.parse(await (await fetch(`${server.url}/api/v2/knowledge/files`)).json())
      return page.pagination.total_items === 0 && page
    }, 'the file leaving the list')
    expect(files.pagination.total_items).toBe(0)
    await until(async () => fake.documents('documents').length === 0, 'the service forgetting the chunks', 60_000)
  })

  test('while the service is away health says so, questions get 503 with Retry-After, and uploads wait for it', async () => {
    fake.interrupt = () => ({ status: 503, headers: { 'retry-after': '3' } })
    await until(async () => (await health()).services.searchIndex.status === 'unhealthy', 'health seeing it')
    const res = await fetch(`${server.url}/api/v2/knowledge/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'archive' }),
    })
    expect([res.status, res.headers.get('retry-after')]).toEqual([503, '3'])
    fake.interrupt = undefined
    await until(async () => (await health()).services.searchIndex.status === 'healthy', 'health seeing it back')
    await upload(about('Ana Pohl'))
    expect((await ask()).answer).toContain('Ana Pohl')
    expect(server.output()).not.toContain(fake.key)
  })

  test('a restart finds what the service holds; half of the settings stops the start', async () => {
    await server.stop()
    server = await startProcess(env())
    expect((await ask()).answer).toContain('Ana Pohl')
    await expect(startProcess({ DATA_DIR: join(dir, 'other'), SEARCH_ENDPOINT: fake.endpoint })).rejects.toThrow(/SEARCH_API_KEY/)
    await expect(
      startProcess({ DATA_DIR: join(dir, 'other'), SEARCH_ENDPOINT: 'http://search.example.com', SEARCH_API_KEY: 'canary-key' }),
    ).rejects.toThrow(/SEARCH_ENDPOINT: must be an https address/)
  })
})
