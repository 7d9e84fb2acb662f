import type { Server } from 'node:http'

/** A client that takes nothing of its reply for so long is not coming back for it. */
const UNREAD_MS = 120_000

/**
 * Drops connections whose client takes nothing of what waits for it: each holds memory, perhaps a file, and a place of others. Who reads,
 * however slowly, stays, and so does who waits for an answer.
 */
export function dropUnread(server: Server, afterMs = UNREAD_MS): void {
  server.prependListener('request', ({ socket }, response) => {
    response.setTimeout(afterMs, () => {
      if (socket.writableLength > 0) socket.destroy()
    })
  })
}
