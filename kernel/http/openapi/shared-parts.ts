import type { SchemaObject } from './document.ts'

const text = (description: string, example: string, more: SchemaObject = {}): SchemaObject => ({
  description,
  schema: { type: 'string', ...more },
  example,
})
const whole = (description: string, example: number): SchemaObject => ({ description, schema: { type: 'integer', minimum: 0 }, example })

/** Headers of replies. */
export const headers: Readonly<Record<string, SchemaObject>> = {
  RequestId: text('ID of this request: that of the caller, or a new one.', '3f0c2a8e-5d1b-4f7e-9a43-0c6b1f2d7e55'),
  RetryAfter: whole('Seconds to wait before a retry.', 5),
  RateLimitLimit: whole('Requests per minute. For a 429, the limit that was exceeded.', 600),
  RateLimitRemaining: whole('Requests that remain.', 598),
  RateLimitReset: whole('Seconds until further requests are accepted.', 42),
  ETag: text('Strong entity tag of the body.', '"hVq3Xk0mU2c0b8sQy0nZ7w1rJcE"'),
}

const inHeader = (name: string, about: SchemaObject): SchemaObject => ({ name, in: 'header', required: false, ...about })

/** Headers of requests. */
export const parameters: Readonly<Record<string, SchemaObject>> = {
  RequestId: inHeader(
    'X-Request-Id',
    text('ID of the request in logs, records and the response. A UUID is generated if it is absent.', 'order-4711', {
      minLength: 1,
      maxLength: 128,
      pattern: '^[\\x21-\\x7e]{1,128}$',
    }),
  ),
  IdempotencyKey: inHeader(
    'Idempotency-Key',
    text(
      'The same key and content within 24 hours return the first response again. Other content with the same key is a `conflict`.',
      '5b0e3f0a-2d0e-4a8e-8f1f-6c7f2f1f0b9d',
      { minLength: 1, maxLength: 255 },
    ),
  ),
  IfNoneMatch: inHeader(
    'If-None-Match',
    text('Entity tags that the caller has. If one still matches, the response is 304.', '"hVq3Xk0mU2c0b8sQy0nZ7w1rJcE"'),
  ),
  LastEventId: inHeader(
    'Last-Event-ID',
    text('ID of the last event that the caller received. The stream resumes after it.', '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11'),
  ),
}
