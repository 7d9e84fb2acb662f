import type { FastifyReply } from 'fastify'
import { ApiError } from '../../runtime/errors.ts'

/** Aborted when the client goes, or has gone, before the reply is out. */
export function leaving(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const closed = () => {
    if (!reply.raw.writableFinished) gone.abort(new ApiError('unavailable', 'The client left.'))
  }
  reply.raw.once('close', closed)
  if (reply.raw.closed) closed()
  return gone.signal
}
