import type { SchemaObject } from './document.ts'

const text = (description: string, example: string, more: SchemaObject = {}): SchemaObject => ({
  description,
  schema: { type: 'string', ...more },
  example,
})
const whole = (description: string, example: number): SchemaObject => ({ description, schema: { type: 'integer', minimum: 0 }, example })

/** Headers of replies. */
export const headers: Readonly<Record<string, SchemaObject>> = {
  RequestId: text('The id of this request: the caller’s own, or a new one.', '3f0c2a8e-5d1b-4f7e-9a43-0c6b1f2d7e55'),
  RetryAfter: whole('Seconds to wait before the next try.', 5),
  RateLimitLimit: whole('Requests a minute; of a 429 what the limit that it tells of lets through.', 600),
  RateLimitRemaining: whole('What is left of them.', 598),
  RateLimitReset: whole('Seconds until there is room again.', 42),
  ETag: text('A strong entity tag of the body.', '"hVq3Xk0mU2c0b8sQy0nZ7w1rJcE"'),
}

const inHeader = (name: string, about: SchemaObject): SchemaObject => ({ name, in: 'header', required: false, ...about })

/** Headers of requests. */
export const parameters: Readonly<Record<string, SchemaObject>> = {
  RequestId: inHeader(
    'X-Request-Id',
    text('Names the request in logs, records and the reply; a UUID is made where it is absent.', 'order-4711', {
      minLength: 1,
      maxLength: 128,
      pattern: '^[\\x21-\\x7e]{1,128}$',
    }),
  ),
  IdempotencyKey: inHeader(
    'Idempotency-Key',
    text(
      'The same key and content within 24 h gives the first reply again; other content under the same key is `conflict`.',
      '5b0e3f0a-2d0e-4a8e-8f1f-6c7f2f1f0b9d',
      { minLength: 1, maxLength: 255 },
    ),
  ),
  IfNoneMatch: inHeader(
    'If-None-Match',
    text('Entity tags that the caller has; when one still fits, the reply is 304.', '"hVq3Xk0mU2c0b8sQy0nZ7w1rJcE"'),
  ),
  LastEventId: inHeader(
    'Last-Event-ID',
    text('Id of the last event that the caller has seen: the stream goes on behind it.', '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11'),
  ),
}
