import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { boundedFetch } from './bounded-fetch.ts'
import { startEndlessServer } from './endless-server.fixture.ts'

const MB = 1_048_576
let close: (() => Promise<void>) | undefined
afterEach(async () => close?.())

test.each([200, 500])('a reply of status %i without an end is cut at its bound', async (status) => {
  const server = await startEndlessServer('floods', status)
  close = server.close
  const reply = await boundedFetch({ maxBytes: MB })(server.url)
  await expect(reply.text()).rejects.toThrow('larger than 1048576 bytes')
  await expect.poll(server.cut).toBe(1)
  // what lies in the buffers of both sockets comes on top
  expect(server.sent()).toBeLessThan(24)
})

test('one that comes slowly is cut in time', async () => {
  const server = await startEndlessServer('drips')
  close = server.close
  const reply = await boundedFetch({ maxBytes: MB, timeoutMs: 300 })(server.url)
  await expect(reply.text()).rejects.toThrow(/timeout/i)
  await expect.poll(server.cut).toBe(1)
})

test('the caller may leave before', async () => {
  const server = await startEndlessServer('drips')
  close = server.close
  const leave = new AbortController()
  const reply = await boundedFetch({ maxBytes: MB, timeoutMs: 60_000 })(server.url, { signal: leave.signal })
  setImmediate(() => leave.abort(new Error('gone')))
  await expect(reply.text()).rejects.toThrow('gone')
})

test('counted is what comes out of a compressed reply; others arrive whole, with status and headers', async () => {
  const bodies: Record<string, Buffer> = { '/bomb': gzipSync(Buffer.alloc(10 * MB)), '/good': gzipSync('{"a":1}') }
  const server = createServer(({ url }, response) => {
    if (url === '/none') return void response.writeHead(204).end()
    response.writeHead(201, { 'content-encoding': 'gzip', 'x-more': 'y' }).end(bodies[url!])
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  close = () => new Promise<void>((done) => server.closeAllConnections() ?? server.close(() => done()))
  const get = boundedFetch({ maxBytes: MB })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect((await get(`${base}/bomb`)).text()).rejects.toThrow('larger than')
  const good = await get(`${base}/good`)
  expect([good.status, good.headers.get('x-more'), await good.json()]).toEqual([201, 'y', { a: 1 }])
  expect([(await get(`${base}/none`)).status, await (await get(`${base}/none`)).text()]).toEqual([204, ''])
})
