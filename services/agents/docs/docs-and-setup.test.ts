import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentStack } from '../turns/agent-stack.fixture.ts'
import { ownTurn } from './documentation.ts'
import { sectionsOf } from './sections.ts'

let it: Awaited<ReturnType<typeof agentStack>>
beforeAll(async () => {
  it = await agentStack({ SUBSCRIPTION_KEYS: 'outside:k-outside,inside:k-inside:internal', ADMIN_PROXY_SECRET: 'secret' })
})
afterAll(() => it.dispose())

const key = (value: string) => ({ 'ocp-apim-subscription-key': value })
const askDocs = (question: string, value: string) => it.call('POST', '/docs/chat', { question }, key(value))

test('sections know the headings above them, and a comment in a block of code is none', () => {
  const sections = sectionsOf('A.md', '# One\nfirst\n## Two\nsecond\n```sh\n# no heading\n```\n# Three\nthird')
  expect(sections.map(({ title, text }) => [title, text])).toEqual([
    ['One', 'first'],
    ['One › Two', 'second\n```sh\n# no heading\n```'],
    ['Three', 'third'],
  ])
})

test('the documentation answers with citations: what is written for developers to the internal scope alone', async () => {
  it.script.say = () => ({ text: 'So it is [1].' })
  const question = 'Who takes up parked records of stages when their process dies?'
  const told = () => String(it.asked.at(-1)?.messages[0]?.content)
  expect(await askDocs(question, 'k-inside')).toMatchObject({
    status: 200,
    body: {
      answer: 'So it is [1].',
      scope: 'internal',
      citations: [{ marker: '[1]', source: expect.stringMatching(/^(?:ARCHITECTURE|OPERATIONS)\.md$/) }],
    },
  })
  expect(told()).toContain('ARCHITECTURE.md')
  expect(await askDocs(question, 'k-outside')).toMatchObject({ status: 200, body: { scope: 'external' } })
  expect(told()).not.toMatch(/ARCHITECTURE\.md,|OPERATIONS\.md,|SECURITY\.md,/)
  for (const wrong of ['k-inside:internal', 'inside:k-inside', 'internal']) expect((await askDocs('x', wrong)).status).toBe(401)
  for (const body of [{}, { question: ' ' }, { question: 5 }])
    expect((await it.call('POST', '/docs/chat', body, key('k-outside'))).status).toBe(400)
})

test('without a model the documentation is quoted, with the sections that are quoted as citations', async () => {
  it.script.provider = 'embedded'
  try {
    const asked = it.asked.length
    expect((await askDocs('How do I start Millrace?', 'k-outside')).body).toMatchObject({
      answer: expect.stringMatching(/^Without a model \(embedded\), from the documentation:\n\n```sh\nnpm start /),
      citations: [{ marker: '[1]', source: 'GUIDE.md', title: expect.stringContaining('How do I start') }],
      model: 'embedded',
    })
    const largest = async (value: string) => (await askDocs('How big may an upload be?', value)).body.answer
    expect(await largest('k-outside')).toMatch(/`upload\.max_file_size_mb`: Largest file that is accepted\. \[\d\]/)
    expect(await largest('k-inside')).toMatch(/`upload\.max_file_size_mb`: Largest file that is accepted\. Here: \d+\. \[\d\]/)
    const { answer, citations } = (await askDocs('Can I run it on Windows?', 'k-outside')).body
    expect([answer, citations]).toEqual([expect.stringContaining('I found nothing about this in the documentation.'), []])
    // what nothing answers surely is offered as what might have been meant, and cited by nothing
    const offered = (await askDocs('Is there a second copy if it came in twice?', 'k-outside')).body
    expect(offered).toMatchObject({
      answer: expect.stringMatching(/nothing about this.*\n\n- What happens when I upload the same file/s),
      citations: [],
    })
    expect(it.asked).toHaveLength(asked)
  } finally {
    it.script.provider = 'openai'
  }
})

test('the tool reads no more than its caller’s key', async () => {
  const search = async (value: string) =>
    (
      await it.call('POST', '/ai/admin/tools/docs-search', { query: 'parked records of stages', top_k: 20 }, key(value))
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

test('each question looks through the documentation in a turn of its own', async () => {
  let begun = 0
  const asked = Promise.all(Array.from({ length: 5 }, () => ownTurn().then(() => begun++)))
  for (const _ of Array.from({ length: 5 })) {
    const before = begun
    await new Promise(setImmediate)
    expect(begun - before).toBeLessThanOrEqual(1)
  }
  await asked
  expect(begun).toBe(5)
})
