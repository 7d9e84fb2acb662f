import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A strong entity tag of a body. */
export const etagOf = (body: string | Uint8Array): string => `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

/** Whether If-None-Match names the tag (RFC 9110 §13.1.2: compared weakly; `*` fits everything). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some((m) => m[1] === etag)
}

/** Sends a body with its strong ETag, or 304 without one when the client has it already; `etag` where it is known already. */
export function sendBytesWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  type: string,
  etag = etagOf(body),
): FastifyReply {
  reply.header('etag', etag).header('cache-control', reply.getHeader('cache-control') ?? 'no-cache')
  if (!matchesEtag(request.headers['if-none-match'], etag)) return reply.type(type).send(body)
  // HEAD gets the body's length without its bytes; sent nothing, it would be told a length of 0 (RFC 9110 §8.6).
  return request.method === 'HEAD' ? reply.code(304).type(type).send(body) : reply.code(304).send()
}
