import net from 'node:net'
import tls from 'node:tls'
import type { ISocketFactory } from 'kafkajs'

const KEEP_ALIVE_MS = 60_000
const SIZE_BYTES = 4
/** A reply of more bytes is none: a fetch brings some tens of MB at most. */
const MOST_BYTES = 512 * 1024 * 1024

/**
 * Gathers what comes over a connection into whole replies, each with the size before it. Throws Error where the bytes are no replies.
 * Nothing is copied of a reply that comes in one piece.
 */
export function gatherReplies(told: (reply: Buffer) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = []
  let bytes = 0
  let wanted = SIZE_BYTES
  return (piece) => {
    pieces.push(piece)
    bytes += piece.byteLength
    while (bytes >= wanted) {
      const [first = piece] = pieces
      const all = pieces.length > 1 ? Buffer.concat(pieces) : first
      const size = all.readInt32BE(0)
      if (size < 0 || size > MOST_BYTES) throw new Error(`a broker does not answer with ${size} bytes`)
      const end = SIZE_BYTES + size
      const isWhole = bytes >= end
      if (isWhole) told(all.subarray(0, end))
      const rest = isWhole ? all.subarray(end) : all
      pieces = rest.byteLength > 0 ? [rest] : []
      bytes = rest.byteLength
      wanted = isWhole ? SIZE_BYTES : end
    }
  }
}

/**
 * Sockets of the client that give it whole replies. It keeps what it has of a reply over the end of a connection (kafkajs 2.2.4) and takes
 * the next one's first bytes for the rest: a RangeError outside of every promise, which ended the process.
 */
export const socketOfWholeReplies: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const named = net.isIP(host) ? {} : { servername: host }
  const socket = ssl ? tls.connect({ host, port, ...named, ...ssl }, onConnect) : net.connect({ host, port }, onConnect)
  socket.setKeepAlive(true, KEEP_ALIVE_MS)
  const emit = socket.emit.bind(socket)
  const gather = gatherReplies((reply) => emit('data', reply))
  const emitWhole = (event: string | symbol, ...values: unknown[]): boolean => {
    if (event !== 'data') return emit(event, ...values)
    try {
      gather(values[0] as Buffer)
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)))
    }
    return true
  }
  return Object.assign(socket, { emit: emitWhole })
}
