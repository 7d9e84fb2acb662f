import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callRemoteTool, listRemoteTools } from './remote-server.ts'

const HEADER_MISMATCH = -32020
/** Takes longer than anybody waits. */
const SLOW_PATTERN = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } }

type Message = { readonly id?: number; readonly method?: string }
/** What the server sends for a message: a result, an error, or the text of an event stream. */
type Say = (message: Message, nth: number) => { result: object } | { error: object } | string

let say: Say
let url = ''
let asked: string[] = []
const server = createServer(async (request, response) => {
  if (request.method !== 'POST') return void response.writeHead(405).end()
  const message: Message = JSON.parse(String(await buffer(request)))
  asked.push(message.method ?? 'reply')
  if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end()
  const said = say(message, asked.filter((method) => method === message.method).length)
  if (typeof said === 'string') return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(said)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...said }))
})
beforeEach(async () => {
  asked = []
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const remote = () => ({ url, agents: [], read_only: [], timeout_ms: 20_000 })
const unknown = { error: { code: -32601, message: 'no' } }
const serverInfo = { name: 'hostile', version: '1' }
const begun = { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } }
const tool = (more: object = {}) => ({ name: 'look', inputSchema: { type: 'object' }, ...more })

test('of a list without an end the first pages are taken', async () => {
  say = ({ method }, nth) =>
    method === 'initialize'
      ? begun
      : method === 'tools/list'
        ? { result: { tools: [tool({ name: `t${nth}` })], nextCursor: `${nth}` } }
        : unknown
  expect((await listRemoteTools(remote(), undefined)).map(({ name }) => name)).toEqual(['t1', 't2', 't3', 't4', 't5'])
})

test('thousands of messages beside an answer end its call, and are not answered one by one', async () => {
  const ping = (n: number) => `data: ${JSON.stringify({ jsonrpc: '2.0', id: n, method: 'ping' })}\n\n`
  say = ({ method }) =>
    method === 'initialize' ? begun : method === 'tools/list' ? Array.from({ length: 60_000 }, (_, n) => ping(n)).join('') : unknown
  await expect(listRemoteTools({ ...remote(), timeout_ms: 2_000 }, undefined)).rejects.toThrow()
  expect(asked.filter((method) => method === 'reply').length).toBeLessThan(5_000)
})

test('what a server says of its results is not run over them', async () => {
  const modern = { protocolVersion: '2026-07-28', supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, serverInfo }
  say = ({ method }, nth) => {
    if (method === 'server/discover') return { result: { resultType: 'complete', ttlMs: 1000, cacheScope: 'private', ...modern } }
    if (method === 'tools/list')
      return { result: { resultType: 'complete', ttlMs: 60_000, cacheScope: 'private', tools: [tool({ outputSchema: SLOW_PATTERN })] } }
    if (method === 'tools/call' && nth === 1) return { error: { code: HEADER_MISMATCH, message: 'list them again' } }
    if (method === 'tools/call')
      return {
        result: { resultType: 'complete', content: [{ type: 'text', text: 'seen' }], structuredContent: { a: `${'a'.repeat(26)}!` } },
      }
    return unknown
  }
  expect(await callRemoteTool(remote(), undefined, { name: 'look', arguments: {} }, AbortSignal.timeout(20_000))).toBe('seen')
  expect(asked).toContain('tools/list')
})
