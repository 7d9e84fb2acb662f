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
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-embed-again-'))
  models = await startModelServer()
  server = await startProcess({ DATA_DIR: dir })
})
afterAll(async () => {
  await server?.stop()
  await models?.close()
  await rm(dir, { recursive: true, force: true })
})

async function call(method: string, path: string, body: object) {
  const reply = await fetch(server.url + path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
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
