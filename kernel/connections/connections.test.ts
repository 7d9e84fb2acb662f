import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { filesystemBlobs } from '../blobs/filesystem.ts'
import type { Database } from '../store/database.ts'
import { openSqliteDatabase } from '../store/sqlite.ts'
import { connectionsMigration } from './connection-store.ts'
import { type Connections, openConnections, type Wanted } from './connections.ts'
import { installationKey } from './installation-key.ts'

const CANARY = 'sk-canary-4f1d'
const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
let dir: string
let database: Database
const variables: Record<string, string> = {}
const secretOf = (name: string) => variables[name]

async function process(secret?: string): Promise<Connections> {
  const blobs = await filesystemBlobs({ dir, container: 'documents' })
  const connections = openConnections({ database, key: installationKey({ blobs, secret }), secretOf, log })
  await connections.refresh()
  return connections
}
const wanted = (over: Partial<Wanted> = {}): Wanted => ({
  name: 'local',
  base_url: 'http://127.0.0.1:11434/v1',
  model: null,
  dimensions: null,
  serves: { default: 'llama3.1' },
  actor: 'anna',
  at: '2026-03-12T09:30:00.000Z',
  key: { value: CANARY },
  ...over,
})

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'connections-'))
  database = await openSqliteDatabase({ dir })
  await database.migrate([connectionsMigration])
  lines.length = 0
})
afterEach(async () => {
  await database.close()
  await rm(dir, { recursive: true, force: true })
})

test('a connection holds at once in its process, and soon in every other one', async () => {
  const [here, there] = [await process(), await process()]
  const following = await there.follow()
  await here.put(wanted())
  const served = { connection: { endpoint: { baseUrl: 'http://127.0.0.1:11434/v1', apiKey: CANARY, guarded: true } }, model: 'llama3.1' }
  expect(here.chat('default')).toMatchObject(served)
  await vi.waitFor(() => expect(there.chat('default')).toMatchObject(served), { timeout: 30_000 })
  expect(await here.remove('local')).toBe(true)
  expect([here.chat('default'), await here.remove('local')]).toEqual([undefined, false])
  await vi.waitFor(() => expect(there.chat('default')).toBeUndefined(), { timeout: 30_000 })
  following.stop()
})

test('the key stands encrypted in the database alone, and in no line of the log', async () => {
  await (await process()).put(wanted())
  const rows = await database.tables<Record<string, object>>().selectFrom('model_connections').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(CANARY)
  expect(lines.join('')).not.toContain(CANARY)
  expect((await stat(join(dir, 'blobs/documents/installation/secrets.key'))).mode & 0o077).toBe(0)
})

test('an address that was changed in the database gets no key', async () => {
  const connections = await process()
  await connections.put(wanted())
  await database
    .tables<{ model_connections: { base_url: string } }>()
    .updateTable('model_connections')
    .set({ base_url: 'http://evil.test/v1' })
    .execute()
  const later = await process()
  expect(later.chat('default')?.connection).toEqual({ problem: expect.stringContaining('cannot be read any more') })
})

test('with another key of the installation it says that the key is to be given again', async () => {
  await (await process('a secret of thirty-two characters')).put(wanted())
  expect((await process('a secret of thirty-two characters')).chat('default')?.connection).toHaveProperty('endpoint')
  expect((await process('another secret of the same length')).chat('default')?.connection).toHaveProperty('problem')
  expect((await process()).chat('default')?.connection).toHaveProperty('problem')
})

test('a key by its variable is read where it is called, and told where it is missing', async () => {
  const connections = await process()
  await connections.put(wanted({ key: { env: 'MODEL_KEY' } }))
  expect(connections.chat('default')?.connection).toEqual({ problem: expect.stringContaining('MODEL_KEY is not set') })
  variables.MODEL_KEY = CANARY
  expect((await process()).chat('default')?.connection).toMatchObject({ endpoint: { apiKey: CANARY } })
})

test('an alias has one connection; one that serves none is forgotten, embeddings and reranking are not', async () => {
  const connections = await process()
  await connections.put(wanted({ serves: { default: 'a', text: 'a' } }))
  await connections.put(wanted({ name: 'embeddings', serves: {}, model: 'e', dimensions: 3 }))
  await connections.put(wanted({ name: 'other', serves: { text: 'b' }, key: 'none' }))
  expect(connections.list().map(({ name, serves }) => [name, serves])).toEqual([
    ['embeddings', {}],
    ['local', { default: 'a' }],
    ['other', { text: 'b' }],
  ])
  await connections.put(wanted({ name: 'other', serves: { default: 'b', text: 'b' }, key: 'kept' }))
  expect(connections.list().map(({ name }) => name)).toEqual(['embeddings', 'other'])
})

test('a row that names another secret of the process gets none', async () => {
  const connections = await process()
  variables.SECRETS_KEY = CANARY
  await connections.put(wanted({ key: { env: 'SECRETS_KEY' } }))
  expect(connections.list()[0]).toHaveProperty('problem')
  expect(JSON.stringify(connections.list())).not.toContain(CANARY)
})

test('a kept key stays when the rest changes', async () => {
  const connections = await process()
  await connections.put(wanted())
  await connections.put(wanted({ serves: { default: 'qwen3' }, key: 'kept' }))
  expect(connections.chat('default')).toMatchObject({ model: 'qwen3', connection: { endpoint: { apiKey: CANARY } } })
})

test('a file that is no key of ours keeps nobody from starting', async () => {
  const connections = await process()
  await connections.put(wanted())
  await writeFile(join(dir, 'blobs/documents/installation/secrets.key'), '')
  expect((await process()).chat('default')?.connection).toHaveProperty('problem')
})
