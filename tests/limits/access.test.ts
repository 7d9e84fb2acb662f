import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { artifactPath, writeLines } from '../../kernel/blobs/artifacts.ts'
import { AUDIENCE, startIdentityProvider } from '../../kernel/http/identity/identity-provider.fixture.ts'
import { documentIdOf } from '../../kernel/runtime/ids.ts'
import { chat } from '../../services/chat/service.ts'
import { knowledge } from '../../services/documents/knowledge/service.ts'
import { searchAdmin } from '../../services/documents/search-admin/service.ts'
import { uploadEventsOf } from '../../services/documents/status/upload-events.fixture.ts'
import { uploads } from '../../services/documents/uploads/service.ts'
import { feedback } from '../../services/feedback/service.ts'
import { prompts } from '../../services/prompts/service.ts'
import { type EmbeddedStack, embeddedStack } from '../support/embedded-stack.ts'

// Four documents that answer the same question. North may read `north.txt` alone, south `south.txt` alone; nobody limited reads the others.
const DOCUMENTS = {
  north: { confidentiality: 'internal', business_unit: 'north' },
  south: { confidentiality: 'internal', business_unit: 'south' },
  secret: { confidentiality: 'secret', business_unit: 'north' },
  unlabelled: {},
} as const
type Name = keyof typeof DOCUMENTS
const NAMES = Object.keys(DOCUMENTS) as Name[]
const KEEPERS: Record<Name, string> = { north: 'Aurelia', south: 'Benedikt', secret: 'Casimir', unlabelled: 'Dorothea' }
const textOf = (name: Name) => `The keeper of the ${name} warehouse is ${KEEPERS[name]}. The warehouse holds barley and rye.`
const QUESTION = 'Who is the keeper of the warehouse?'

let stack: EmbeddedStack
let idp: Awaited<ReturnType<typeof startIdentityProvider>>
const tokens: Record<string, string> = {}
const uploadIds: Record<string, string> = {}

beforeAll(async () => {
  idp = await startIdentityProvider()
  stack = await embeddedStack([uploads, knowledge, chat, searchAdmin, prompts, feedback], {
    OIDC_ISSUER: idp.issuer,
    OIDC_AUDIENCE: AUDIENCE,
  })
  for (const name of NAMES) {
    const text = textOf(name)
    const { uploadId, documentId } = await stack.ingest({
      name: `${name}.txt`,
      texts: [text],
      metadata: { ...DOCUMENTS[name], tags: [name] },
    })
    uploadIds[name] = uploadId
    const header = { format: 'millrace.parsed.v1', reader: 'test', pages: 1, characters: text.length, warnings: [] }
    const subject = { document_id: documentId, generation: 1 }
    await writeLines(stack.ports.blobs, artifactPath({ ...subject, stage: 'parsed' }), [header, { type: 'paragraph', text, start: 0 }])
    await stack.ports.blobs.write(`other/raw/${uploadId}/${name}.txt`, Buffer.from(text))
  }
  tokens.north = await idp.mint({ sub: 'n', confidentiality: ['public', 'internal'], business_unit: 'north' })
  tokens.south = await idp.mint({ sub: 's', confidentiality: ['public', 'internal'], business_unit: ['south', 'west'] })
  tokens.nothing = await idp.mint({ sub: '0', confidentiality: [] })
  tokens.administrator = await idp.mint({
    sub: 'd',
    roles: ['Api.Access', 'Api.Admin'],
    confidentiality: 'internal',
    business_unit: 'south',
  })
  tokens.all = await idp.mint({ sub: 'a' })
})
afterAll(async () => {
  await stack.dispose()
  await idp.close()
})

/** What each token may read. */
const READABLE: Record<string, readonly Name[]> = { north: ['north'], south: ['south'], nothing: [], all: NAMES }
const WHO = Object.keys(READABLE)

async function call(who: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${tokens[who]}` }
  return stack.app.inject({ method, url: `/api/v2${url}`, headers, ...(payload ? { payload } : {}) })
}
/** The documents that a reply tells of in any word. */
const told = (body: string): Name[] => NAMES.filter((name) => body.includes(KEEPERS[name]) || body.includes(`${name}.txt`))

describe.each(WHO)('a token limited to %s', (who) => {
  const readable = READABLE[who]!
  test('what others rated is not told to whom is limited', async () => {
    const rated = {
      ...{ user_id: 'u', session_id: 's', response_id: `rated-${who}`, rating: -1 },
      response_payload: { question: QUESTION, answer: NAMES.map(textOf).join(' '), evaluation_case: { expected_answer: 'something else' } },
    }
    expect((await call('all', 'POST', '/feedback', rated)).statusCode).toBe(201)
    expect((await call(who, 'GET', `/feedback/${rated.response_id}`)).statusCode).toBe(who === 'all' ? 200 : 404)
    for (const url of ['?user_id=u', '/recent', '/export.csv']) {
      const { statusCode, body } = await call(who, 'GET', `/feedback${url}`)
      expect([url, statusCode, body.includes(rated.response_id)]).toEqual([url, 200, who === 'all'])
      expect(told(body)).toEqual(who === 'all' ? NAMES : [])
    }
    expect((await call(who, 'GET', '/feedback/cases.jsonl')).body.includes(rated.response_id)).toBe(who === 'all')
  })

  test.each([
    ['/flexible-chat', {}],
    ['/flexible_chat', {}],
    ['/flexible-rag', {}],
    ['/flexible_rag', {}],
    ['/flexible-rag/query', {}],
    ['/flexible-chat', { stream: true }],
    ['/flexible-rag', { stream: true }],
  ])('%s %j answers from those documents alone', async (url, more) => {
    const settings = {
      top_k: 50,
      facets: ['business_unit', 'confidentiality', 'tags'],
      include_total_count: true,
      highlight_fields: ['text'],
    }
    const reply = await call(who, 'POST', url, { question: QUESTION, fetch_args: { CloudSearchFetcher: settings }, ...more })
    expect(reply.statusCode).toBe(200)
    expect(told(reply.body)).toEqual(readable)
    const done = 'stream' in more ? JSON.parse(reply.body.split('event: done\ndata: ')[1]!.split('\n')[0]!) : reply.json()
    expect(done.metadata).toHaveLength(readable.length)
    const { total_count, facets } = done.data.CloudSearchFetcher
    expect(total_count).toBe(readable.length)
    expect(facets.tags.map((f: { value: string }) => f.value).sort()).toEqual([...readable].sort())
    const units = readable.flatMap((name) => ('business_unit' in DOCUMENTS[name] ? [DOCUMENTS[name].business_unit] : []))
    expect(new Set(facets.business_unit.map((f: { value: string }) => f.value))).toEqual(new Set(units))
    expect(facets.confidentiality.some((f: { value: string }) => f.value === 'secret')).toBe(readable.includes('secret'))
  })

  test.each([
    'true',
    "business_unit ne 'x' or true",
    "confidentiality eq 'secret'",
    "not (business_unit eq 'nobody')",
    "tags/any(t: t ne 'x') or confidentiality eq null",
    "search.ismatch('barley') or false",
    "search.in(business_unit, 'north,south') or confidentiality eq 'secret' or confidentiality eq null",
  ])('no filter reaches further: %s', async (filter) => {
    const reply = await call(who, 'POST', '/flexible-rag', {
      question: QUESTION,
      fetch_args: { CloudSearchFetcher: { filter, top_k: 50 } },
    })
    expect(reply.statusCode).toBe(200)
    // The filter itself is not repeated in the reply.
    expect(told(reply.body).every((name) => readable.includes(name))).toBe(true)
  })

  test('a follow-up question and its history reach no further', async () => {
    const history = [
      { role: 'user', content: 'Who is the keeper of the warehouse in the secret place?' },
      { role: 'assistant', content: 'I found nothing.' },
    ]
    const reply = await call(who, 'POST', '/flexible-chat', {
      question: 'And who is it?',
      history,
      fetch_args: { CloudSearchFetcher: { top_k: 50 } },
    })
    expect(reply.json().data.CloudSearchFetcher.query_source).toBe('history')
    expect(told(reply.body)).toEqual(readable)
  })

  test.each([
    [{}],
    [{ filters: { confidentiality: ['internal', 'secret'] } }],
    [{ options: { deduplicate: true } }],
  ])('knowledge query %j', async (more) => {
    const reply = await call(who, 'POST', '/knowledge/query', { query: 'keeper barley', top_k: 100, ...more })
    const wanted = 'filters' in more ? readable.filter((name) => name !== 'unlabelled') : readable
    expect(told(reply.body)).toEqual(wanted)
    expect(reply.json().total).toBe(wanted.length)
  })

  test.each([
    '/knowledge/files',
    '/knowledge/stats',
    '/knowledge/stats.csv',
    '/knowledge/search-file?q=.txt',
    '/upload/list',
    '/flexible-rag/status',
  ])('%s lists them alone', async (url) => {
    const reply = await call(who, 'GET', url)
    expect(reply.statusCode).toBe(200)
    expect(told(reply.body)).toEqual(readable)
  })

  test('every number counts them alone', async () => {
    const stats = (await call(who, 'GET', '/knowledge/stats')).json()
    const n = readable.length
    expect([stats.total_files, stats.total_chunks, stats.files.length, stats.file_type_breakdown.txt ?? 0]).toEqual([n, n, n, n])
    expect(stats.indexes.find((i: { name: string }) => i.name === 'documents')).toMatchObject({ files: n, chunks: n })
    expect((await call(who, 'GET', '/knowledge/files')).json().pagination.total_items).toBe(n)
    const live = (await call(who, 'GET', '/search/indexes/live')).json().indexes
    expect(live.find((i: { name: string }) => i.name === 'documents').document_count).toBe(n)
  })

  test('the activity tells of them alone', async () => {
    const items: { upload_id: string }[] = (await call(who, 'GET', '/upload/event-feed/activity')).json()
    expect(new Set(items.map((i) => i.upload_id))).toEqual(new Set(readable.map((name) => uploadIds[name])))
  })

  test.each([
    ['/knowledge/file/NAME.txt/chunks', 'GET'],
    ['/upload/status/ID', 'GET'],
    ['/upload/ID/timeline', 'GET'],
    ['/upload/ID/text', 'GET'],
    ['/upload/ID/file', 'GET'],
    ['/upload/status/ID/events', 'GET'],
    ['/upload/ID/retry', 'POST'],
  ] as const)('%s: the others are not there', async (url, method) => {
    for (const name of NAMES) {
      const reply = await call(who, method, url.replace('ID', uploadIds[name]!).replace('NAME', name))
      const found = method === 'GET' ? 200 : who === 'all' ? 409 : 403
      expect([name, reply.statusCode]).toEqual([name, readable.includes(name) ? found : 404])
      if (reply.statusCode === 404) expect(reply.body).not.toContain(KEEPERS[name])
    }
  })
})

test('what is kept of a status for everyone is still not for everyone', async () => {
  for (const who of ['all', 'south', 'all', 'north', 'nothing'])
    expect((await call(who, 'GET', `/upload/status/${uploadIds.north}`)).statusCode).toBe(READABLE[who]!.includes('north') ? 200 : 404)
})

test('others’ documents are neither cancelled, deleted nor retried in bulk', async () => {
  expect((await call('south', 'POST', `/upload/${uploadIds.north}/cancel`)).statusCode).toBe(404)
  expect((await call('south', 'DELETE', `/upload/${uploadIds.north}`)).statusCode).toBe(404)
  const broken = uploadEventsOf('broken.txt')
  await stack.publish([broken.received(), broken.failed('parsing')])
  expect((await call('all', 'GET', `/upload/status/${broken.subject.upload_id}`)).json().status).toBe('error')
  expect((await call('north', 'POST', '/upload/retry', { stage: 'parsing' })).json()).toEqual({ retried: [], skipped: [] })
})

describe('what a limited caller brings in', () => {
  const upload = async (who: string, name: string, metadata: object, fields: Record<string, string> = {}) => {
    const form = new FormData()
    form.set('metadata', JSON.stringify({ title: 't', doc_type: 'note', ...metadata }))
    form.set('process_mode', 'upload_only')
    for (const [key, value] of Object.entries(fields)) form.set(key, value)
    form.set('file', new Blob(['text']), name)
    const request = new Request('http://x/', { method: 'POST', body: form })
    const headers = { authorization: `Bearer ${tokens[who]}`, 'content-type': request.headers.get('content-type') ?? '' }
    return stack.app.inject({ method: 'POST', url: '/api/v2/upload', headers, payload: Buffer.from(await request.arrayBuffer()) })
  }

  test('lies within the limits', async () => {
    const own = await upload('south', 'brought.txt', DOCUMENTS.south)
    expect(own.statusCode).toBe(201)
    expect((await call('south', 'GET', `/upload/status/${own.json().upload_id}`)).statusCode).toBe(200)
    expect((await call('north', 'GET', `/upload/status/${own.json().upload_id}`)).statusCode).toBe(404)
    for (const metadata of [DOCUMENTS.north, DOCUMENTS.secret, {}]) {
      const refused = await upload('south', 'refused.txt', metadata)
      expect(refused.statusCode).toBe(403)
      expect(refused.json().error.message).toContain('business_unit: south, west')
    }
  })

  test('takes no place of what the caller may not read, and is not told that the name is taken', async () => {
    const before = (await call('all', 'GET', `/upload/status/${uploadIds.north}`)).body
    for (const fields of [{}, { replace_existing: 'true' }] as Record<string, string>[]) {
      const [taken, free] = [
        await upload('south', 'north.txt', DOCUMENTS.south, fields),
        await upload('south', 'free.txt', DOCUMENTS.south, fields),
      ]
      expect([taken.statusCode, Object.keys(taken.json())]).toEqual([free.statusCode, Object.keys(free.json())])
      expect(taken.json().document_id).not.toBe(documentIdOf('documents', 'north.txt'))
      expect(free.json().document_id).not.toBe(documentIdOf('documents', 'free.txt'))
    }
    expect((await upload('south', 'north.txt', DOCUMENTS.south)).statusCode).toBe(409)
    expect((await call('all', 'GET', `/upload/status/${uploadIds.north}`)).body).toBe(before)
    expect((await upload('north', 'north.txt', DOCUMENTS.north)).statusCode).toBe(409)
  })

  test('is its own to change; what others brought only for who may write, and what is not to be seen never', async () => {
    const own = (await upload('south', 'own.txt', DOCUMENTS.south)).json().upload_id
    expect((await upload('south', 'own.txt', DOCUMENTS.south, { replace_existing: 'true' })).statusCode).toBe(201)
    const others = uploadIds.south
    for (const url of ['retry', 'cancel']) expect((await call('south', 'POST', `/upload/${others}/${url}`)).statusCode).toBe(403)
    expect((await call('south', 'DELETE', `/upload/${others}`)).statusCode).toBe(403)
    const replaced = await upload('south', 'south.txt', DOCUMENTS.south, { replace_existing: 'true' })
    expect([replaced.statusCode, replaced.json().error.message]).toEqual([403, expect.stringContaining('may read, but not replace')])
    expect((await call('south', 'POST', `/upload/${own}/retry`)).statusCode).toBe(409)
    expect((await call('administrator', 'POST', `/upload/${others}/retry`)).statusCode).toBe(409)
    expect((await call('administrator', 'POST', `/upload/${uploadIds.north}/retry`)).statusCode).toBe(404)
  })

  test('a document keeps the labels that a replacement leaves out', async () => {
    await upload('all', 'labelled.txt', DOCUMENTS.secret)
    const again = await upload('all', 'labelled.txt', {}, { replace_existing: 'true' })
    expect((await call('all', 'GET', `/upload/status/${again.json().upload_id}`)).json().metadata).toMatchObject(DOCUMENTS.secret)
  })
})

test('an index of one’s own that keeps no labels shows limited callers nothing', async () => {
  const fields = [
    { name: 'id', type: 'Edm.String', key: true },
    { name: 'text', type: 'Edm.String' },
    { name: 'document_id', type: 'Edm.String' },
  ]
  await stack.ports.search.createIndex({ name: 'others', fields })
  await stack.ingest({ name: 'own.txt', index: 'others', texts: ['The keeper is Emerentia.'], metadata: DOCUMENTS.north })
  const ask = (who: string) =>
    call(who, 'POST', '/flexible-rag', { question: 'Who is the keeper?', fetch_args: { CloudSearchFetcher: { index: 'others' } } })
  expect((await ask('all')).body).toContain('Emerentia')
  expect((await ask('north')).body).not.toContain('Emerentia')
  // Its row names a label that north may read, so that the file is listed; what it holds stays shut.
  expect((await call('north', 'GET', '/knowledge/file/own.txt/chunks?index=others')).body).not.toContain('Emerentia')
})
