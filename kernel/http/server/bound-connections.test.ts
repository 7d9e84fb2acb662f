import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'
import { connectionBounds } from './bound-connections.ts'

describe('the bounds of connections', () => {
  it('leave the process files of its own, and others a place', () => {
    for (const files of [256, 1024, 20_000, 1_048_576, Number.MAX_SAFE_INTEGER]) {
      const { all, perAddress, crowded, files: ofRequests } = connectionBounds(files)
      expect(files - all).toBeGreaterThanOrEqual(128)
      expect(perAddress).toBeLessThan(crowded)
      expect(crowded).toBeLessThan(all)
      expect(ofRequests).toBeGreaterThanOrEqual(16)
    }
    expect(connectionBounds(20_000)).toEqual({ all: 15_000, perAddress: 11_250, crowded: 13_500, files: 4_872 })
  })
})

describe('a server with bounds', () => {
  let app: App
  let port: number
  let logged: () => string
  const sockets: Socket[] = []
  beforeEach(async () => {
    ;({ app, logged } = await testApp({}, { connections: { all: 60, perAddress: 40, crowded: 50, files: 16 } }))
    app.get('/x', { config: { access: 'open' } }, async () => 'ok')
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await app.close()
  })

  const open = (from: string) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from }, () => resolve(socket))
      sockets.push(socket.on('error', reject))
    })
  /** What comes from a connection of this address that asks for something. */
  const ask = async (from: string) => {
    const socket = await open(from)
    let text = ''
    socket.setEncoding('utf8').on('data', (piece) => (text += piece))
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.removeAllListeners('error').on('error', () => {})
    socket.write('GET /x HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n')
    await ended
    return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)
  }
  const openMany = async (count: number, from: string) => {
    for (let i = 0; i < count; i++) await open(from)
  }
  const accepted = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

  it('answers 503 to an address that has as many as it may, and others as before', async () => {
    await openMany(40, '127.0.0.1')
    await expect.poll(accepted).toBe(40)
    // closed before the request is read, the client may see the answer or a reset
    expect([503, 0]).toContain(await ask('127.0.0.1'))
    expect(await ask('127.0.0.2')).toBe(200)
    expect(logged()).toContain('connections were refused')
    sockets.shift()?.destroy()
    await expect.poll(() => ask('127.0.0.1')).toBe(200)
  })

  it('keeps the last places for addresses with few, however many two others open', async () => {
    await openMany(40, '127.0.0.1')
    await openMany(30, '127.0.0.2')
    // the second one has the sixteen that an address may have when it is crowded
    await expect.poll(accepted).toBe(56)
    expect([503, 0]).toContain(await ask('127.0.0.2'))
    expect(await ask('127.0.0.3')).toBe(200)
    for (let i = 4; i < 8; i++) await open(`127.0.0.${i}`)
    await expect.poll(accepted).toBe(60)
    expect([503, 0]).toContain(await ask('127.0.0.20'))
  })

  it('tells what is over why, as every error is told', async () => {
    await openMany(40, '127.0.0.1')
    const socket = await open('127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', (piece) => (text += piece))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(text).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 1\r\n/)
    expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({ status_code: 503, error: { code: 'unavailable' } })
  })
})
