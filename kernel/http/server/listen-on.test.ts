import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'
import { listenOn } from './listen-on.ts'

const sockets: Socket[] = []
let app: App
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

const both = async () => ['127.0.0.1', '127.0.0.2', '127.0.0.1']
async function open(connections = { all: 60, perAddress: 40, crowded: 50, files: 16 }) {
  const test = await testApp({}, { connections })
  app = test.app
  app.get('/x', { config: { access: 'open' } }, async (request) => request.socket.localAddress)
  return test
}
const portOf = (url: string) => Number(new URL(url).port)
const openSocket = async (host: string, port: number) => {
  const socket = connect({ host, port, localAddress: '127.0.0.1' })
  sockets.push(socket)
  await once(socket, 'connect')
  return socket.on('error', () => undefined)
}

it('answers on each address of localhost', async () => {
  await open()
  const url = await listenOn(app, { host: 'localhost', port: 0, addressesOf: both })
  expect(url).toBe(`http://127.0.0.1:${portOf(url)}`)
  for (const host of ['127.0.0.1', '127.0.0.2'])
    expect(await (await fetch(`http://${host}:${portOf(url)}/x`, { headers: { host: 'localhost' } })).text()).toBe(host)
})

it('counts the connections of all of them together', async () => {
  await open()
  const port = portOf(await listenOn(app, { host: 'localhost', port: 0, addressesOf: both }))
  for (let i = 0; i < 40; i++) await openSocket(i % 2 ? '127.0.0.1' : '127.0.0.2', port)
  for (const host of await both()) {
    const socket = await openSocket(host, port)
    let text = ''
    socket.setEncoding('utf8').on('data', (piece) => (text += piece))
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1\.1 503 /)
  }
})

it('closes all of them, idle connections at once and running requests when they are answered', async () => {
  await open()
  let answer = () => {}
  const begun = new Promise<void>((resolve) => {
    app.get('/waits', { config: { access: 'open' } }, async () => {
      resolve()
      await new Promise<void>((done) => (answer = done))
      return 'answered'
    })
  })
  const port = portOf(await listenOn(app, { host: 'localhost', port: 0, addressesOf: both }))
  await openSocket('127.0.0.2', port)
  const waiting = fetch(`http://127.0.0.2:${port}/waits`).then((reply) => reply.text())
  await begun
  const closing = app.close()
  await expect.poll(() => openSocket('127.0.0.2', port).catch((error) => error.code)).toBe('ECONNREFUSED')
  answer()
  expect(await waiting).toBe('answered')
  await closing
})

it('says which address it cannot listen on, and goes on with the others', async () => {
  const { logged } = await open()
  const holder = createServer().listen(0, '127.0.0.2')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  expect(await listenOn(app, { host: 'localhost', port, addressesOf: both })).toBe(`http://127.0.0.1:${port}`)
  expect(logged()).toContain('one of the addresses of localhost is not listened on')
  holder.close()
})
