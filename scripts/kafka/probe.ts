import { once } from 'node:events'
import { connect } from 'node:net'

/** ApiVersions request, version 0, correlation id 1, no client id (Kafka protocol guide, "Protocol Primitive Types" and "ApiVersions"). */
const API_VERSIONS = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0xff, 0xff])

/** Whether a broker on this port of the loopback address serves requests. Never rejects. */
export async function kafkaAnswers(port: number, timeoutMs = 1000): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    socket.write(API_VERSIONS)
    const [reply] = await once(socket, 'data', { signal })
    // Size, correlation id, then the error code.
    return Buffer.isBuffer(reply) && reply.length >= 10 && reply.readInt32BE(4) === 1 && reply.readInt16BE(8) === 0
  } catch {
    return false
  } finally {
    socket.destroy()
    socket.on('error', () => {})
  }
}
