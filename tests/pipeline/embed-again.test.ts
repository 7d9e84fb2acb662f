import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../services/models/model-server.fixture.ts'
import { entityOf, sendText, settled } from '../support/http-client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const WAIT = { timeout: 60_000 }
let dir: string
let server: ServerProcess
let models: ModelServer
let wide: ModelServer
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-embed-again-'))
  models = await startModelServer()
  wide = await startModelServer({ knows: ['wide'], vector: [0, 0, 1, 1] })
  server = await startProcess({ DATA_DIR: dir })
})
afterAll(async () => {
  await server?.stop()
  await models?.close()
  await wide?.close()
  await rm(dir, { recursive: true, force: true })
})

async function call(method: string, path: string, body?: object) {
  const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const reply = await fetch(server.url + path, { method, ...json })
  return { status: reply.status, body: await reply.json() }
}
const ask = async (question: string) =>
  (await call('POST', '/api/v2/flexible-rag', { question, fetch_args: { vector_search: true } })).body as {
    answer: string
    errors?: { code: string }[]
  }

test('stored documents are embedded anew by the model that was connected, and are found all the while', async () => {
  const texts = { 'mill.txt': 'The mill at the weir grinds flour.', 'river.txt': 'The river Wye is high in March.' }
  const ids = await Promise.all(Object.entries(texts).map(async ([name, text]) => (await sendText(server.url, name, text)).id))
  for (const id of ids) await settled(server.url, id)
  const connected = await call('PUT', '/api/v2/models/connections/embeddings', { base_url: models.url, model: 'nomic-embed' })
  expect(connected).toMatchObject({ status: 200, body: { indexes: [{ name: 'documents', fits: false }] } })
  expect((await ask('What does the mill grind?')).answer).toContain('flour')

  // what comes in before the index fits is found by its words
  const late = (await sendText(server.url, 'late.txt', 'The miller is called Ardnish.')).id
  await settled(server.url, late)
  expect((await ask('Who is the miller?')).answer).toContain('Ardnish')

  const again = await call('POST', '/api/v2/upload/embed-again', { index: 'default' })
  expect(again).toMatchObject({ status: 202, body: { index: 'documents', resized: true, begun: 3, skipped: 0 } })
  for (const id of [...ids, late])
    await expect.poll(async () => entityOf(server.url, id), WAIT).toMatchObject({ status: 'complete', attempt: 2, errors: [] })
  const embedded = models.asked.filter(({ path }) => path === '/v1/embeddings').length
  expect(embedded).toBeGreaterThanOrEqual(3)
  const answered = await ask('What does the mill grind?')
  expect(answered.answer).toContain('flour')
  expect(answered.errors ?? []).toEqual([])

  // once more: the index fits, and known vectors are not asked for
  const twice = await call('POST', '/api/v2/upload/embed-again', { index: 'documents' })
  expect(twice.body).toMatchObject({ resized: false, begun: 3 })
  for (const id of ids) await expect.poll(async () => entityOf(server.url, id), WAIT).toMatchObject({ status: 'complete', attempt: 3 })
  expect((await call('POST', '/api/v2/upload/embed-again', { index: 'nowhere' })).status).toBe(404)
})

test('a rebuild from the vectors does not take over those of an embedder that is not asked any more', async () => {
  const connect = (model: string) => call('PUT', '/api/v2/models/connections/embeddings', { base_url: models.url, model })
  expect(await connect('judge')).toMatchObject({ status: 200, body: { indexes: [{ model: 'judge', fits: true }] } })
  const { runId } = (await call('POST', '/admin/rebuilds', { index: 'documents', from: 'embedded' })).body as { runId: string }
  await expect.poll(async () => (await call('GET', `/admin/rebuilds/${runId}`)).body, WAIT).toMatchObject({ status: 'built', failed: 0 })
  const passages = models.asked.filter(({ path, model }) => path === '/v1/embeddings' && model === 'judge')
  expect(passages.length).toBeGreaterThan(1)
  expect((await call('POST', `/admin/rebuilds/${runId}/discard`)).status).toBe(200)
  await connect('nomic-embed')
})

const vectorsAsked = ({ asked }: ModelServer) => asked.filter(({ path }) => path === '/v1/embeddings').length

/** Which of the two embedders a question was given to; its words are found either way. */
async function askedOf(question: string): Promise<string> {
  const before = [vectorsAsked(models), vectorsAsked(wide)]
  const { answer, errors = [] } = await ask(question)
  expect([answer.includes('flour'), errors]).toEqual([true, []])
  const more = [vectorsAsked(models) - before[0]!, vectorsAsked(wide) - before[1]!]
  return more[0] === 1 && more[1] === 0 ? 'now' : more[0] === 0 && more[1] === 1 ? 'further' : `both or none (${more})`
}

test('a rebuild gives an index a further embedder: the live build keeps its own until the cut-over, and gets it back by the roll-back', async () => {
  const connection = '/api/v2/models/connections/embeddings-wide'
  const put = (base_url: string, model: string) => call('PUT', connection, { base_url, model })
  expect(await put(wide.url, 'wide')).toMatchObject({
    status: 200,
    body: { indexes: [{ model: 'nomic-embed', dimensions: 3, fits: true }] },
  })
  const rebuild = (more: object) => call('POST', '/admin/rebuilds', { index: 'documents', from: 'chunked', ...more })
  const config = { embeddings: { connection: 'embeddings-wide' } }
  const unknown = await rebuild({ config: { embeddings: { connection: 'embeddings-other' } } })
  expect(unknown).toMatchObject({ status: 400, body: { error: { details: { field: 'config.embeddings.connection' } } } })
  expect((await rebuild({ from: 'embedded', config })).status).toBe(400)

  const { runId } = (await rebuild({ config })).body as { runId: string }
  const step = (name: string) => call('POST', `/admin/rebuilds/${runId}/${name}`)
  await expect.poll(async () => (await call('GET', `/admin/rebuilds/${runId}`)).body, WAIT).toMatchObject({ status: 'built', failed: 0 })
  expect(await askedOf('What does the mill at the weir grind?')).toBe('now')
  const both = vectorsAsked(wide)
  await settled(server.url, (await sendText(server.url, 'both.txt', 'The ferry crosses at Eddiwick.')).id)
  expect(vectorsAsked(wide)).toBe(both + 1)
  expect((await call('DELETE', connection)).status).toBe(409)

  expect((await step('cut-over')).body).toMatchObject({ status: 'live', compare: { missing: 0, extra: 0 } })
  expect(await askedOf('What is it that the mill grinds?')).toBe('further')
  expect((await call('GET', '/api/v2/models/connections')).body).toMatchObject({ indexes: [{ model: 'wide', dimensions: 4, fits: true }] })
  await settled(server.url, (await sendText(server.url, 'after.txt', 'The toll at the bridge is four pence.')).id)
  expect((await step('roll-back')).body).toMatchObject({ status: 'rolled_back', compare: { missing: 0, extra: 0 } })
  expect(await askedOf('Say what the mill grinds.')).toBe('now')

  await step('cut-over')
  await step('discard')
  expect(await askedOf('Which thing does the mill grind?')).toBe('further')
  expect((await call('POST', '/api/v2/upload/embed-again', { index: 'documents' })).body).toMatchObject({ resized: false, begun: 5 })
  expect((await put(models.url, 'nomic-embed')).status).toBe(409)
  expect((await put(wide.url, 'wide')).status).toBe(200)
})
