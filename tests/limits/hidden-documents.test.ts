import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AUDIENCE, startIdentityProvider } from '../../kernel/http/identity/identity-provider.fixture.ts'
import { documentIdOf } from '../../kernel/runtime/ids.ts'
import { chat } from '../../services/chat/service.ts'
import { knowledge } from '../../services/documents/knowledge/service.ts'
import { searchAdmin } from '../../services/documents/search-admin/service.ts'
import { uploadEventsOf } from '../../services/documents/status/upload-events.fixture.ts'
import { uploads } from '../../services/documents/uploads/service.ts'
import { type EmbeddedStack, embeddedStack } from '../support/embedded-stack.ts'

// Two installations that differ only in documents which a limited caller may not read: whatever it asks, they answer alike.
const SHOWN = {
  'mill.txt': ['The keeper of the mill is Aurelia. The mill grinds barley.', 'The mill stands by the river and grinds rye in autumn.'],
  'barn.txt': ['The barn holds barley, rye and oats; its keeper is Benedikt.', 'Barley is threshed in the barn.'],
  'store.txt': ['Quinoa is kept in the store, with a keeper of its own, who is Casimir, and many other things besides.'],
}
const HIDDEN = {
  'plan.txt': ['The takeover of Zephyria by the keeper is planned for June. Barley barley barley barley.', 'Quinoa quinoa quinoa.'],
  'mill2.txt': ['The mill is sold. The keeper of the mill leaves.', 'oats '.repeat(400)],
  'new.txt': ['Zephyria'],
}
const QUESTIONS = ['Who is the keeper of the mill?', 'barley rye', 'zephyria takeover barley', 'quinoa', 'oats in the barn', 'river']

let idp: Awaited<ReturnType<typeof startIdentityProvider>>
let token: string
const stacks: EmbeddedStack[] = []

beforeAll(async () => {
  idp = await startIdentityProvider()
  token = await idp.mint({ sub: 'limited', confidentiality: ['public'] })
  for (const hidden of [{}, HIDDEN] as Record<string, readonly string[]>[]) {
    const stack = await embeddedStack([uploads, knowledge, chat, searchAdmin], { OIDC_ISSUER: idp.issuer, OIDC_AUDIENCE: AUDIENCE })
    stacks.push(stack)
    // Hidden ones first: rows and slots of the others are then not the same either.
    for (const [name, texts] of Object.entries(hidden))
      await stack.ingest({ name, texts, metadata: { confidentiality: 'secret', tags: ['takeover'] } })
    for (const [i, [name, texts]] of Object.entries(SHOWN).entries())
      await stack.ingest({
        name,
        texts,
        uploadId: `00000000-0000-4000-8000-00000000000${i}`,
        metadata: { confidentiality: 'public', tags: [name] },
      })
  }
})
afterAll(async () => {
  for (const stack of stacks) await stack.dispose()
  await idp.close()
})

/** A reply without what is another each time: times, durations, and ids that are drawn by lot. */
const CHANCE = new Set(['response_id', 'upload_id', 'processing_time', 'timings'])
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const withoutChance = (body: string): unknown =>
  JSON.parse(body, (key, value) => (CHANCE.has(key) ? 'chance' : typeof value === 'string' && TIME.test(value) ? 'time' : value))

async function both(method: 'GET' | 'POST', url: string, payload?: object): Promise<unknown[]> {
  const replies: unknown[] = []
  for (const { app } of stacks) {
    const reply = await app.inject({
      method,
      url: `/api/v2${url}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    })
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    replies.push(withoutChance(reply.body))
  }
  return replies
}

describe.each(QUESTIONS)('%s', (question) => {
  test.each([
    ['text', { top_k: 20 }],
    ['hybrid', { top_k: 20, vector_search: true }],
    ['facets', { top_k: 2, facets: ['tags', 'confidentiality'], include_total_count: true, highlight_fields: ['text'] }],
    ['a filter of words', { top_k: 20, filter: "search.ismatch('barley') or tags/any(t: t eq 'takeover')" }],
  ])('an answer with %s', async (_, settings) => {
    const [without, withHidden] = await both('POST', '/flexible-rag', { question, fetch_args: { CloudSearchFetcher: settings } })
    expect(withHidden).toEqual(without)
  })

  test('a query of the knowledge base', async () => {
    for (const options of [{}, { deduplicate: true }]) {
      const [without, withHidden] = await both('POST', '/knowledge/query', { query: question, top_k: 50, options })
      expect(withHidden).toEqual(without)
    }
  })
})

test.each([
  '/knowledge/files',
  '/knowledge/stats',
  '/knowledge/search-file?q=.txt',
  '/upload/list',
  '/search/indexes/live',
])('%s', async (url) => {
  const [without, withHidden] = await both('GET', url)
  expect(withHidden).toEqual(without)
})

async function bringIn({ app }: EmbeddedStack, who: string, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, process_mode: 'upload_only' })) form.set(name, value)
  form.set('metadata', JSON.stringify({ title: 't', doc_type: 'note', confidentiality: 'public' }))
  form.set('file', new Blob(['text']), 'new.txt')
  const request = new Request('http://x/', { method: 'POST', body: form })
  const headers = { authorization: `Bearer ${who}`, 'content-type': request.headers.get('content-type') ?? '' }
  return app.inject({ method: 'POST', url: '/api/v2/upload', headers, payload: Buffer.from(await request.arrayBuffer()) })
}

test('bringing in a file whose name is taken', async () => {
  for (const fields of [{}, { replace_existing: 'true' }] as Record<string, string>[]) {
    const replies = []
    for (const stack of stacks) {
      const reply = await bringIn(stack, token, fields)
      expect(reply.json().document_id).not.toBe(documentIdOf('documents', 'new.txt'))
      replies.push([reply.statusCode, withoutChance(reply.body)])
    }
    expect(replies[1]).toEqual(replies[0])
  }
  // Who sees everything is told of the document that is there: the one of the plain name, where there are two.
  const all = await idp.mint({ sub: 'all' })
  const named = []
  for (const stack of stacks) {
    const refused = await bringIn(stack, all, {})
    expect(refused.statusCode).toBe(409)
    named.push(refused.json().error.details.document_id === documentIdOf('documents', 'new.txt'))
  }
  expect(named).toEqual([false, true])
})

test('whether the vector of a text was known before, which a hidden document may be the reason of, is not told', async () => {
  const uploadId = '00000000-0000-4000-8000-000000000009'
  for (const [known, stack] of stacks.entries()) {
    const guess = uploadEventsOf('guess.txt', { uploadId })
    await stack.publish([guess.received({}, { confidentiality: 'public' }), guess.embedded(known)])
  }
  for (const url of [`/upload/${uploadId}/timeline`, '/upload/event-feed/activity']) {
    const [without, beside] = await both('GET', url)
    expect(JSON.stringify(without)).toContain('document.embedded')
    expect(beside).toEqual(without)
  }
})
