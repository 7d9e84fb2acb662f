import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatApp, scriptedLlm } from '../chat.fixture.ts'
import { imageParts, requirePublicHosts } from './images.ts'

type Chat = Awaited<ReturnType<typeof chatApp>>

/** A PNG's first eight bytes, and as many zeros behind them as wanted. */
const png = (bytes = 8) => {
  const image = Buffer.alloc(bytes)
  image.write('89504e470d0a1a0a', 'hex')
  return `data:image/png;base64,${image.toString('base64')}`
}
const PNG = png()
const MB = 1024 * 1024

const scripted = scriptedLlm(() => 'seen')
let chat: Chat
let embedded: Chat
beforeAll(async () => {
  chat = await chatApp({ llm: scripted.llm })
  embedded = await chatApp()
})
afterAll(() => Promise.all([chat.close(), embedded.close()]))

const none = { CloudSearchFetcher: { top_k: 0 } }

test.each([
  [{}],
  [{ images: [] }],
  [{ images: 'x' }],
  [{ images: [{ url: 'http://example.com/a.png' }] }],
  [{ images: [{ url: 'file:///etc/passwd' }] }],
  [{ images: [{ url: 'https://127.0.0.1/a.png' }] }],
  [{ images: [{ url: 'https://2130706433/a.png' }] }],
  [{ images: [{ url: 'https://[::ffff:10.0.0.1]/a.png' }] }],
  [{ images: [{ url: 'https://169.254.169.254/latest/meta-data' }] }],
  [{ images: [{ url: 'https://metadata.google.internal/a.png' }] }],
  [{ images: [{ url: 'https://user:word@example.com/a.png' }] }],
  [{ images: [{ url: 'no address' }] }],
  [{ images: [{ data_url: 'https://example.com/a.png' }] }],
  [{ images: [{ data_url: 'data:text/html;base64,AAAA' }] }],
  [{ images: [{ data_url: 'data:image/png;base64,AAAAAAAAAAAA' }] }],
  [{ images: [{ data_url: `data:image/svg+xml;base64,${btoa('<svg onload="alert(1)"/>')}` }] }],
  [{ images: [{ data_url: PNG.replace('png', 'jpeg') }] }],
  [{ images: [{ data_url: `${PNG}<>` }] }],
  [{ images: [{ data_url: PNG, url: 'https://example.com/a.png' }] }],
  [{ images: [{ detail: 'low' }] }],
  [{ images: [{ data_url: PNG, detail: 'huge' }] }],
  [{ images: [{ data_url: PNG }, null] }],
])('%j is refused', (metadata) => {
  expect(() => imageParts(metadata)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})

test('an address goes to the model as every reader reads it', () => {
  const [part] = imageParts({ images: [{ url: 'https://example.com\\@10.0.0.1/a.png' }] })
  expect(part).toEqual({ type: 'image_url', image_url: { url: 'https://example.com/@10.0.0.1/a.png' } })
})

test('a name that leads into a private network is refused with its place', async () => {
  const parts = imageParts({ images: [{ data_url: PNG }, { url: 'https://good.example/a.png' }, { url: 'https://bad.example/a.png' }] })
  const resolve = async (name: string) => (name.startsWith('bad') ? ['93.184.216.34', '192.168.0.7'] : ['93.184.216.34'])
  await expect(requirePublicHosts(parts, resolve)).rejects.toMatchObject({
    code: 'invalid_request',
    details: { field: 'metadata.images.2.url' },
  })
  await requirePublicHosts(parts.slice(0, 2), resolve)
})

describe('the multimodal routes', () => {
  test.each(['/flexible-chat-mm', '/flexible-rag-mm'])('%s: they go to the model with the latest turn', async (path) => {
    const { status, body } = await chat.ask(path, {
      question: 'look',
      fetch_args: none,
      metadata: { images: [{ data_url: PNG, detail: 'low' }, { url: 'https://example.com/a.png' }] },
      history: [{ role: 'user', content: 'before' }],
    })
    expect(status).toBe(200)
    const users = scripted.asked.at(-1)!.messages.filter(({ role }) => role === 'user')
    expect(users.at(-1)!.content).toEqual([
      { type: 'text', text: 'look' },
      { type: 'image_url', image_url: { url: PNG, detail: 'low' } },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
    ])
    expect(users[0]!.content).toBe('before')
    expect(body.response_metadata.retrieval).toEqual({ attempted: false, skipped_reason: 'top_k is 0', fetch_args_present: true })
    expect(body.response_metadata.timings.orchestrator).toBeTypeOf('object')
  })

  test('large ones do not burden templates', async () => {
    const images = [{ data_url: png(4_000_000) }, { data_url: png(4_000_000) }, { data_url: png(4_000_000) }]
    const { status, body } = await chat.ask('/flexible-chat-mm', {
      question: 'q',
      fetch_args: none,
      metadata: { images, team: 't' },
      system_prompt_template: '{{ metadata.team }} {{ metadata.images | length }} {{ metadata.images[0].data_url }}',
    })
    expect([status, body.response_metadata.system_prompt]).toEqual([200, 't 3 data:image/png;base64,'])
    expect(body.response_metadata.request_metadata.images).toEqual(images)
  })

  test('an alias that cannot see names those that can', async () => {
    const { status, body } = await chat.ask('/flexible-chat-mm', {
      question: 'q',
      metadata: { images: [{ data_url: PNG }] },
      override_config: { llm: 'text' },
    })
    expect(status).toBe(400)
    expect(body.error.details.try_models).toEqual(['default'])
  })

  test('5 MB are counted on the decoded bytes: equal passes, one more is 413', async () => {
    const ask = async (bytes: number) =>
      (await chat.ask('/flexible-chat-mm', { question: 'q', fetch_args: none, metadata: { images: [{ data_url: png(bytes) }] } })).status
    expect([await ask(5 * MB), await ask(5 * MB + 1)]).toEqual([200, 413])
  })

  test('an image by its address is fetched by nobody here, and one of this machine is refused', async () => {
    let fetched = 0
    const elsewhere = createServer((_req, res) => res.end()).on('connection', () => fetched++)
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const url = `https://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/a.png`
    const { status, body } = await chat.ask('/flexible-rag-mm', { question: 'q', fetch_args: none, metadata: { images: [{ url }] } })
    elsewhere.close()
    expect([status, fetched, body.error.details.field]).toEqual([400, 0, 'metadata.images.0.url'])
    expect(body.error.message).toContain('private network')
  })

  test('the embedded answerer says that it does not see them', async () => {
    const { body } = await embedded.ask('/flexible-chat-mm', {
      question: 'Who is the keeper of the archive?',
      metadata: { images: [{ data_url: PNG }] },
    })
    expect(body.answer).toContain('Mirela Quandt')
    expect(body.errors[0].code).toBe('images_not_read')
  })
})
