import type { FastifyRequest } from 'fastify'
import { changeCount } from '../../runtime/concurrency/change-count.ts'
import { ApiError, rateLimited } from '../../runtime/errors.ts'
import type { App } from '../app/app.ts'
import { countedNames } from '../limits/limits.ts'

/** Bodies up to here are bounded by the number of requests. */
const SMALL_BYTES = 64 * 1024
/** Of one caller, and of all: what may be held of bodies that are still coming in. */
export const MOST_HELD_OF_ONE = 128 * 1024 * 1024
const MOST_HELD = 512 * 1024 * 1024

/** What a body takes of the memory while it comes in; forms with files go to their store piece by piece. */
function heldBytes({ headers, routeOptions: { bodyLimit = 0 } }: FastifyRequest): number {
  if (headers['content-type']?.startsWith('multipart/')) return 0
  const told = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyLimit
  return told > bodyLimit || told <= SMALL_BYTES ? 0 : told
}

/**
 * A body that is read whole is held until its last byte is there, which may be minutes: hundreds that never end would fill the memory. Room is
 * taken by what a body says of its length, else by what its route allows. A caller's only one waits for nobody but all others together.
 */
export function addHeldBodies(app: App): void {
  const held = new Map<string, number>()
  let all = 0
  app.addHook('onRequest', (request, reply, done) => {
    const bytes = heldBytes(request)
    if (bytes === 0) return done()
    const { own } = countedNames(request)
    if ((held.get(own) ?? 0) + bytes > MOST_HELD_OF_ONE) return done(tooMuchOfOne())
    if (all + bytes > MOST_HELD) return done(tooMuch())
    changeCount(held, own, bytes)
    all += bytes
    let left = false
    const leave = () => {
      if (left) return
      left = true
      all -= bytes
      changeCount(held, own, -bytes)
    }
    request.raw.once('close', leave)
    reply.raw.once('close', leave)
    done()
  })
}

const AGAIN_S = 5
const tooMuchOfOne = (): ApiError =>
  rateLimited('too many large bodies of yours are still coming in; send one after the other', { limit: MOST_HELD_OF_ONE, seconds: AGAIN_S })
const tooMuch = (): ApiError =>
  new ApiError('unavailable', 'too many large bodies are still coming in', { headers: { 'retry-after': String(AGAIN_S) } })
