import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a server goes on once it has begun its reply. */
export type Endless = 'floods' | 'drips'

const PIECE = Buffer.alloc(65_536, ' ')
const MEGABYTE = 1_048_576

/** A server whose replies begin as `status` and JSON and never end: blanks as fast as they are taken, or one now and then. For tests. */
export async function startEndlessServer(how: Endless, status = 200) {
  let sent = 0
  const closed: boolean[] = []
  const server = createServer((request, response) => {
    request.resume()
    response.on('close', () => closed.push(true))
    response.on('error', () => {})
    response.writeHead(status, { 'content-type': 'application/json' })
    if (how === 'floods') flood(response)
    else drip(response)
  })
  const flood = (response: ServerResponse): void => {
    while (!response.destroyed && response.write(PIECE)) sent += PIECE.length
    sent += PIECE.length
    response.once('drain', () => flood(response))
  }
  const drip = (response: ServerResponse): void => {
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Megabytes that the kernel took. */
    sent: () => sent / MEGABYTE,
    /** How many replies were cut by the client. */
    cut: () => closed.length,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
