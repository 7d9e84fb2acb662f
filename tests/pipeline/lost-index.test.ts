import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entityOf, sendText, settled } from '../support/http-client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const WAIT = { timeout: 60_000 }
let dir: string
let server: ServerProcess
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-lost-index-'))
  server = await startProcess({ DATA_DIR: dir })
})
afterAll(async () => {
  await server?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function call(path: string, body?: object) {
  const json = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await fetch(server.url + path, json)).json()
}
const kept = async () => {
  const { status, services } = (await call('/api/v2/health')) as { status: string; services: Record<string, { status: string }> }
  return [status, services.indexed_documents?.status]
}
const found = () => call('/api/v2/flexible-rag', { question: 'What grinds at the weir?' })

test('a lost index is told, with how every document comes back', async () => {
  const ids = await Promise.all(
    ['weir', 'bridge'].map(async (at) => (await sendText(server.url, `${at}.txt`, `The mill at the ${at} grinds.`)).id),
  )
  for (const id of ids) await settled(server.url, id)
  expect(await kept()).toEqual(['healthy', 'up'])
  expect(JSON.stringify(await found())).toContain('weir.txt')

  await server.stop()
  for (const end of ['', '-wal', '-shm']) await rm(join(dir, `search.db${end}`), { force: true })
  server = await startProcess({ DATA_DIR: dir })
  expect(await kept()).toEqual(['degraded', 'down'])
  expect(JSON.stringify(await found())).not.toContain('weir.txt')
  expect(server.output()).toContain('/api/v2/upload/embed-again')

  // What comes in afterwards does not hide it.
  await settled(server.url, (await sendText(server.url, 'late.txt', 'Late.')).id)
  await expect.poll(kept, WAIT).toEqual(['degraded', 'down'])

  expect(await call('/api/v2/upload/embed-again', { index: 'default' })).toMatchObject({ begun: 3, skipped: 0 })
  for (const id of ids) await expect.poll(async () => entityOf(server.url, id), WAIT).toMatchObject({ status: 'complete', attempt: 2 })
  await expect.poll(kept, WAIT).toEqual(['healthy', 'up'])
  expect(JSON.stringify(await found())).toContain('weir.txt')
})

test('so is one of several, whose documents came later: what the others have hides nothing', async () => {
  const fields = ['id', 'document_id', 'filename', 'text'].map((name) => ({
    name,
    type: 'Edm.String',
    key: name === 'id',
    filterable: true,
  }))
  const index = { name: 'second', fields: [...fields, { name: 'chunk_index', type: 'Edm.Int32' }] }
  expect(await call('/api/v2/search/indexes/from-json', { mode: 'create', index })).toMatchObject({ status: 'created' })
  await settled(server.url, (await sendText(server.url, 'sluice.txt', 'The sluice is shut.', { target_index: 'second' })).id)
  await server.stop()
  const rows = new DatabaseSync(join(dir, 'search.db'))
  rows.exec("DELETE FROM documents WHERE index_id = (SELECT id FROM indexes WHERE name = 'second')")
  rows.close()
  server = await startProcess({ DATA_DIR: dir })
  expect(await kept()).toEqual(['degraded', 'down'])
  expect(server.output()).toContain('the index second has none')
})
