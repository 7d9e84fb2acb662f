import type { z } from 'zod'
import type { ErrorCode } from '../../runtime/errors.ts'

/** One kind of event of a stream. */
export interface EventDocs {
  readonly description: string
  /** What stands in `data:`. */
  readonly data: z.ZodType
}

declare module 'fastify' {
  interface FastifySchema {
    /** Error codes beyond those that follow from the access rule, the parameters and the body. */
    errors?: readonly ErrorCode[]
    /** Events of a 200 reply that is, or may be, an event stream; `message` is the one without a name. */
    events?: Readonly<Record<string, EventDocs>>
    /** Whether the stream is taken up again after `Last-Event-ID`. */
    resumable?: boolean
    /** Parts of a multipart/form-data body, which the route reads by itself. */
    form?: z.ZodObject
    /** Whether it takes Idempotency-Key; every command does unless this is false. */
    idempotent?: boolean
    /** Answers browsers that do not ask for JSON with an HTML page. */
    page?: boolean
    /** Sends an ETag and answers If-None-Match with 304. */
    etag?: boolean
    /** Headers of the successful reply beyond those of every reply: name to description. */
    replyHeaders?: Readonly<Record<string, string>>
  }
}
