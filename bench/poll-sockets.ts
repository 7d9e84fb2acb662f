import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Where and what to ask; the answer must be 304. */
export interface Poll {
  readonly url: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Asks `count` times over `sockets` connections, each with one request under way, and gives the milliseconds that it took. It writes
 * prepared bytes and looks at no more than the first and the last of an answer, so that the client is no part of what is measured.
 * Rejects with the answer when one is not 304.
 */
export async function pollAll({ url, path, headers }: Poll, count: number, sockets = 32): Promise<number> {
  const { hostname, port, host } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const open = await Promise.all(
    Array.from({ length: sockets }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  let left = count
  const started = performance.now()
  await Promise.all(open.map((socket) => drive(socket, request, () => left-- > 0)))
  const took = performance.now() - started
  for (const socket of open) socket.destroy()
  return took
}

function drive(socket: Socket, request: Buffer, more: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let begun = ''
    const next = () => {
      if (more()) socket.write(request)
      else resolve()
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    socket.on('data', (chunk) => {
      begun += chunk.toString('latin1')
      if (!begun.startsWith('HTTP/1.1 304')) reject(new Error(`not a 304: ${begun.slice(0, 400)}`))
      if (!begun.endsWith('\r\n\r\n')) return
      begun = ''
      next()
    })
    next()
  })
}
