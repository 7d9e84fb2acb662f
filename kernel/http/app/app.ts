import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Caller } from '../../access/caller.ts'
import type { Operation } from './operations.ts'

/** The edge's Fastify instance: zod schemas type the request and the reply. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/**
 * Who may call a route. `open`: anyone. `key`: subscription key alone. `api`: key and token, as far as configured.
 * `admin`: as `api`, and the token carries ADMIN_ROLE. `operator`: proxy secret, or as `admin`.
 * `strict`: as `api`, but a wrong key is 403. `frame`: a token for pages in the frames of others (WIDGET_AUDIENCE).
 */
export type Access = 'open' | 'key' | 'api' | 'admin' | 'operator' | 'strict' | 'frame'

/** The rule of a route: fixed, or chosen by the request where one path serves an open page and protected data (`?json=true`). */
export type AccessRule = Access | ((request: FastifyRequest) => Access)

/** What of a request tells who calls. */
export type Asking = Pick<FastifyRequest, 'headers' | 'method'>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route says who may call it; a route without it does not register. */
    access?: AccessRule
    /** Reads `application/x-www-form-urlencoded` bodies too; without it they are 415. */
    form?: boolean
    /** Keys of all objects of a JSON body together; 10,000 unless it says otherwise. */
    maxKeys?: number
    /** Its handler is given the bytes of a JSON body as they came, and reads them off the event loop. */
    unread?: boolean
    /** Takes in what is done later: it gives way to requests that are answered now. */
    later?: boolean
    /** Its reply may be very large, and is held in memory until it has gone. */
    wholeReply?: boolean
    /** Has a file open until its reply has gone. */
    opensFile?: boolean
    /** Not counted against the rate limit: health probes. */
    unlimited?: boolean
  }
  interface FastifyInstance {
    /** Operations that are registered so far. */
    operations: readonly Operation[]
  }
  interface FastifyRequest {
    caller: Caller
    /** W3C trace context of this request, to be put into record headers. */
    traceparent: string
  }
}
