import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiFailure, type ChatCompletionRequestInput, type Client, createClient, pathOf } from '../../clients/typescript/dist/client.js'
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
  for await (const event of client.stream('flexibleRag', { body: question })) {
    if (event.event === 'message') streamed += event.data.token
    if (event.event === 'done') expect(event.data.answer).toBe(streamed)
  }
  expect(streamed).toContain('four weeks')
  let openAi = ''
  const asked: ChatCompletionRequestInput = { model: 'default', messages: [{ role: 'user', content: question.question }], stream: true }
  for await (const { data } of client.stream('createChatCompletion', { body: asked }))
    if ('choices' in data) openAi += data.choices[0]?.delta.content ?? ''
  expect(openAi).toContain('four weeks')
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

test('an upload tells how far it is, and one key is accepted once', async () => {
  const told: number[] = []
  const file = new Blob(['The sluice opens at noon. '.repeat(20_000)])
  const upload = () =>
    client.upload(file, {
      name: 'sluice.txt',
      metadata: { doc_type: 'note' },
      idempotencyKey: 'the-sluice-at-noon',
      onProgress({ sent, total }) {
        expect(total).toBe(file.size)
        told.push(sent)
      },
    })
  const { upload_id } = await upload()
  expect(told.length).toBeGreaterThan(1)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect(told.at(-1)).toBe(file.size)
  expect((await upload()).upload_id).toBe(upload_id)
  const { filename, metadata } = await client.call('getUploadStatus', { path: { upload_id } })
  expect([filename, metadata.title]).toEqual(['sluice.txt', 'sluice.txt'])
})

test('a stream that breaks is taken up again behind its last event, and a busy server is asked later', async () => {
  const asked: unknown[] = []
  const breaking = createServer((request, response) => {
    asked.push(request.headers['last-event-id'])
    if (asked.length === 2) return void response.writeHead(503, { 'retry-after': '0' }).end()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const status = asked.length === 1 ? 'processing' : 'complete'
    response.write(`id: ${asked.length}\nevent: status\ndata: {"status":"${status}"}\n\n`, () =>
      asked.length === 1 ? response.destroy() : response.end(),
    )
  })
  await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(breaking.address() as AddressInfo).port}`
    const seen = await Array.fromAsync(createClient({ url }).stream('followUpload', { path: { upload_id: 'x' } }))
    expect(seen.map(({ data }) => data.status)).toEqual(['processing', 'complete'])
    expect(asked).toEqual([undefined, '1', '1'])
  } finally {
    breaking.close()
  }
})

const USE = `import { ApiFailure, type ChatResponse, createClient } from 'millrace-client'
const client = createClient({ url: 'http://127.0.0.1:8080', key: process.env.KEY })
const { upload_id } = await client.upload(new Blob(['x']), { name: 'x.txt', metadata: { doc_type: 'note' }, onProgress: ({ sent }) => sent + 1 })
for await (const { data } of client.stream('followUpload', { path: { upload_id } })) console.log(data.progress.toFixed())
const answer: ChatResponse = await client.call('flexibleRag', { body: { question: 'When?' } })
console.log(answer.citations[0]?.filename, new ApiFailure(404, undefined, 1).retryAfterSeconds)
// @ts-expect-error: there is no such field
await client.call('flexibleRag', { body: { qestion: 'When?' } })
declare const process: { env: Record<string, string | undefined> }
`

test('a strict project of its own takes the package, with the default libraries and with dom', { timeout: 120_000 }, async () => {
  const project = mkdtempSync(join(tmpdir(), 'millrace-project-'))
  try {
    const repository = fileURLToPath(new URL('../..', import.meta.url))
    mkdirSync(join(project, 'node_modules'))
    cpSync(join(repository, 'clients/typescript'), join(project, 'node_modules/millrace-client'), { recursive: true })
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(project, 'use.ts'), USE)
    const check = (...more: string[]) =>
      promisify(execFile)(
        process.execPath,
        [join(repository, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict', '--module', 'nodenext', ...more, 'use.ts'],
        { cwd: project },
      ).then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      )
    expect(await check()).toBe('')
    expect(await check('--lib', 'es2022,dom', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess')).toBe('')
    expect(await check('--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable')).toBe('')
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})
