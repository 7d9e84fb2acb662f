import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { dropUnread } from './drop-unread.ts'

test('a reply of which nothing is taken is dropped; what is read, however slowly, and what waits for its answer stay', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/large') response.end(Buffer.alloc(50_000_000))
  })
  dropUnread(server, 2_000)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const left = new Set<string>()
  server.on('connection', (socket: Socket) => {
    const name = String(socket.remotePort)
    socket.once('close', () => left.add(name))
  })
  const ask = async (path: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    return { socket, name: String(socket.localPort) }
  }
  const waiting = await ask('/nothing')
  const slow = await ask('/large')
  const unread = await ask('/large')
  unread.socket.pause()
  slow.socket.on('data', () => {
    slow.socket.pause()
    setImmediate(() => slow.socket.resume())
  })
  await expect.poll(() => [...left], { timeout: 30_000 }).toEqual([unread.name])
  for (const { socket } of [waiting, slow, unread]) socket.destroy()
  server.close()
})
