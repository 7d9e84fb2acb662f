import type { FastifyReply } from 'fastify'
import { ApiError } from '../../runtime/errors.ts'

/** Aborted when the client goes before the reply is out. */
export function leaving(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new ApiError('unavailable', 'The client left.'))
  })
  return gone.signal
}
