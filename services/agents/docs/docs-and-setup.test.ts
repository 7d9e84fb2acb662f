import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { agentStack } from '../turns/agent-stack.fixture.ts'
import { requestBodySections } from './request-bodies.ts'

let it: Awaited<ReturnType<typeof agentStack>>
beforeAll(async () => {
  it = await agentStack({ SUBSCRIPTION_KEYS: 'outside:k-outside,inside:k-inside:internal', ADMIN_PROXY_SECRET: 'secret' })
})
afterAll(() => it.dispose())

const key = (value: string) => ({ 'ocp-apim-subscription-key': value })
const askDocs = (question: string, value: string) => it.call('POST', '/docs/chat', { question }, key(value))

test('an operation with a body has a section with its fields and their limits', async () => {
  const body = z.object({ sort: z.enum(['rye', 'wheat']).default('rye').describe('What is milled'), sacks: z.int().min(1).max(1000) })
  const operation = { path: '/grain', description: undefined }
  const sections = await requestBodySections([
    { ...operation, method: 'GET', summary: 'List grain', body: undefined },
    { ...operation, method: 'POST', summary: 'Bring grain', body },
  ])
  expect(sections.map(({ title, text }) => [title, text])).toEqual([
    [
      'POST /grain',
      `Bring grain. Fields of the request body:

- \`sort\`: Optional. One of \`rye\`, \`wheat\`. Default \`rye\`. What is milled.
- \`sacks\`: Required. At least 1. At most 1000.`,
    ],
  ])
})

test('the documentation answers with citations: what is written for developers to the internal scope alone', async () => {
  it.script.say = () => ({ text: 'So it is [1].' })
  const question = 'Which rule puts the folders of the kernel into an order of layers?'
  const material = () => String(it.asked.at(-1)?.messages[0]?.content)
  expect(await askDocs(question, 'k-inside')).toMatchObject({
    status: 200,
    body: {
      answer: 'So it is [1].',
      scope: 'internal',
      citations: [{ marker: '[1]', source: expect.any(String) }],
    },
  })
  expect(material()).toContain('ARCHITECTURE.md,')
  expect(await askDocs(question, 'k-outside')).toMatchObject({ status: 200, body: { scope: 'external' } })
  expect(material()).not.toContain('ARCHITECTURE.md,')
  for (const wrong of ['k-inside:internal', 'inside:k-inside', 'internal']) expect((await askDocs('x', wrong)).status).toBe(401)
  for (const body of [{}, { question: ' ' }, { question: 5 }])
    expect((await it.call('POST', '/docs/chat', body, key('k-outside'))).status).toBe(400)
})

test('without a model the best passages are quoted, each with a citation that leads to its page', async () => {
  it.script.provider = 'embedded'
  try {
    const asked = it.asked.length
    const { answer, citations, model } = (await askDocs('How do I upload a whole folder?', 'k-outside')).body
    expect(model).toBe('embedded')
    expect(answer).toMatch(/^No model is connected\. These passages of the documentation match best:\n\n\*\*.+\*\* \(.+\) \[1\]\n\n/)
    expect(citations).toHaveLength(3)
    expect(citations).toContainEqual({
      marker: expect.stringMatching(/^\[\d\]$/),
      source: 'docs/how-to/upload-documents.md',
      title: expect.stringContaining('Upload documents'),
      quote: expect.any(String),
      path: expect.stringMatching(/^\/docs\/how-to\/upload-documents/),
    })
    const current = /On this server, .*`upload\.max_file_size_mb` is `\d+`/
    expect((await askDocs('upload.max_file_size_mb', 'k-inside')).body.answer).toMatch(current)
    expect((await askDocs('upload.max_file_size_mb', 'k-outside')).body.answer).not.toMatch(current)
    expect((await askDocs('GraphQL?', 'k-outside')).body).toMatchObject({
      answer: 'No model is connected. Nothing in the documentation matches.',
      citations: [],
    })
    expect(it.asked).toHaveLength(asked)
  } finally {
    it.script.provider = 'openai'
  }
})

test('the tool finds no more than its caller’s key may read', async () => {
  const search = async (value: string) =>
    (
      await it.call('POST', '/ai/admin/tools/docs-search', { query: 'the layers of the kernel', top_k: 20 }, key(value))
    ).body.data.sections.map((s: { source: string }) => s.source)
  expect(await search('k-inside')).toContain('ARCHITECTURE.md')
  expect(new Set(await search('k-outside'))).not.toContain('ARCHITECTURE.md')
})

test('setup tells of tables, agents and what a seed would write; a seed writes what is new or changed', async () => {
  const operator = { 'x-runtime-admin-proxy-secret': 'secret' }
  const get = async (path: string) => (await it.call('GET', `/setup/db${path}`, undefined, operator)).body
  expect(await get('')).toMatchObject({
    store: 'sqlite',
    pending: [],
    applied: expect.arrayContaining([{ name: '160-agent-seeds', at: expect.any(String) }]),
  })
  expect(await get('/capabilities')).toMatchObject({ store: 'sqlite', transactions: true, notify: 'in process' })
  expect(await get('/agents')).toEqual({ items: [] })
  const { items } = await get('/agents/control')
  expect(new Set(items.map(({ change }: { change: string }) => change))).toEqual(new Set(['new']))
  const seed = async (path: string) => (await it.call('POST', `/setup/db${path}`, {}, operator)).body
  expect(await seed('/agents/control/seed')).toEqual({ seeded: items.length, unchanged: 0 })
  expect(await seed('/seed')).toEqual({ seeded: 0, unchanged: items.length })
  expect((await get('/agents')).items).toContainEqual({
    id: 'k12-miller',
    domain: 'k12',
    version: expect.any(String),
    seeded_at: expect.any(String),
  })
  for (const path of ['', '/agents', '/capabilities', '/agents/current', '/agents/control']) {
    expect((await it.call('GET', `/setup/db${path}`)).status).toBe(401)
    expect((await it.call('GET', `/setup/db${path}`, undefined, { 'x-runtime-admin-proxy-secret': 'no' })).status).toBe(403)
  }
})
