import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { gatherReplies, socketOfWholeReplies } from './whole-replies.ts'

const reply = (text: string): Buffer => {
  const size = Buffer.alloc(4)
  size.writeInt32BE(text.length)
  return Buffer.concat([size, Buffer.from(text)])
}

test('replies come whole, however their bytes are cut', () => {
  const sent = ['one', '', 'x'.repeat(1000), 'four'].map(reply)
  const bytes = Buffer.concat(sent)
  for (const step of [1, 3, 7, 500, bytes.length]) {
    const told: Buffer[] = []
    const take = gatherReplies((whole) => told.push(whole))
    for (let at = 0; at < bytes.length; at += step) take(bytes.subarray(at, at + step))
    expect(told.map(String), `in pieces of ${step}`).toEqual(sent.map(String))
  }
})

test('bytes that are no replies are refused', () => {
  const take = gatherReplies(() => undefined)
  expect(() => take(Buffer.from('HTTP/1.1 400 Bad Request'))).toThrow('a broker does not answer with')
})

test('of a reply that ends with its connection nothing is told', async () => {
  const server = net.createServer((socket) => {
    socket.write(Buffer.concat([reply('whole'), reply('cut off').subarray(0, 6)]))
    setImmediate(() => socket.end())
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = socketOfWholeReplies({ host: '127.0.0.1', port, ssl: undefined as never, onConnect: () => undefined })
  const told: string[] = []
  socket.on('data', (data) => told.push(String(data)))
  await once(socket, 'end')
  expect(told).toEqual([String(reply('whole'))])
})
