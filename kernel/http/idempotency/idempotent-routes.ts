import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { Ports } from '../../ports.ts'
import { ApiError, mayHaveHappened } from '../../runtime/errors.ts'
import type { App } from '../app/app.ts'
import { type Claim, type Command, takeKey } from './idempotency.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a command with an Idempotency-Key. */
    command?: Command
  }
}

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** What a reply says beside its body. */
const KEPT_HEADERS = ['content-type', 'location']

/** Whether a route takes Idempotency-Key: every command does; a route that only reads by POST says `idempotent: false`. */
export const takesKey = (method: string, schema: FastifySchema | undefined): boolean => schema?.idempotent ?? CHANGING.has(method)

/**
 * Gives every command that is registered from now on its Idempotency-Key. A route that reads a multipart form by itself has to do it
 * by itself too, because its content is known only then.
 */
export function addIdempotency(app: App, ports: Pick<Ports, 'database' | 'clock'>): void {
  const claims = new WeakMap<FastifyRequest, Claim>()
  app.decorateRequest('command', undefined)
  app.addHook('onRoute', (route) => {
    if (route.schema?.form || ![route.method].flat().every((method) => takesKey(method, route.schema))) return
    const take = async (request: FastifyRequest, reply: FastifyReply) => {
      const taken = await takeKey(ports, request, contentOf(request))
      if (!taken) return
      if ('claim' in taken) {
        claims.set(request, taken.claim)
        request.command = taken.claim.command
        return
      }
      const { status, headers, body: kept } = taken.earlier
      return reply
        .code(status)
        .headers(headers)
        .send(kept ?? undefined)
    }
    // Large bodies take long to be written as text, which few callers need; who sends no key waits for nothing.
    route.preHandler = [route.preHandler ?? []]
      .flat()
      .concat((request: FastifyRequest, reply: FastifyReply, done: () => void) =>
        request.headers['idempotency-key'] === undefined ? done() : take(request, reply),
      )
    route.onError = [route.onError ?? []].flat().concat(async (request: FastifyRequest, _: FastifyReply, error: Error) => {
      if (!mayHaveHappened(error)) return
      await claims.get(request)?.fail(error)
      claims.delete(request)
    })
    const keep = async (claim: Claim, request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      claims.delete(request)
      if (reply.statusCode >= 400) return claim.fail(undefined)
      if (payload && typeof payload !== 'string') throw new ApiError('internal', 'a reply that is no text cannot be kept for its key')
      await claim.keep({ status: reply.statusCode, headers: keptHeaders(reply), body: payload ?? null })
    }
    route.onSend = [route.onSend ?? []]
      .flat()
      .concat((request: FastifyRequest, reply: FastifyReply, payload: unknown, done: () => void) => {
        const claim = request.command && claims.get(request)
        return claim ? keep(claim, request, reply, payload) : done()
      })
  })
}

/** Bytes that a route reads by itself are told apart by their hash: as JSON each of them would be a number. */
const contentOf = ({ params, query, body }: FastifyRequest): string =>
  JSON.stringify([params, query, Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : (body ?? null)])

const keptHeaders = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(KEPT_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])))
