import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ApiError } from '../../runtime/errors.ts'
import { listen, testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'
import { MAX_STREAMS_PER_CALLER } from '../limits/stream-slots.ts'
import { openSse, openStreamCount, type SseStream, streamSse } from './sse.ts'

let app: App
let base: string
let streams: SseStream[] = []
const sockets: Socket[] = []

beforeEach(async () => {
  streams = []
  ;({ app } = await testApp())
  app.get('/events', { config: { access: 'open' } }, async (request, reply) => {
    streams.push(await openSse(request, reply, { heartbeatMs: Number((request.query as { beat?: string }).beat ?? 15_000) }))
  })
  app.get('/work', { config: { access: 'open' } }, (request, reply) =>
    streamSse(request, reply, async (stream) => {
      stream.send({ data: 1 })
      const { fail } = request.query as { fail?: string }
      if (fail === 'known') throw new ApiError('timeout', 'it took too long')
      if (fail) throw new Error('canary')
    }),
  )
  app.get('/ended', { config: { access: 'open' } }, (request, reply) =>
    streamSse(request, reply, async (stream) => {
      if (request.headers['last-event-id'] !== '7') stream.send({ id: '7', data: 'the last' })
    }),
  )
  app.get('/stopped', { config: { access: 'open' } }, (request, reply) => streamSse(request, reply, async (stream) => stream.close()))
  base = await listen(app)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

it('answers 204 to who comes again behind the last event, so that an EventSource stops, and to nobody else', async () => {
  const read = async (path: string, id: string) => {
    const reply = await fetch(`${base}${path}`, { headers: { 'last-event-id': id } })
    return [reply.status, reply.headers.get('content-type'), await reply.text()]
  }
  const type = 'text/event-stream; charset=utf-8'
  expect(await read('/ended', '7')).toEqual([204, null, ''])
  expect(await read('/ended', '6')).toEqual([200, type, 'id: 7\ndata: "the last"\n\n'])
  // A server that stops ends streams that have more to tell.
  expect(await read('/stopped', '7')).toEqual([200, type, ''])
  await expect.poll(() => openStreamCount(app.server)).toBe(0)
})

const opened = () => expect.poll(() => streams.length).toBeGreaterThan(0)

it('sends events with their fields, and keeps the request id and the security headers', async () => {
  const reply = await fetch(`${base}/events`, { headers: { 'x-request-id': 'sse-1' } })
  await opened()
  const [stream] = streams
  expect(stream!.send({ event: 'delta', id: '7', data: { text: 'a\nb' } })).toBe(true)
  stream!.send({ data: 'x', id: 'two\r\nlines' })
  stream!.close()
  expect(await reply.text()).toBe('event: delta\nid: 7\ndata: {"text":"a\\nb"}\n\nid: two lines\ndata: "x"\n\n')
  expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(reply.headers.get('x-request-id')).toBe('sse-1')
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  await expect.poll(() => stream!.closed.aborted).toBe(true)
  expect(stream!.send({ data: 1 })).toBe(false)
})

it('sends a comment line as heartbeat', async () => {
  const reply = await fetch(`${base}/events?beat=5`)
  const reader = reply.body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toContain(': alive\n\n')
  await reader.cancel()
})

it('tells when the client leaves', async () => {
  const leaving = new AbortController()
  await fetch(`${base}/events`, { signal: leaving.signal })
  await opened()
  expect(openStreamCount(app.server)).toBe(1)
  leaving.abort()
  await expect.poll(() => streams[0]!.closed.aborted).toBe(true)
  expect(openStreamCount(app.server)).toBe(0)
})

it('drops a reader that does not read once 1 MB waits', async () => {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  sockets.push(socket)
  socket.pause().on('error', () => {})
  socket.write('GET /events HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await opened()
  const data = 'x'.repeat(64_000)
  let sent = 0
  // the kernel's own buffers take some megabytes first
  while (streams[0]!.send({ data }) && sent < 1000) {
    sent++
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(sent).toBeLessThan(1000)
  await expect.poll(() => streams[0]!.closed.aborted).toBe(true)
})

it('caps the streams of one caller, and gives a place back', async () => {
  const leaving = new AbortController()
  const first = fetch(`${base}/events`, { signal: leaving.signal })
  await Promise.all([first, ...Array.from({ length: MAX_STREAMS_PER_CALLER - 1 }, () => fetch(`${base}/events`))])
  const over = await fetch(`${base}/events`)
  const told = ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map((name) => over.headers.get(name))
  expect([over.status, ...told]).toEqual([429, '5', String(MAX_STREAMS_PER_CALLER), '0', '5'])
  expect(((await over.json()) as { error: { code: string } }).error.code).toBe('rate_limited')
  leaving.abort()
  await expect.poll(() => openStreamCount(app.server)).toBe(MAX_STREAMS_PER_CALLER - 1)
  expect((await fetch(`${base}/events`)).status).toBe(200)
})

it('answers HEAD without opening a stream for long', async () => {
  const reply = await fetch(`${base}/events`, { method: 'HEAD' })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  await expect.poll(() => openStreamCount(app.server)).toBe(0)
})

it('ends when the server closes, at once', async () => {
  const reply = await fetch(`${base}/events`)
  await opened()
  const started = performance.now()
  await app.close()
  expect(await reply.text()).toBe('')
  expect(performance.now() - started).toBeLessThan(1000)
})

it('work on a stream ends it, and a failure is told', async () => {
  const text = async (query: string) => (await fetch(`${base}/work${query}`)).text()
  expect(await text('')).toBe('data: 1\n\n')
  expect(await text('?fail=known')).toBe('data: 1\n\nevent: error\ndata: {"message":"it took too long"}\n\n')
  expect(await text('?fail=other')).toMatch(/event: error\ndata: \{"message":"an unexpected fault/)
  expect(await text('?fail=other')).not.toContain('canary')
})
