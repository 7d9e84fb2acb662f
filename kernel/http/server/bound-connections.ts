import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { changeCount } from '../../runtime/concurrency/change-count.ts'
import { ApiError } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import { requestIdOf } from '../app/request-context.ts'
import { addressName } from '../limits/address-name.ts'
import { errorBody } from '../reply/error-body.ts'

/** How many connections a server holds at once. */
export interface ConnectionBounds {
  readonly all: number
  /** Of one address; IPv6 by its first 64 bits. */
  readonly perAddress: number
  /** Beyond this many in all, only an address with fewer than FEW gets one more: who comes late from elsewhere still gets in. */
  readonly crowded: number
  /** Files that requests may have open beside them. */
  readonly files: number
}

const FEW = 16
const OWN_FILES = 128
/** Connections at most, whatever the system allows: each takes some 10 kB. */
const MOST = 50_000
const TELL_EVERY_MS = 10_000

/**
 * Three quarters of the files that the process may have open: of the rest 128 are for its own, such as what a request opens upstream, and
 * the others for uploads and downloads. One address has three quarters of them, and the last tenth is for addresses with few.
 */
export function connectionBounds(openFiles: number): ConnectionBounds {
  const all = Math.max(FEW, Math.min(MOST, Math.floor(openFiles * 0.75), openFiles - OWN_FILES))
  const files = Math.max(FEW, openFiles - all - OWN_FILES)
  return { all, perAddress: Math.max(FEW, Math.floor(all * 0.75)), crowded: Math.floor(all * 0.9), files }
}

/** Answers a connection that is over the bounds with 503 and closes it, before anything of it is read. */
export function boundConnections(server: Server, bounds: ConnectionBounds, log: Logger): void {
  const perAddress = new Map<string, number>()
  let open = 0
  let refused = 0
  let toldAt = Number.NEGATIVE_INFINITY
  const change = (address: string, by: 1 | -1): void => {
    open += by
    changeCount(perAddress, address, by)
  }
  const isOver = (address: string): boolean => {
    const own = perAddress.get(address) ?? 0
    return open >= bounds.all || own >= bounds.perAddress || (open >= bounds.crowded && own >= FEW)
  }
  const tell = (address: string): void => {
    refused++
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    log.warn({ address, open, ofAddress: perAddress.get(address) ?? 0, bounds, refused }, 'connections were refused: too many are open')
    toldAt = performance.now()
    refused = 0
  }
  const accept = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const address = addressName(socket.remoteAddress ?? '')
    if (isOver(address)) {
      tell(address)
      return refuse(socket)
    }
    change(address, 1)
    socket.once('close', () => change(address, -1))
    for (const listener of accept) listener.call(server, socket)
  })
}

function refuse(socket: Socket): void {
  const error = new ApiError('unavailable', 'too many connections are open; try again in a moment')
  const body = JSON.stringify(errorBody(error, { requestId: requestIdOf({}), url: '', method: '', now: new Date() }))
  const head = [
    'HTTP/1.1 503 Service Unavailable',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'retry-after: 1',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.on('error', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Nothing of the request is read: it closes as soon as the answer is out.
  socket.destroySoon()
}
