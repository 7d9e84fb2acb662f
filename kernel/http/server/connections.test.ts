import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'

const open = { access: 'open' } as const
let app: App
let base: string

beforeAll(async () => {
  ;({ app } = await testApp())
  app.post('/json', { config: open }, async (request) => request.body)
  base = await listen(app)
})
afterAll(() => app.close())

const openSockets = (of: App) =>
  new Promise<number>((resolve, reject) => of.server.getConnections((error, n) => (error ? reject(error) : resolve(n))))

const raw = (text: string) =>
  new Promise<string>((resolve, reject) => {
    let all = ''
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (chunk) => (all += chunk))
    socket.on('close', () => resolve(all)).on('error', reject)
  })

describe('on a socket', () => {
  it('what is not HTTP, and headers that are too large, get the generic body', async () => {
    const broken = await raw('NONSENSE\r\n\r\n')
    expect(broken).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(broken.split('\r\n\r\n')[1]!)).toMatchObject({ status_code: 400, error: { code: 'invalid_request' } })
    expect(broken).toMatch(/x-request-id: [0-9a-f-]{36}/)
    const large = (bytes: number) => raw(`GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx-big: ${'a'.repeat(bytes)}\r\n\r\n`)
    expect(await large(16_000)).toMatch(/^HTTP\/1\.1 404 /)
    expect(await large(16_384)).toMatch(/^HTTP\/1\.1 431 /)
    expect(await raw(`GET / HTTP/1.1\r\nhost: x\r\nx-big: ${'a'.repeat(40_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
  })

  it('what names no host, and what expects more than a server stands for, get the generic body', async () => {
    for (const [status, head] of [
      [400, 'GET /json HTTP/1.1'],
      [417, 'POST /json HTTP/1.1\r\nhost: localhost\r\nexpect: a miracle'],
    ] as const) {
      const reply = await raw(`${head}\r\nconnection: close\r\nx-request-id: mine\r\n\r\n`)
      expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(reply.toLowerCase()).toMatch(/x-request-id: mine\r\n/)
      const told = {
        error: { code: 'invalid_request', request_id: 'mine' },
        status_code: status,
        path: '/json',
        method: head.split(' ')[0],
      }
      expect(JSON.parse(reply.split('\r\n\r\n')[1]!)).toMatchObject(told)
    }
    expect(await raw('GET /nope HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 404 /)
  })

  it('a refusal is readable while the client is still sending', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    })
    const reply = await fetch(`${base}/json`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    } as RequestInit)
    expect(reply.status).toBe(413)
    expect(((await reply.json()) as { error: { code: string } }).error.code).toBe('payload_too_large')
  })

  it('slow senders have a limit', () => {
    expect(app.server.headersTimeout).toBe(15_000)
    expect(app.server.requestTimeout).toBe(300_000)
  })

  it('a request whose client leaves is logged too', async () => {
    const { app: other, logged: lines } = await testApp()
    other.get('/waits', { config: open }, () => new Promise(() => {}))
    const address = await listen(other)
    const leaving = new AbortController()
    const request = fetch(`${address}/waits`, { signal: leaving.signal, headers: { 'x-request-id': 'left-1' } }).catch(() => {})
    await expect.poll(() => openSockets(other)).toBe(1)
    leaving.abort()
    await request
    await expect
      .poll(
        () =>
          lines()
            .split('\n')
            .filter((l) => l.includes('left-1') && l.includes('"cut":true')).length,
      )
      .toBe(1)
    await other.close()
  })

  it('closing does not wait for clients that keep their connection, and lets running requests finish', async () => {
    const { app: other } = await testApp()
    let arrived: () => void = () => {}
    const running = new Promise<void>((resolve) => (arrived = resolve))
    let release: () => void = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    other.get('/slow', { config: open }, async () => {
      arrived()
      await gate
      return { done: true }
    })
    other.get('/hang', { config: open }, () => new Promise(() => {}))
    const address = await listen(other)
    const slow = fetch(`${address}/slow`).then((r) => r.json())
    const hang = fetch(`${address}/hang`).then(
      () => 'answered',
      () => 'cut',
    )
    await running
    const started = performance.now()
    const closed = other.close()
    release()
    expect(await slow).toEqual({ done: true })
    await closed
    expect(await hang).toBe('cut')
    expect(performance.now() - started).toBeLessThan(2500)
  })
})
