import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { embeddedStack } from '../../../../tests/support/embedded-stack.ts'
import { agentsServing } from '../../service.ts'
import { agentStack, done, mill } from '../../turns/agent-stack.fixture.ts'
import { mcpSection } from './mcp-section.ts'
import { asTool } from './remote-tools.ts'

const GENERATE = '/ai/k12/agents/miller/generate'
let far: Awaited<ReturnType<typeof embeddedStack>>
let near: Awaited<ReturnType<typeof agentStack>>
const servers = (given: object) => Object.assign(near.stack.ports.config, { mcp: mcpSection.schema.parse({ servers: given }) })
let url: string
beforeAll(async () => {
  far = await embeddedStack([mill, agentsServing([mill])], { SUBSCRIPTION_KEYS: 'far:far-key-of-the-mill' })
  url = `${await far.app.listen({ port: 0, host: '127.0.0.1' })}/mcp`
  near = await agentStack({ MCP_FAR_KEY: 'far-key-of-the-mill' })
})
afterAll(async () => {
  await near.dispose()
  await far.dispose()
})
beforeEach(() => {
  near.asked.length = 0
  done.length = 0
})

const server = (more: object = {}) => ({ url, token_env: 'MCP_FAR_KEY', agents: ['k12-miller'], read_only: ['k12-look'], ...more })
const offered = () =>
  near.asked
    .at(-1)
    ?.tools?.map(({ name }) => name)
    .filter((name) => name.startsWith('mcp-')) ?? []

test('an agent uses the tools of a server that names it: what reads at once, what writes after approval', async () => {
  servers({ far: server() })
  near.script.say = ({ messages }) =>
    messages.at(-1)?.role === 'tool' ? { text: 'seen' } : { calls: [['mcp-far-k12-look', { stone: 'north' }]] }
  const reply = await near.call('POST', GENERATE, { prompt: 'How is it?' })
  expect(reply).toMatchObject({ status: 200, body: { text: 'seen' } })
  expect(offered()).toEqual(expect.arrayContaining(['mcp-far-k12-look', 'mcp-far-k12-grind']))
  expect(JSON.stringify(near.asked.at(-1)?.messages.at(-1))).toContain('look of north')
  expect(done).toEqual(['look north'])

  near.script.say = ({ messages }) =>
    messages.at(-1)?.role === 'tool' ? { text: 'ground' } : { calls: [['mcp-far-k12-grind', { stone: 'south' }]] }
  expect(await near.call('POST', GENERATE, { prompt: 'Grind.' })).toMatchObject({ status: 202, body: { status: 'waiting' } })
  expect(done).toEqual(['look north'])
})

test('arguments are held to the schema that the server tells, and an agent that it does not name has none of its tools', async () => {
  servers({ near: server() })
  near.script.say = ({ messages }) =>
    messages.at(-1)?.role === 'tool' ? { text: 'so be it' } : { calls: [['mcp-near-k12-look', { stone: 7 }]] }
  expect((await near.call('POST', GENERATE, { prompt: 'How is it?' })).status).toBe(200)
  expect(JSON.stringify(near.asked.at(-1)?.messages.at(-1))).toContain('invalid_arguments')
  expect(done).toEqual([])
  near.script.say = () => ({ text: 'fine' })
  servers({ others: server({ agents: ['k12-clerk'] }) })
  await near.call('POST', GENERATE, { prompt: 'How is it?' })
  expect(offered()).toEqual([])
})

test('a server does not take the names of another one’s tools', async () => {
  const known = { far: server(), 'far-k12': server({ read_only: [] }) }
  servers(known)
  near.script.say = () => ({ text: 'fine' })
  await near.call('POST', GENERATE, { prompt: 'How is it?' })
  expect(offered().filter((name) => name.endsWith('look'))).toEqual(['mcp-far-k12-k12-look'])
})

test('a server that is away, refuses or says nonsense offers nothing, and the agent answers without it', async () => {
  const nonsense = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello'))
  await new Promise<void>((listening) => nonsense.listen(0, '127.0.0.1', listening))
  const { port } = nonsense.address() as AddressInfo
  near.script.say = () => ({ text: 'fine' })
  servers({
    away: server({ url: 'http://127.0.0.1:1/mcp', timeout_ms: 2_000 }),
    refuses: server({ token_env: undefined, timeout_ms: 2_000 }),
    nonsense: server({ url: `http://127.0.0.1:${port}/mcp`, timeout_ms: 2_000 }),
  })
  expect(await near.call('POST', GENERATE, { prompt: 'How is it?' })).toMatchObject({ status: 200, body: { text: 'fine' } })
  expect(offered()).toEqual([])
  nonsense.close()
})

test('addresses of metadata services, with credentials, and variables of others are refused where they are written', () => {
  for (const wrong of [
    { url: 'http://169.254.169.254/mcp' },
    { url: 'https://user:word@example.org/mcp' },
    { url: 'file:///etc/passwd' },
    { token_env: 'SUBSCRIPTION_KEYS' },
  ])
    expect([wrong, mcpSection.schema.safeParse({ servers: { a: server(wrong) } }).success]).toEqual([wrong, false])
})

test('a tool whose name or input is beyond all measure is left out', () => {
  const known = mcpSection.schema.parse({ servers: { a: server() } }).servers.a!
  const tool = (name: string, inputSchema: Record<string, unknown> = { type: 'object' }) => asTool('a', known, { name, inputSchema })
  expect(tool('Read_File')?.id).toBe('mcp-a-read-file')
  expect([tool('x'.repeat(80)), tool('___'), tool('big', { type: 'object', description: 'x'.repeat(30_000) })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const deep = JSON.parse(`${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_000)}`)
  expect(tool('deep', { type: 'object', properties: { a: deep } })).toBeUndefined()
  expect(tool('k12-look')?.effect).toBe('read')
  expect(
    asTool('a', known, {
      name: 'ok',
      description: 'y'.repeat(5_000),
      inputSchema: { type: 'object', properties: { a: { $ref: '#/nowhere' } } },
    })?.description.length,
  ).toBeLessThan(1_100)
})

test('an input is held to what its schema says within bounds: patterns and what unfolds without end are left to its server', () => {
  const known = mcpSection.schema.parse({ servers: { a: server() } }).servers.a!
  const takes = (inputSchema: Record<string, unknown>, given: unknown) =>
    asTool('a', known, { name: 'x', inputSchema })?.input.safeParse(given).success
  const ref = (name: string) => ({ $ref: `#/$defs/${name}` })
  const slow = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' }, pattern: { type: 'number' } } }
  expect(takes(slow, { a: `${'a'.repeat(50)}!`, pattern: 1 })).toBe(true)
  expect(takes(slow, { pattern: 'x' })).toBe(false)
  const $defs: Record<string, unknown> = { d0: { type: 'number' } }
  for (let i = 1; i <= 40; i++) $defs[`d${i}`] = { anyOf: [ref(`d${i - 1}`), ref(`d${i - 1}`)] }
  expect(takes({ type: 'object', $defs, properties: { a: ref('d40') } }, { a: 'x' })).toBe(true)
  const tree = { type: 'object', properties: { left: ref('tree'), value: { type: 'number' } } }
  const own = { type: 'object', $defs: { tree, self: ref('self') }, properties: { a: ref('tree'), b: ref('self') } }
  expect(takes(own, { a: { left: { left: {} }, value: 1 }, b: 1 })).toBe(true)
  expect(takes(own, { a: { value: 'x' } })).toBe(false)
})
