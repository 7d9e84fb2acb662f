import { once } from 'node:events'
import { connect } from 'node:net'

const BOUNDARY = '----millrace-7MA4YWxkTrZu0gWbench'

/** An upload's form around a file, as bytes. */
export function formAround(name: string, file: Uint8Array): Buffer {
  const disposition = 'content-disposition: form-data'
  const head =
    `--${BOUNDARY}\r\n${disposition}; name="metadata"\r\n\r\n{"title":"bench","doc_type":"bench"}\r\n` +
    `--${BOUNDARY}\r\n${disposition}; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

/**
 * Posts a form over a new connection, and resolves with the milliseconds from its first byte to the reply. Nothing but a socket, so that
 * the client's own work is as small as it can be. Rejects when the reply is not 202.
 */
export async function postForm(url: string, body: Uint8Array): Promise<number> {
  const { hostname, port, pathname } = new URL(url)
  const head =
    `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
    `content-length: ${body.length}\r\nconnection: close\r\n\r\n`
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    const started = performance.now()
    socket.cork()
    socket.write(head)
    socket.write(body)
    socket.uncork()
    const ended = once(socket, 'close').then(() => [Buffer.from('the connection was closed')])
    const [reply] = (await Promise.race([once(socket, 'data'), ended])) as [Buffer]
    const took = performance.now() - started
    const line = reply.toString('latin1').split('\r\n')[0] ?? ''
    if (!line.startsWith('HTTP/1.1 202')) throw new Error(`the upload was answered with: ${line}`)
    return took
  } finally {
    socket.destroy()
  }
}
