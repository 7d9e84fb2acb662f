import { STATUS_CODES } from 'node:http'
import { ApiError, type ErrorCode, errorTable } from '../../runtime/errors.ts'
import { errorBody } from '../reply/error-body.ts'
import type { ResponseObject, SchemaObject } from './document.ts'

const codes = Object.keys(errorTable) as ErrorCode[]

/** Component name of the reply for a status: `Conflict`, `TooManyRequests`. */
export const responseNameOf = (status: number): string => (STATUS_CODES[status] ?? `Status${status}`).replace(/[^A-Za-z]/g, '')

const issueSchema: SchemaObject = {
  type: 'object',
  description: 'What is wrong with one field.',
  properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
  additionalProperties: true,
}

const example = (code: ErrorCode): unknown =>
  errorBody(new ApiError(code, errorTable[code].doc), {
    requestId: '3f0c2a8e-5d1b-4f7e-9a43-0c6b1f2d7e55',
    url: '/path',
    method: 'GET',
    now: new Date('2026-03-12T09:30:00Z'),
  })

/** The generic error body, one for every failure. */
export const errorBodySchema: SchemaObject = {
  type: 'object',
  description: 'The body of every reply that is not a success.',
  required: ['error', 'status_code', 'path', 'method'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details', 'timestamp', 'request_id'],
      properties: {
        code: { type: 'string', enum: codes, description: 'A stable word; the table at the top says what to do about each.' },
        message: { type: 'string', description: 'For people; may change.' },
        details: { type: 'object', additionalProperties: true, description: 'Facts for programs; which ones depends on the code.' },
        name: { type: 'string', description: 'ValidationError on validation_failed.' },
        issues: { type: 'array', items: issueSchema, description: 'The fields of validation_failed.' },
        timestamp: { type: 'string', format: 'date-time' },
        request_id: { type: 'string', description: 'The X-Request-Id of the reply; quote it when you report a fault.' },
      },
    },
    status_code: { type: 'integer', description: 'The HTTP status again.' },
    path: { type: 'string', description: 'The path that was asked for, without its query.' },
    method: { type: 'string' },
  },
  examples: [example('not_found')],
}

const reply = (description: string, of?: ErrorCode): ResponseObject => ({
  description,
  headers: {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...(of && errorTable[of].retryable ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
    ...(of === 'rate_limited' ? rateHeaders : {}),
    ...(of === 'unauthorized'
      ? { 'WWW-Authenticate': { description: 'Which credentials are asked for.', schema: { type: 'string' } } }
      : {}),
    ...(of === 'method_not_allowed' ? { Allow: { description: 'Methods that the path answers.', schema: { type: 'string' } } } : {}),
  },
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' }, ...(of ? { example: example(of) } : {}) },
  },
})

/** Headers of every reply that was counted against the rate limit. */
export const rateHeaders: Readonly<Record<string, SchemaObject>> = {
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
}

/** One reply a status, and the one for everything else. */
export const errorResponses: Readonly<Record<string, ResponseObject>> = {
  ...Object.fromEntries(
    Object.entries(Object.groupBy(codes, (code) => errorTable[code].status)).map(([status, group]) => [
      responseNameOf(Number(status)),
      reply((group ?? []).map((code) => `\`${code}\`: ${errorTable[code].doc}`).join(' '), group?.[0]),
    ]),
  ),
  Failure: reply('Any other failure, with the generic error body.'),
}

/** The table of all codes, as Markdown. */
export const errorTableMarkdown = [
  '| code | status | worth another try | what it means |',
  '|---|---|---|---|',
  ...codes.map(
    (code) => `| \`${code}\` | ${errorTable[code].status} | ${errorTable[code].retryable ? 'yes' : 'no'} | ${errorTable[code].doc} |`,
  ),
].join('\n')
