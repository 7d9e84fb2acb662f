import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiFailure, type Client, createClient, pathOf } from '../../clients/typescript/client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

let dir: string
let server: ServerProcess
let client: Client

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-client-'))
  server = await startProcess({ DATA_DIR: dir, SUBSCRIPTION_KEYS: 'test:secret-key' })
  client = createClient({ url: server.url, key: 'secret-key' })
})
afterAll(async () => {
  await server?.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('a document goes in, its way is followed, and a question is answered from it', async () => {
  const body = new FormData()
  body.append('metadata', JSON.stringify({ title: 'Ropes', doc_type: 'plan' }))
  body.append('file', new Blob(['Ropes are checked four weeks before the season opens.']), 'ropes.txt')
  const { upload_id } = await client.call('uploadDocument', { body })
  const path = { upload_id }

  const seen: string[] = []
  for await (const { event, data, id } of client.stream('followUpload', { path })) {
    expect([event, typeof id]).toEqual(['status', 'string'])
    seen.push(data.status)
  }
  expect(seen.at(-1)).toBe('complete')
  expect((await client.call('getUploadStatus', { path })).progress).toBe(100)
  expect(await (await client.call('downloadUpload', { path })).text()).toContain('four weeks')

  const { items, pagination } = await client.call('listKnowledgeFiles', { query: { page_size: '10', q: 'ropes' } })
  expect([items.map((i) => i.source_file), pagination.total_items]).toEqual([['ropes.txt'], 1])
  expect((await client.call('getKnowledgeStatsCsv')).split('\r\n')).toHaveLength(3)

  const question = { question: 'When are the ropes checked?' }
  const answer = await client.call('flexibleRag', { body: question })
  expect(answer.citations[0]?.filename).toBe('ropes.txt')
  let streamed = ''
  for await (const event of client.stream('flexibleRag', { body: { ...question, stream: true } })) {
    if (event.event === 'message') streamed += event.data.token
    if (event.event === 'done') expect(event.data.answer).toBe(streamed)
  }
  expect(streamed).toContain('four weeks')
})

test('a refusal tells its code', async () => {
  const missing = await client.call('getUploadStatus', { path: { upload_id: 'nope' } }).catch((error) => error)
  expect(missing).toBeInstanceOf(ApiFailure)
  expect([missing.status, missing.body.error.code]).toEqual([404, 'not_found'])
  const stranger = createClient({ url: server.url, key: 'wrong' })
  await expect(stranger.call('listModels')).rejects.toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } })
})

test('values are encoded into the path, and absent ones stay out of the query', () => {
  const input = { path: { source_file: 'a/b ü.txt' }, query: { page: '2', index: undefined } }
  expect(pathOf('listChunksOfFile', input)).toBe('/api/v2/knowledge/file/a%2Fb%20%C3%BC.txt/chunks?page=2')
})
