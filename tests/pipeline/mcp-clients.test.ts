import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../../kernel/agents/define-tool.ts'
import { accessSchema } from '../../kernel/config/access-config.ts'
import type { Service } from '../../kernel/service.ts'
import { agentsServing } from '../../services/agents/service.ts'
import { prompts } from '../../services/prompts/service.ts'
import { type EmbeddedStack, embeddedStack } from '../support/embedded-stack.ts'

const mill: Service = {
  name: 'mill',
  tools: [
    defineTool({
      id: 'k12-echo',
      domain: 'k12',
      slug: 'echo',
      description: 'For tests.',
      input: z.object({ words: z.array(z.string()).min(1) }).meta({ examples: [{ words: ['a'] }] }),
      output: z.object({ said: z.string() }),
      effect: 'write',
      timeoutMs: 5_000,
      handle: async (_ctx, { words }) => ({ said: words.join(' ') }),
    }),
    defineTool({
      id: 'k12-waits',
      domain: 'k12',
      slug: 'waits',
      description: 'For tests.',
      input: z.object({ name: z.string() }),
      output: z.object({ said: z.string() }),
      effect: 'read',
      timeoutMs: 60_000,
      handle: ({ signal }, { name }) =>
        new Promise((resolve, reject) => {
          waits.set(name, () => {
            waits.delete(name)
            resolve({ said: 'waited' })
          })
          signal.addEventListener('abort', () => {
            waits.delete(name)
            reject(signal.reason)
          })
        }),
    }),
    defineTool({
      id: 'k12-breaks',
      domain: 'k12',
      slug: 'breaks',
      description: 'For tests.',
      input: z.object({}),
      output: z.object({}),
      effect: 'read',
      timeoutMs: 5_000,
      handle: async () => Promise.reject(new Error('secret of the inside')),
    }),
  ],
}

/** Ends the calls of k12-waits that are under way, by their names. */
const waits = new Map<string, () => void>()

let stack: EmbeddedStack
let url: URL
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-mcp-'))
  stack = await embeddedStack([mill, prompts, agentsServing([mill])], {
    SUBSCRIPTION_KEYS: 'plain:k-plain,limited:k-limited',
    DATA_DIR: dir,
  })
  Object.assign(stack.ports.config, { access: accessSchema.parse({ keys: { limited: { confidentiality: ['public'] } } }) })
  await stack.ingest({
    name: 'open.txt',
    texts: ['The sluice is kept by Mirela.', 'It has two gates.'],
    metadata: { confidentiality: 'public' },
  })
  await stack.ingest({ name: 'shut.txt', texts: ['The sluice is shut by Zorblax.'], metadata: { confidentiality: 'secret' } })
  const prompt = { new_prompt_name: 'miller', new_prompt_type: 'system', new_prompt_content: 'You grind {{ grain }} for all.' }
  const headers = { 'ocp-apim-subscription-key': 'k-plain', accept: 'application/json' }
  expect((await stack.app.inject({ method: 'POST', url: '/api/v2/prompts', headers, payload: prompt })).statusCode).toBe(200)
  url = new URL('/mcp', await stack.app.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(async () => {
  await stack.dispose()
  await rm(dir, { recursive: true, force: true })
})

const withKey = (key = 'k-plain') => ({ requestInit: { headers: { 'Ocp-Apim-Subscription-Key': key } } })
const info = { name: 'test', version: '1' }
const older = async (key?: string) => {
  const client = new OlderClient(info)
  await client.connect(new OlderTransport(url, withKey(key)))
  return client
}
const newer = async (mode: { pin: string } | 'legacy', key?: string) => {
  const client = new Client(info, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(url, withKey(key)))
  return client
}
/** The part of both clients that is used here. */
type Either = Pick<Client, 'listTools' | 'callTool' | 'listResources' | 'readResource' | 'listPrompts' | 'getPrompt' | 'complete' | 'close'>
const ERAS: Record<string, (key?: string) => Promise<Either>> = {
  'revision 2026-07-28': (key) => newer({ pin: '2026-07-28' }, key),
  'the handshake of the new client': (key) => newer('legacy', key),
  'the handshake of the client before it': (key) => older(key) as unknown as Promise<Either>,
}

describe.each(Object.entries(ERAS))('by %s', (era, connect) => {
  test('a call that is cancelled ends, and those of other clients go on', async () => {
    const [client, other] = [await connect(), await connect()]
    const cancel = new AbortController()
    const call = { name: 'k12-waits', arguments: { name: era } }
    const options = { signal: cancel.signal }
    const pending = era.endsWith('before it')
      ? (client as unknown as OlderClient).callTool(call, undefined, options)
      : (client as Client).callTool(call, options)
    const failed = pending.catch((error) => error)
    const beside = other.callTool({ name: 'k12-waits', arguments: { name: `beside ${era}` } })
    await expect.poll(() => waits.size, { timeout: 30_000, interval: 20 }).toBe(2)
    cancel.abort(new Error('changed my mind'))
    expect(await failed).toBeInstanceOf(Error)
    await expect.poll(() => [...waits.keys()], { timeout: 30_000, interval: 20 }).toEqual([`beside ${era}`])
    waits.get(`beside ${era}`)?.()
    expect(await beside).toMatchObject({ structuredContent: { said: 'waited' } })
    await Promise.all([client.close(), other.close()])
  })

  test('tools are listed and called; what fails is a result that says so, and nothing of the inside', async () => {
    const client = await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['admin-knowledge-search', 'k12-breaks', 'k12-echo']))
    expect(tools.find(({ name }) => name === 'k12-echo')).toMatchObject({
      inputSchema: { type: 'object', required: ['words'] },
      annotations: { readOnlyHint: false, destructiveHint: true },
    })
    const said = await client.callTool({ name: 'k12-echo', arguments: { words: ['a', 'b'] } })
    expect(said).toMatchObject({ content: [{ type: 'text', text: '{"said":"a b"}' }], structuredContent: { said: 'a b' } })
    const missed = await client.callTool({ name: 'k12-echo', arguments: { words: 5 } })
    expect(missed).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('words') }] })
    const broken = await client.callTool({ name: 'k12-breaks', arguments: {} })
    expect(broken.isError).toBe(true)
    expect(JSON.stringify(broken)).not.toContain('secret')
    await expect(client.callTool({ name: 'none', arguments: {} })).rejects.toMatchObject({ code: -32602 })
    await client.close()
  })

  test('a client that asks for messages is told how calls came out, from the level it named on', async () => {
    const client = await connect()
    const told: unknown[] = []
    const listening = client as unknown as { setNotificationHandler(what: unknown, listener: (one: { params: unknown }) => void): void }
    const wanted = era.startsWith('revision') ? { _meta: { 'io.modelcontextprotocol/logLevel': 'warning' } } : {}
    listening.setNotificationHandler(era.endsWith('before it') ? LoggingMessageNotificationSchema : 'notifications/message', (one) =>
      told.push(one.params),
    )
    if (!era.startsWith('revision')) await (client as Client).setLoggingLevel('warning')
    await client.callTool({ name: 'k12-echo', arguments: { words: ['a'] }, ...wanted })
    await client.callTool({ name: 'k12-breaks', arguments: {}, ...wanted })
    expect(told).toMatchObject([{ level: 'warning', logger: 'tools', data: { tool: 'k12-breaks', outcome: 'failed' } }])
    await client.close()
  })

  test('documents are resources, prompts of the repository are prompts', async () => {
    const client = await connect()
    const { resources } = await client.listResources()
    expect(resources.map(({ name, title }) => [name, title]).toSorted()).toEqual([
      ['open.txt', 'About open.txt'],
      ['shut.txt', 'About shut.txt'],
    ])
    const { uri } = resources.find(({ name }) => name === 'open.txt')!
    const { contents } = await client.readResource({ uri })
    expect(contents).toEqual([{ uri, mimeType: 'text/plain', text: 'The sluice is kept by Mirela.\n\nIt has two gates.' }])
    await expect(client.readResource({ uri: `${uri}0` })).rejects.toMatchObject({ code: -32602 })

    const completed = async (name: string, value: string, uri = 'millrace://documents/{index}/{document_id}') =>
      (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion.values
    expect(
      await Promise.all([completed('index', 'doc'), completed('index', 'x'), completed('document_id', ''), completed('index', '', 'none')]),
    ).toEqual([['documents'], [], [], []])

    const { prompts } = await client.listPrompts()
    expect(prompts).toMatchObject([{ name: 'system.miller', arguments: [{ name: 'grain', required: false }] }])
    const text = async (given?: Record<string, string>) =>
      (await client.getPrompt({ name: 'system.miller', ...(given ? { arguments: given } : {}) })).messages.map(
        ({ content }) => 'text' in content && content.text,
      )
    expect([await text(), await text({ grain: 'rye' })]).toEqual([['You grind {{ grain }} for all.'], ['You grind rye for all.']])
    await expect(client.getPrompt({ name: 'system.none' })).rejects.toMatchObject({ code: -32602 })
    await client.close()
  })

  test('everything is read through the limits of the caller', async () => {
    const client = await connect('k-limited')
    const whole = await connect()
    const hidden = (await whole.listResources()).resources.find(({ name }) => name === 'shut.txt')!
    expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(['open.txt'])
    await expect(client.readResource({ uri: hidden.uri })).rejects.toMatchObject({ code: -32602 })
    const found = JSON.stringify(await client.callTool({ name: 'admin-knowledge-search', arguments: { query: 'sluice' } }))
    expect([found.includes('Mirela'), found.includes('Zorblax')]).toEqual([true, false])
    await Promise.all([client.close(), whole.close()])
  })
})

const send = async (body: string, more: Record<string, string> = {}) => {
  const headers = {
    'ocp-apim-subscription-key': 'k-plain',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...more,
  }
  const reply = await stack.app.inject({ method: 'POST', url: '/mcp', headers, payload: body })
  return { status: reply.statusCode, text: reply.body, body: /^\{/.test(reply.body) ? reply.json() : undefined }
}
const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' })

test('a body that is no message is told so in the words of the protocol', async () => {
  for (const text of ['{"jsonrpc":', '', '\u0000', `${'['.repeat(200)}`, '{"__proto__":{"admin":1}}'])
    expect([text, await send(text)]).toEqual([
      text,
      { status: 400, text: expect.any(String), body: { jsonrpc: '2.0', id: null, error: { code: -32700, message: expect.any(String) } } },
    ])
  for (const body of ['7', '{"hello":"there"}', '[]', '"x"', 'null']) expect([body, (await send(body)).status]).toEqual([body, 400])
  expect((await send('{}', { 'content-type': 'text/plain' })).status).toBe(415)
})

test('a body brings twenty messages at most', async () => {
  const many = await send(JSON.stringify(Array.from({ length: 21 }, (_, i) => list(i))))
  expect(many).toMatchObject({ status: 400, body: { error: { code: -32600, message: expect.stringContaining('at most 20') } } })
  expect((await send(JSON.stringify([list(1), list(2)]))).status).toBe(200)
})

test('who is not known is refused before the body is read, and a page of another origin too', async () => {
  expect((await send('{', { 'ocp-apim-subscription-key': 'wrong' })).status).toBe(401)
  expect((await send(JSON.stringify(list(1)), { origin: 'https://stranger.example' })).status).toBe(403)
  const put = await stack.app.inject({ method: 'PUT', url: '/mcp', headers: { 'ocp-apim-subscription-key': 'k-plain' }, payload: {} })
  expect([put.statusCode, put.headers.allow]).toEqual([405, expect.stringContaining('POST')])
})

test('nobody holds a stream open that tells nothing', async () => {
  const P = 'io.modelcontextprotocol/'
  const _meta = { [`${P}protocolVersion`]: '2026-07-28', [`${P}clientInfo`]: info, [`${P}clientCapabilities`]: {} }
  const body = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { _meta, notifications: { toolsListChanged: true } } }
  const reply = await send(JSON.stringify(body), { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' })
  expect(reply.body).toMatchObject({ id: 1, error: { code: expect.any(Number) } })
})
