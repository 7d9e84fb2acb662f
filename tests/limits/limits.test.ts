import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultOf } from '../support/expect-generic.ts'
import { sendText, settled } from '../support/http-client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

let dir: string
let server: ServerProcess
let upload = ''
let serial = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-limits-'))
  server = await startProcess({ DATA_DIR: dir, RATE_LIMIT_PER_MINUTE: '0' })
  upload = (await sendText(server.url, 'limits.txt', 'The limit of the mill is its water.')).id
  await settled(server.url, upload)
})
afterAll(async () => {
  await server?.stop()
  await rm(dir, { recursive: true, force: true, maxRetries: 5 })
})

/** The status of a reply that is well formed. */
async function call(path: string, init: RequestInit = {}): Promise<number> {
  const reply = await fetch(`${server.url}${path}`, { redirect: 'manual', ...init })
  const text = await reply.text()
  expect(faultOf(reply.status, text)).toBeUndefined()
  return reply.status
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const letters = (n: number) => 'a'.repeat(n)
const list = <T>(n: number, item: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => item(i))

const ask = (more: object) => post('/api/v2/flexible-rag', { question: 'What is the limit of the mill?', ...more })
const params = (given: object) => ask({ override_config: { params: given } })
const fetched = (given: object) => ask({ fetch_args: { CloudSearchFetcher: given } })
const query = (more: object) => post('/api/v2/knowledge/query', { query: 'mill', ...more })
const rate = (more: object) => post('/api/v2/feedback', { user_id: 'u', session_id: 's', response_id: `r${++serial}`, rating: 1, ...more })
const prompt = (more: object) =>
  post('/api/v2/prompts', { new_prompt_name: `p${++serial}`, new_prompt_type: 'system', new_prompt_content: 'x', ...more })
const preset = (more: object) => post('/api/v2/settings?dry_run=1', more)

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
/** The filter of so many characters; blanks count. */
const filterOf = (n: number) => `source_file${' '.repeat(n - 27)} eq 'limits.txt'`
const notsOf = (n: number) => `${'not '.repeat(n)}(chunk_index eq 1)`
const images = (n: number) =>
  post('/api/v2/flexible-rag-mm', { question: 'q', metadata: { images: list(n, () => ({ url: 'https://example.com/a.png' })) } })

function form(metadata: object, name = `limit-${++serial}.bin`, headers: Record<string, string> = {}): Promise<number> {
  const body = new FormData()
  body.append('metadata', JSON.stringify({ title: 't', doc_type: 'd', ...metadata }))
  body.append('process_mode', 'upload_only')
  body.append('file', new Blob([`bytes ${serial}`]), name)
  return call('/api/v2/upload', { method: 'POST', body, headers })
}

async function file(bytes: number): Promise<number> {
  const body = new FormData()
  body.append('metadata', '{"title":"t","doc_type":"d"}')
  body.append('process_mode', 'upload_only')
  body.append('file', new Blob([new Uint8Array(bytes)]), `large-${++serial}.bin`)
  return call('/api/v2/upload', { method: 'POST', body })
}

const yaml = (bytes: number) => {
  const body = new FormData()
  const text = 'name: limits-yaml\nfields:\n  - {name: id, type: Edm.String, key: true}\n'
  body.append('file', new Blob([`${text}#${letters(bytes - text.length - 1)}`]), 'index.yaml')
  body.append('mode', 'upsert')
  return call('/api/v2/search/indexes/from-yaml', { method: 'POST', body })
}
const index = (fields: number) =>
  post('/api/v2/search/indexes/from-json', {
    mode: 'upsert',
    index: {
      name: 'limits-json',
      fields: [{ name: 'id', type: 'Edm.String', key: true }, ...list(fields - 1, (i) => ({ name: `f${i}`, type: 'Edm.String' }))],
    },
  })

const event = (i: number) => ({ id: `e${i}`, eventType: 'x', subject: '', data: {} })
const sizedBody = (bytes: number) => {
  const text = JSON.stringify({ user_id: 'u', session_id: 's', response_id: `r${++serial}`, rating: 1 })
  return post('/api/v2/feedback', text.padEnd(bytes))
}
const payload = (bytes: number) => rate({ response_payload: { a: letters(bytes - JSON.stringify({ a: '' }).length) } })

type Row<T> = readonly [what: string, passes: T, fails: T, status: number, send: (value: T) => Promise<number>]
const rows: readonly Row<number>[] = [
  // the interface's table of limits
  ['bytes of a file', 100 * 1024 * 1024, 100 * 1024 * 1024 + 1, 413, file],
  ['characters of a file name', 255, 256, 400, (n) => form({}, `${++serial}${letters(n - 4 - String(serial).length)}.bin`)],
  ['characters of a query', 1000, 1001, 400, (n) => query({ query: letters(n) })],
  ['least characters of a query', 1, 0, 400, (n) => query({ query: letters(n) })],
  ['temperature', 2, 2.01, 400, (temperature) => params({ temperature })],
  ['least temperature', 0, -0.01, 400, (temperature) => params({ temperature })],
  ['max_tokens', 4000, 4001, 400, (max_tokens) => params({ max_tokens })],
  ['least max_tokens', 1, 0, 400, (max_tokens) => params({ max_tokens })],
  ['top_k of a query', 100, 101, 400, (top_k) => query({ top_k })],
  ['least top_k of a query', 1, 0, 400, (top_k) => query({ top_k })],
  // chat
  ['completions', 8, 9, 400, (n) => params({ n })],
  ['least completions', 1, 0, 400, (n) => ask({ override_config: { n } })],
  ['top_k of a chat', 100, 101, 400, (top_k) => fetched({ top_k })],
  ['least top_k of a chat', 0, -1, 400, (top_k) => fetched({ top_k })],
  ['characters of a question', 100_000, 100_001, 400, (n) => ask({ question: letters(n) })],
  ['turns of a history', 1000, 1001, 400, (n) => ask({ history: list(n, () => ({ role: 'user', content: 'x' })) })],
  ['characters of a search text', 10_000, 10_001, 400, (n) => fetched({ query: letters(n) })],
  ['facets', 50, 51, 400, (n) => fetched({ facets: list(n, () => 'doc_type') })],
  ['highlighted fields', 50, 51, 400, (n) => fetched({ highlight_fields: list(n, () => 'text') })],
  ['selected fields', 100, 101, 400, (n) => fetched({ select_fields: list(n, () => 'id') })],
  ['characters of a filter', 32_768, 32_769, 400, (n) => fetched({ filter: filterOf(n) })],
  ['nesting of a filter', 99, 101, 400, (n) => fetched({ filter: notsOf(n) })],
  ['stop texts', 4, 5, 400, (n) => params({ stop: list(n, (i) => `stop${i}`) })],
  ['characters of a user of an experiment', 512, 513, 400, (n) => ask({ ab_testing: { user_id: letters(n) } })],
  ['images of a question', 20, 21, 400, images],
  // uploads
  ['characters of a title', 1000, 1001, 400, (n) => form({ title: letters(n) })],
  ['characters of a document type', 200, 201, 400, (n) => form({ doc_type: letters(n) })],
  ['tags', 100, 101, 400, (n) => form({ tags: list(n, (i) => `t${i}`) })],
  ['characters of a tag', 200, 201, 400, (n) => form({ tags: [letters(n)] })],
  ['characters of an idempotency key', 255, 256, 400, (n) => form({}, undefined, { 'idempotency-key': letters(n) })],
  ['listed uploads', 500, 501, 400, (n) => call(`/api/v2/upload/list?limit=${n}`)],
  ['characters that a list looks for', 255, 256, 400, (n) => call(`/api/v2/upload/list?q=${letters(n)}`)],
  ['uploads of one retry', 500, 501, 400, (limit) => post('/api/v2/upload/retry', { stage: 'parsing', limit })],
  ['characters of one text', 200_000, 200_001, 400, (n) => call(`/api/v2/upload/${upload}/text?length=${n}`)],
  ['events of one delivery', 5000, 5001, 400, (n) => post('/api/v2/upload/event-feed', list(n, event))],
  // knowledge, indexes
  ['rows of a page', 100, 101, 400, (n) => call(`/api/v2/knowledge/files?page_size=${n}`)],
  ['rows of a page of chunks', 100, 101, 400, (n) => call(`/api/v2/knowledge/file/limits.txt/chunks?page_size=${n}`)],
  ['rows of a page of changes', 100, 101, 400, (n) => call(`/api/v2/settings/history?page_size=${n}`)],
  ['least rows of a page', 1, 0, 400, (n) => call(`/api/v2/knowledge/files?page_size=${n}`)],
  ['first page', 1, 0, 400, (n) => call(`/api/v2/knowledge/files?page=${n}`)],
  ['values of a filter field', 1000, 1001, 400, (n) => query({ filters: { doc_type: list(n, (i) => `d${i}`) } })],
  ['bytes of an index as YAML', 65_536, 65_537, 413, yaml],
  ['fields of an index', 1000, 1001, 400, index],
  // prompts
  ['characters of a prompt name', 128, 129, 400, (n) => prompt({ new_prompt_name: letters(n) })],
  ['characters of a label', 200, 201, 400, (n) => prompt({ new_prompt_label: letters(n) })],
  ['characters of notes', 4000, 4001, 400, (n) => prompt({ new_prompt_notes: letters(n) })],
  ['bytes of a prompt', 262_144, 262_145, 413, (n) => prompt({ new_prompt_content: letters(n) })],
  ['characters of a preview', 262_144, 262_145, 400, (n) => post('/api/v2/prompts/preview', { content: letters(n) })],
  // feedback, settings, bodies
  ['rating', 1, 2, 400, (rating) => rate({ rating })],
  ['least rating', -1, -2, 400, (rating) => rate({ rating })],
  ['characters of a user', 256, 257, 400, (n) => rate({ user_id: letters(n) })],
  ['characters of a response id', 256, 257, 400, (n) => rate({ response_id: letters(n) })],
  ['characters of an experiment', 200, 201, 400, (n) => rate({ experiment_name: letters(n) })],
  ['characters of a comment', 10_000, 10_001, 400, (n) => rate({ feedback_text: letters(n) })],
  ['bytes of a payload', 160_000, 160_001, 413, payload],
  ['levels of a JSON body', 100, 101, 400, (n) => rate({ response_payload: nested(n - 1) })],
  ['levels of an upload’s metadata', 100, 101, 400, (n) => form({ more: nested(n - 1) })],
  ['listed records', 500, 501, 400, (n) => call(`/api/v2/feedback?user_id=u&limit=${n}`)],
  ['latest records', 100, 101, 400, (n) => call(`/api/v2/feedback/recent?limit=${n}`)],
  ['a setting', 8, 9, 400, (n) => preset({ 'llms.defaults.params.n': n })],
  ['the size setting', 100, 101, 400, (n) => preset({ 'upload.max_file_size_mb': n })],
  ['bytes of a JSON body', 1_048_576, 1_048_577, 413, sizedBody],
]

describe('each limit holds at its edge', () => {
  it.each(rows)('%s: %d passes, %d does not', async (_what, passes, fails, status, send) => {
    expect(await send(passes)).toBeLessThan(400)
    expect(await send(fails)).toBe(status)
  })
})
