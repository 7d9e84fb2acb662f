import { STATUS_CODES } from 'node:http'
import { ApiError, type ErrorCode, errorTable } from '../../runtime/errors.ts'
import { errorBody } from '../reply/error-body.ts'
import type { ResponseObject, SchemaObject } from './document.ts'

const codes = Object.keys(errorTable) as ErrorCode[]

/** Component name of the reply for a status: `Conflict`, `TooManyRequests`. */
export const responseNameOf = (status: number): string => (STATUS_CODES[status] ?? `Status${status}`).replace(/[^A-Za-z]/g, '')

const issueSchema: SchemaObject = {
  type: 'object',
  description: 'A problem with one field.',
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
  description: 'Body of every unsuccessful response.',
  required: ['error', 'status_code', 'path', 'method'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details', 'timestamp', 'request_id'],
      properties: {
        code: { type: 'string', enum: codes, description: 'Stable error code. The table in the introduction explains each code.' },
        message: { type: 'string', description: 'Message for people. It may change.' },
        details: { type: 'object', additionalProperties: true, description: 'Data for programs, depending on the code.' },
        name: { type: 'string', description: '`ValidationError` if the code is validation_failed.' },
        issues: { type: 'array', items: issueSchema, description: 'Invalid fields, if the code is validation_failed.' },
        timestamp: { type: 'string', format: 'date-time' },
        request_id: { type: 'string', description: 'The X-Request-Id of the response. Quote it when you report a problem.' },
      },
    },
    status_code: { type: 'integer', description: 'The HTTP status.' },
    path: { type: 'string', description: 'The requested path, without its query.' },
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
    ...(of === 'unauthorized' ? { 'WWW-Authenticate': { description: 'Required credentials.', schema: { type: 'string' } } } : {}),
    ...(of === 'method_not_allowed' ? { Allow: { description: 'Methods that the path supports.', schema: { type: 'string' } } } : {}),
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
      reply((group ?? []).map((code) => `\`${code}\`: ${errorTable[code].doc} ${errorTable[code].remedy}`).join(' '), group?.[0]),
    ]),
  ),
  Failure: reply('Any other error, with the generic error body.'),
}

/** The table of all codes, as Markdown. */
export const errorTableMarkdown = [
  '| Code | Status | Retryable | Meaning | What to do |',
  '|---|---|---|---|---|',
  ...codes.map(
    (code) =>
      `| \`${code}\` | ${errorTable[code].status} | ${errorTable[code].retryable ? 'yes' : 'no'} | ${errorTable[code].doc} | ${errorTable[code].remedy} |`,
  ),
].join('\n')
