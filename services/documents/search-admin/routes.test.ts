import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AUDIENCE, startIdentityProvider } from '../../../kernel/http/identity/identity-provider.fixture.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { knowledge } from '../knowledge/service.ts'
import { uploads } from '../uploads/service.ts'
import { searchAdmin } from './service.ts'

let stack: EmbeddedStack
const start = async () => {
  stack = await embeddedStack([uploads, knowledge, searchAdmin])
}
const stop = () => stack.dispose()

const ROOT = '/api/v2/search/indexes'
const id = { name: 'id', type: 'Edm.String', key: true }
const post = async (path: string, payload: object = {}) => {
  const reply = await stack.app.inject({ method: 'POST', url: ROOT + path, payload })
  return { status: reply.statusCode, body: reply.json() }
}
const fromJson = (mode: string, index: unknown) => post('/from-json', { mode, index })
const live = async () => (await stack.app.inject(`${ROOT}/live`)).json().indexes
const fromYaml = async (parts: Record<string, string | Blob>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'index.yaml')
  }
  const request = new Request('http://x/', { method: 'POST', body: form })
  const reply = await stack.app.inject({
    method: 'POST',
    url: `${ROOT}/from-yaml`,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: reply.statusCode, body: reply.json() }
}
const yaml = (text: string) => new Blob([text], { type: 'application/yaml' })

describe('one index', () => {
  beforeAll(start)
  afterAll(stop)
  test('tells its specification by name and by alias, and knows when there is none', async () => {
    const read = async (name: string) => (await stack.app.inject(`${ROOT}/${name}`)).json()
    expect((await read('documents')).fields[0]).toMatchObject({ name: 'id', type: 'Edm.String', key: true })
    expect(await read('default')).toEqual(await read('documents'))
    expect((await read('absent')).error.code).toBe('not_found')
    const again = await fromJson('upsert', await read('documents'))
    expect(again.body.status).toBe('updated')
  })
})

describe('live', () => {
  beforeEach(start)
  afterEach(stop)

  test('names each index with its alias and its chunks', async () => {
    await stack.ingest({ name: 'a.txt', texts: ['one', 'two'] })
    await fromJson('create', { name: 'own', fields: [id] })
    expect(await live()).toEqual([
      { name: 'documents', alias: 'default', document_count: 2, documents: 1, chunks: 2 },
      { name: 'own', alias: null, document_count: 0, documents: 0, chunks: 0 },
    ])
  })
})

describe('from-json', () => {
  beforeAll(start)
  afterAll(stop)

  test('creates, refuses to create twice, updates, and does either as needed', async () => {
    const spec = { name: 'own', fields: [id] }
    expect(await fromJson('create', spec)).toEqual({ status: 201, body: { status: 'created', name: 'own', created: true } })
    expect(await fromJson('create', spec)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    const wider = { name: 'own', fields: [id, { name: 'added', type: 'Edm.Int32' }] }
    expect(await fromJson('update', wider)).toEqual({ status: 200, body: { status: 'updated', name: 'own', updated: true } })
    expect((await stack.ports.search.getIndex('own'))?.fields.map((f) => f.name)).toEqual(['id', 'added'])
    expect((await fromJson('upsert', wider)).body.updated).toBe(true)
    expect((await fromJson('upsert', { name: 'other', fields: [id] })).body.created).toBe(true)
    expect(await fromJson('update', { name: 'absent', fields: [id] })).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    })
  })

  test('no index gets the name of an alias, under which another one is reached', async () => {
    const refused = { status: 409, body: { error: { code: 'conflict', details: { alias: 'default', index: 'documents' } } } }
    for (const mode of ['create', 'upsert']) expect(await fromJson(mode, { name: 'default', fields: [id] })).toMatchObject(refused)
    const file = yaml('name: default\nfields: [{name: id, type: Edm.String, key: true}]')
    expect(await fromYaml({ file })).toMatchObject(refused)
    expect(await stack.ports.search.getIndex('default')).toBeUndefined()
  })

  test('of simultaneous upserts one creates and the others update', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => fromJson('upsert', { name: 'raced', fields: [id] })))
    expect(replies.map((r) => r.body.status).sort()).toEqual(['created', 'updated', 'updated', 'updated', 'updated'])
  })

  test.each([
    [{ name: 'own', fields: [id, { name: 'text', type: 'Edm.String', serchable: true }] }, 'fields.1.serchable'],
    [{ name: 'own', fields: [id, { name: 'text' }] }, 'fields.1.type'],
    [{ name: 'own', fields: [id, { name: 'text', type: 'Edm.Text' }] }, 'fields.1.type'],
    [{ name: 'own', fields: [] }, 'fields'],
    [{ name: 'own' }, 'fields'],
    [{ name: 'own', fields: [id], colour: 'red' }, 'colour'],
    [{ fields: [id] }, 'name'],
    [{ name: 'Own', fields: [id] }, 'name'],
    [{ name: 'x', fields: [id] }, 'name'],
    [{ name: 'a--b', fields: [id] }, 'name'],
    [{ name: '-a', fields: [id] }, 'name'],
    [{ name: 'a_b', fields: [id] }, 'name'],
    [{ name: '../etc', fields: [id] }, 'name'],
    [{ name: 'a'.repeat(129), fields: [id] }, 'name'],
    [{ name: 'own', fields: {} }, 'fields'],
  ])('%j is 400 with the path %s', async (spec, path) => {
    const { status, body } = await fromJson('upsert', spec)
    expect([status, body.error.code, body.error.details.path]).toEqual([400, 'invalid_request', path])
    expect(body.error.message).toContain(path)
  })

  test('names of 2 and of 128 characters are taken', async () => {
    for (const name of ['ab', 'a'.repeat(128)]) expect((await fromJson('create', { name, fields: [id] })).status).toBe(201)
  })

  test("a field's type can't change", async () => {
    await fromJson('create', { name: 'typed', fields: [id, { name: 'tokens', type: 'Edm.Int32' }] })
    const { status, body } = await fromJson('upsert', { name: 'typed', fields: [id, { name: 'tokens', type: 'Edm.String' }] })
    expect([status, body.error.details.path]).toEqual([400, 'fields.1.type'])
  })

  test.each([
    {},
    { mode: 'create' },
    { mode: 'replace', index: { name: 'own', fields: [id] } },
    { mode: 'create', index: 'own' },
  ])('the body %j is 400', async (body) => expect((await post('/from-json', body)).status).toBe(400))
})

describe('from-yaml', () => {
  beforeAll(start)
  afterAll(stop)

  const text = 'name: own\nfields:\n  - name: id\n    type: Edm.String\n    key: true\n'

  test('creates the index of the file; mode may say otherwise', async () => {
    expect(await fromYaml({ file: yaml(text) })).toEqual({ status: 201, body: { status: 'created', name: 'own', created: true } })
    expect((await fromYaml({ file: yaml(text) })).status).toBe(409)
    expect((await fromYaml({ mode: 'upsert', file: yaml(text) })).body).toEqual({ status: 'updated', name: 'own', updated: true })
    expect((await fromYaml({ file: yaml(text), mode: 'replace' })).status).toBe(400)
  })

  test('says which attribute is wrong, and where the text is no YAML', async () => {
    const unknown = await fromYaml({ file: yaml(`${text}    serchable: true\n`) })
    expect([unknown.status, unknown.body.error.details.path]).toEqual([400, 'fields.0.serchable'])
    const broken = await fromYaml({ file: yaml('name: [unclosed\n  fields: {') })
    expect([broken.status, broken.body.error.details.line]).toEqual([400, expect.any(Number)])
  })

  test('a form without the file is 400, a file over the limit 413, another body 415', async () => {
    expect((await fromYaml({})).status).toBe(400)
    expect((await fromYaml({ mode: 'create' })).status).toBe(400)
    expect((await fromYaml({ file: yaml('#'.repeat(70_000)) })).status).toBe(413)
    expect((await post('/from-yaml', { name: 'own' })).status).toBe(415)
    expect((await live()).map((i: { name: string }) => i.name)).toEqual(['documents', 'own'])
  })
})

describe('configured indexes', () => {
  beforeEach(start)
  afterEach(stop)

  test('create-all makes what is missing and reports each alias', async () => {
    const expected = (second: string) => ({
      status: 'ok',
      results: [
        { alias: 'default', name: 'documents', status: 'exists' },
        { alias: 'second', name: 'others', status: second },
      ],
    })
    expect(await post('/create-all')).toEqual({ status: 200, body: expected('created') })
    expect((await post('/create-all')).body).toEqual(expected('exists'))
  })

  test('create makes one; 409 when it is there, 404 for an unknown alias', async () => {
    expect(await post('/create/second')).toEqual({ status: 201, body: { status: 'created', name: 'others', created: true } })
    expect((await post('/create/second')).status).toBe(409)
    for (const alias of ['absent', 'documents', 'constructor', '__proto__']) expect((await post(`/create/${alias}`)).status).toBe(404)
  })
})

describe('clear', () => {
  beforeEach(start)
  afterEach(stop)

  test('removes the chunks of that index and no other, by name or alias', async () => {
    await post('/create/second')
    await stack.ingest({ name: 'a.txt', texts: ['one', 'two'] })
    await stack.ingest({ name: 'b.txt', index: 'others', texts: ['three'] })
    const would = { status: 'would_clear', name: 'documents', deleted: 0, documents: 1, chunks: 2 }
    for (const _ of [1, 2]) expect(await post('/clear/default?dry_run=true')).toEqual({ status: 200, body: would })
    expect((await post('/clear/default?dry_run=maybe')).status).toBe(400)
    expect(await post('/clear/second')).toEqual({ status: 200, body: { status: 'cleared', name: 'others', deleted: 1 } })
    expect((await post('/clear/others')).body.deleted).toBe(0)
    expect((await live()).map((i: { document_count: number }) => i.document_count)).toEqual([2, 0])
    expect(await post('/clear/absent')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })
})

describe('access', () => {
  test('whoever changes an index needs the administrator role; live needs none', async () => {
    const provider = await startIdentityProvider()
    stack = await embeddedStack([uploads, knowledge, searchAdmin], {
      SUBSCRIPTION_KEYS: 'a:key-a',
      OIDC_ISSUER: provider.issuer,
      OIDC_JWKS_URL: `${provider.issuer}/jwks`,
      OIDC_AUDIENCE: AUDIENCE,
    })
    try {
      const call = async (method: 'GET' | 'POST', path: string, roles?: string[]) => {
        const token = roles && (await provider.mint({ roles }))
        const headers = token ? { 'ocp-apim-subscription-key': 'key-a', authorization: `Bearer ${token}` } : {}
        return (await stack.app.inject({ method, url: ROOT + path, headers })).statusCode
      }
      expect([await call('GET', '/live'), await call('GET', '/live', ['Api.Access'])]).toEqual([401, 200])
      for (const path of ['/from-json', '/from-yaml', '/create/second', '/create-all', '/clear/documents'])
        expect([path, await call('POST', path), await call('POST', path, ['Api.Access'])]).toEqual([path, 401, 403])
      expect(await call('POST', '/clear/documents', ['Api.Access', 'Api.Admin'])).toBe(200)
    } finally {
      await stop()
      await provider.close()
    }
  })
})
