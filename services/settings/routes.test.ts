import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { settingsMigration } from '../../kernel/config/live-config.ts'
import { AUDIENCE, startIdentityProvider } from '../../kernel/http/identity/identity-provider.fixture.ts'
import { type OutboxTables, outboxMigration } from '../../kernel/outbox/outbox.ts'
import type { TablesOf } from '../../kernel/store/define-tables.ts'
import { connectPostgres } from '../../kernel/store/postgres.ts'
import { openSqliteDatabase } from '../../kernel/store/sqlite.ts'
import { type EmbeddedStack, embeddedStack } from '../../tests/support/embedded-stack.ts'
import { ownDatabase } from '../../tests/support/own-database.ts'
import { settings } from './service.ts'
import { readHistory, settingsHistoryMigration, settingsToldMigration } from './store.ts'

const ROOT = '/api/v2/settings'
const N = 'llms.defaults.params.n'
let stack: EmbeddedStack
const start = async () => {
  stack = await embeddedStack([settings])
}
const stop = () => stack.dispose()

type Body = Record<string, unknown>
const call = async (payload: Body | string, query = '', type = 'application/json') => {
  const reply = await stack.app.inject({ method: 'POST', url: ROOT + query, payload, headers: { 'content-type': type } })
  return { status: reply.statusCode, body: reply.json() }
}
const form = (fields: Record<string, string>, query = '') =>
  call(new URLSearchParams(fields).toString(), query, 'application/x-www-form-urlencoded')
const get = async (path = '') => (await stack.app.inject(ROOT + path)).json()
const read = async (key: string) => (await get()).settings.find((s: { key: string }) => s.key === key)
const logged = async () => {
  const records = await Array.fromAsync(stack.ports.broker.read({ topic: 'settings.changed', partition: 0, from: 'beginning' }))
  return records.map((record) => JSON.parse(Buffer.from(record.value).toString()))
}

const databaseUrl = inject('databaseUrl')
if (!databaseUrl) console.error(`settings on PostgreSQL skip: ${inject('skipped')}`)

describe.each(databaseUrl ? ['sqlite', 'postgres'] : ['sqlite'])('changing settings on %s', (kind) => {
  beforeAll(async () => {
    const own = kind === 'postgres' ? await ownDatabase(databaseUrl ?? '') : undefined
    stack = await embeddedStack([settings], {}, own ? () => connectPostgres({ url: own, log: pino({ level: 'silent' }) }) : undefined)
  })
  afterAll(stop)
  afterEach(async () => {
    const { settings: all } = await get()
    await call(Object.fromEntries(all.filter((s: { is_set: boolean }) => s.is_set).map((s: { key: string }) => [s.key, null])))
  })

  test('a change holds at once, is kept, and is told with who made it', async () => {
    const saved = await form({
      [N]: ' 3 ',
      'retrieval.mode': 'text',
      'llms.models.default.multimodal': 'on',
      'llms.defaults.params.stop': 'END, ###',
    })
    expect(saved).toMatchObject({ status: 200, body: { persisted: true, blob_storage: { container_exists: true, created: false } } })
    expect(saved.body.changes).toEqual([
      { key: N, from: null, to: 3, from_type: 'null', to_type: 'number' },
      { key: 'retrieval.mode', from: 'auto', to: 'text', from_type: 'string', to_type: 'string' },
      { key: 'llms.models.default.multimodal', from: false, to: true, from_type: 'boolean', to_type: 'boolean' },
      { key: 'llms.defaults.params.stop', from: null, to: ['END', '###'], from_type: 'null', to_type: 'list' },
    ])
    expect(stack.ports.config.llms.defaults.params).toEqual({ n: 3, stop: ['END', '###'] })
    expect(await read(N)).toMatchObject({ value: 3, file_value: null, is_set: true, schema: { type: 'integer', minimum: 1, maximum: 8 } })
    const { items } = await get('/history')
    expect(items[0]).toMatchObject({ version: saved.body.version, actor: 'anonymous' })
    expect(items[0].changes).toContainEqual({ key: N, from: null, to: 3, is_set: true })
    await expect.poll(async () => (await logged()).at(-1)).toEqual(items[0])
  })

  test('a preview keeps nothing and tells nobody', async () => {
    // what the tests before have changed is told soon, not at once
    const before = (await get()).version
    await expect.poll(async () => (await logged()).length, { timeout: 30_000 }).toBe(before)
    const { body } = await form({ [N]: '4' }, '?dry_run=1')
    expect(body).toEqual({ changes: [{ key: N, from: null, to: 4, from_type: 'null', to_type: 'number' }], persisted: false })
    expect([await read(N), (await logged()).length]).toMatchObject([{ value: null, is_set: false }, before])
  })

  test('nothing and null give back what the file says', async () => {
    await call({ 'retrieval.top_k': 9, retrieval: { weights: { vector: 2 } } })
    expect((await call({ 'retrieval.top_k': null })).body.changes).toMatchObject([{ from: 9, to: 5 }])
    expect((await form({ 'retrieval.weights.vector': '' })).body.changes).toMatchObject([{ from: 2, to: 0.5 }])
    expect(stack.ports.config.retrieval).toMatchObject({ top_k: 5, weights: { vector: 0.5 } })
  })

  test('a list comes as texts with commas or as a field for each; of anything else there is one value', async () => {
    const preview = (fields: string) => call(fields, '?dry_run=1', 'application/x-www-form-urlencoded')
    const stop = 'llms.defaults.params.stop'
    for (const fields of [`${stop}=END,%23`, `${stop}=END&${stop}=%23`])
      expect((await preview(fields)).body.changes).toMatchObject([{ key: stop, to: ['END', '#'] }])
    expect((await preview(`${N}=2&${N}=3`)).body.error).toMatchObject({ code: 'invalid_request', details: { key: N } })
  })

  test('what changes nothing is no change', async () => {
    const before = (await get()).version
    const { body } = await call({ 'retrieval.top_k': 5 })
    expect([body.changes, (await get()).version]).toEqual([[], before])
  })

  test.each([
    [{ 'no.such': 1 }, /no\.such/],
    [{ retrieval: { no: 1 } }, /retrieval\.no/],
    [{ retrieval: { top: 3 } }, /retrieval\.top: there is no such setting; did you mean retrieval\.top_k\?/],
    [{ 'llms.models.other.model': 'x' }, /llms\.models\.other\.model/],
    [{ [N]: 'many' }, new RegExp(N)],
    [{ [N]: '0x10' }, new RegExp(N)],
    [{ [N]: '1e999' }, new RegExp(N)],
    [{ [N]: true }, new RegExp(N)],
    [{ [N]: 9 }, new RegExp(N)],
    [{ [N]: {} }, new RegExp(N)],
    [{ 'llms.models.default.multimodal': 'perhaps' }, /multimodal/],
    [{ 'llms.defaults.params.stop': [1] }, /stop/],
    [{ 'retrieval.mode': 'wild' }, /retrieval\.mode/],
    [{ 'indexes.default': 'nobody' }, /indexes\.default/],
    [{ 'chunking.overlap_tokens': 400 }, /chunking\.overlap_tokens/],
  ])('%j is refused by name, also as a preview', async (body, message) => {
    for (const query of ['', '?dry_run=1']) {
      const reply = await call(body as Body, query)
      expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_request'])
      expect(reply.body.error.message).toMatch(message)
    }
  })

  test('a refused value takes the others with it', async () => {
    await call({ 'retrieval.top_k': 9, [N]: 99 })
    expect(stack.ports.config.retrieval.top_k).toBe(5)
  })

  test.each([
    ['[]', 400],
    ['"n"', 400],
    ['{"__proto__":{"polluted":1}}', 400],
  ])('the body %s is refused', async (text, status) => expect((await call(text)).status).toBe(status))

  test('simultaneous changes are all kept, each with a number of its own', async () => {
    const before = (await get()).version
    const values = { [N]: 2, 'retrieval.top_k': 6, 'chunking.max_tokens': 400, 'upload.max_file_size_mb': 7, 'retrieval.mode': 'hybrid' }
    const replies = await Promise.all(Object.entries(values).map(([key, value]) => call({ [key]: value })))
    expect(replies.map((r) => r.status)).toEqual(Array(5).fill(200))
    for (const [key, value] of Object.entries(values)) expect(await read(key)).toMatchObject({ value })
    const versions = (await get('/history')).items.slice(0, 5).map((i: { version: number }) => i.version)
    expect(versions).toEqual([5, 4, 3, 2, 1].map((i) => before + i))
  })

  test('an index that an alias names now is made', async () => {
    expect((await call({ 'indexes.aliases.second': 'made-by-a-setting' })).status).toBe(200)
    expect(await stack.ports.search.getIndex('made-by-a-setting')).toBeDefined()
  })

  test('the event of a change comes with the change, once', async () => {
    await call({ 'retrieval.top_k': 11 })
    const { version } = await get()
    await expect.poll(async () => (await logged()).map((entry) => entry.version).slice(-2)).toEqual([version - 1, version])
  })
})

test('what an earlier version kept and had not told is told', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-settings-'))
  const database = await openSqliteDatabase({ dir })
  try {
    await database.migrate([outboxMigration, settingsMigration, settingsHistoryMigration])
    const row = { version: 1, at: '2026-03-12T09:30:00.000Z', actor: 'anna', published: 0 }
    const changes = [{ key: N, from: null, to: 3, is_set: true }]
    const former = database.tables<TablesOf<typeof settingsHistoryMigration>>()
    await former
      .insertInto('settings_history')
      .values({ ...row, changes: JSON.stringify(changes) })
      .execute()
    await database.migrate([settingsToldMigration])
    expect((await readHistory(database, { skip: 0, top: 10 })).items).toMatchObject([{ version: 1, changes }])
    const left = await database.tables<OutboxTables>().selectFrom('outbox').select(['topic', 'value']).execute()
    expect(left.map(({ topic, value }) => [topic, JSON.parse(value)])).toMatchObject([['settings.changed', { version: 1, actor: 'anna' }]])
  } finally {
    await database.close()
    await rm(dir, { recursive: true, force: true })
  }
})

describe('the store of blobs', () => {
  beforeAll(start)
  afterAll(stop)

  test('is diagnosed, and a missing container is made on save', async () => {
    expect(await get('/blob-status')).toMatchObject({
      status: 'connected',
      kind: 'filesystem',
      container: 'documents',
      container_exists: true,
    })
    await stack.ports.blobs.write('x', Buffer.from('x'))
    await rm(dirname((await stack.ports.blobs.localFile('x')).path), { recursive: true })
    expect(await get('/blob-status')).toMatchObject({ status: 'connected', container_exists: false, reason: 'container_missing' })
    const { body } = await call({ 'retrieval.top_k': 6 })
    expect(body.blob_storage).toMatchObject({ container_exists: true, created: true, diagnosis: null })
    expect(await get('/blob-status')).toMatchObject({ container_exists: true })
  })
})

describe('who may', () => {
  test('read: callers; change and see who changed: administrators', async () => {
    const provider = await startIdentityProvider()
    const issuer = { OIDC_ISSUER: provider.issuer, OIDC_JWKS_URL: `${provider.issuer}/jwks`, OIDC_AUDIENCE: AUDIENCE }
    stack = await embeddedStack([settings], { SUBSCRIPTION_KEYS: 'a:key-a', ...issuer })
    try {
      const as = async (method: 'GET' | 'POST', path: string, roles?: string[]) => {
        const token = roles && (await provider.mint({ roles }))
        const headers = token ? { 'ocp-apim-subscription-key': 'key-a', authorization: `Bearer ${token}` } : {}
        const payload = method === 'POST' ? { 'retrieval.top_k': 6 } : undefined
        return (await stack.app.inject({ method, url: ROOT + path, headers, payload })).statusCode
      }
      const user = ['Api.Access']
      const admin = [...user, 'Api.Admin']
      for (const path of ['', '/blob-status']) expect([path, await as('GET', path), await as('GET', path, user)]).toEqual([path, 401, 200])
      expect([await as('GET', '/history', user), await as('GET', '/history', admin)]).toEqual([403, 200])
      for (const query of ['?dry_run=1', ''])
        expect([await as('POST', query), await as('POST', query, user), await as('POST', query, admin)]).toEqual([401, 403, 200])
      expect(await as('GET', '/ui')).toBe(200)
    } finally {
      await stop()
      await provider.close()
    }
  })
})
