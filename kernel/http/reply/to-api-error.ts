import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { ApiError, type ErrorCode, messageOf, WorkError } from '../../runtime/errors.ts'
import { isOutOfFiles } from '../../runtime/open-files.ts'
import { sqliteAway } from '../../store/sqlite-code.ts'
import { type Fault, nearestFault, plainIssueWithin } from '../../text/plain-issue.ts'

/** What Fastify and its plugins throw, by their code. Everything unlisted below 500 is an invalid request, the rest is internal. */
const frameworkErrors: Readonly<Record<string, { code: ErrorCode; message: string }>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message: 'this route does not read the Content-Type: send application/json, and files as multipart/form-data',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { code: 'invalid_request', message: 'the body is not as long as Content-Length says' },
  FST_ERR_BAD_URL: { code: 'invalid_request', message: 'the path is not a valid URL path' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', message: 'a segment of the path is too long' },
  FST_PARTS_LIMIT: { code: 'payload_too_large', message: 'the form has too many parts' },
  FST_FILES_LIMIT: { code: 'invalid_request', message: 'the form has more than one file' },
  FST_FIELDS_LIMIT: { code: 'payload_too_large', message: 'the form has too many fields' },
  FST_REQ_FILE_TOO_LARGE: { code: 'payload_too_large', message: 'the file is over its limit' },
  FST_PROTO_VIOLATION: { code: 'invalid_request', message: 'the form has a forbidden field name' },
  FST_INVALID_MULTIPART_CONTENT_TYPE: { code: 'unsupported_media_type', message: 'send multipart/form-data' },
  FST_INVALID_JSON_FIELD_ERROR: { code: 'invalid_request', message: 'a form field that is announced as JSON is not JSON' },
  FST_MP_PREMATURE_CLOSE: { code: 'invalid_request', message: 'the request ended in the middle of the form' },
}

/** PostgreSQL's code for text that it cannot hold: of what a client may send, NUL alone. */
const NOT_IN_REPERTOIRE = '22021'

/**
 * What a client is told about anything thrown. The original stays as `cause` for the log; nothing of it is shown unless it is known.
 * `bodyLimit` is that of the route, in bytes; `sent` what was checked, by its place (`body`, `querystring`).
 */
export function toApiError(error: unknown, bodyLimit?: number, sent: Readonly<Record<string, unknown>> = {}): ApiError {
  if (error instanceof ApiError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return validationError(error, sent)
  if (error instanceof WorkError) return upstreamError(error)
  const { code, statusCode } = shapeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ApiError('storage_full', 'the disk is full; nothing was accepted', { cause: error, details: { reason: 'disk' } })
  const away = sqliteAway(error, 'the store')
  if (away) return away
  if (isOutOfFiles(error))
    return new ApiError('unavailable', 'too many files and connections are open here; try again in a moment', {
      cause: error,
      headers: { 'retry-after': '1' },
    })
  if (code === NOT_IN_REPERTOIRE)
    return new ApiError('invalid_request', 'a text has a character that cannot be looked up or kept (NUL)', { cause: error })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ApiError('payload_too_large', `the body is over the limit of this route, ${bodyLimit} bytes`, {
      details: { field: 'body', max_bytes: bodyLimit },
      cause: error,
    })
  const known = code === undefined ? undefined : frameworkErrors[code]
  if (known) return new ApiError(known.code, known.message, { cause: error })
  if (code?.startsWith('FST_') && statusCode >= 400 && statusCode < 500)
    return new ApiError('invalid_request', messageOf(error), { cause: error, status: statusCode })
  return new ApiError('internal', 'an unexpected fault; quote the request id when you report it', { cause: error })
}

/** What a port throws when the service behind it fails; its message is for the log. */
function upstreamError(error: WorkError): ApiError {
  const headers: Record<string, string> = error.retryable ? { 'retry-after': String(Math.ceil((error.retryAfterMs ?? 1000) / 1000)) } : {}
  return new ApiError('upstream_failed', 'a service that this call needs failed', {
    cause: error,
    headers,
    details: { reason: error.code },
  })
}

function shapeOf(error: unknown): { code: string | undefined; statusCode: number } {
  if (typeof error !== 'object' || error === null) return { code: undefined, statusCode: 500 }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const statusCode = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  return { code, statusCode }
}

function validationError(
  error: {
    validation: readonly { instancePath: string; keyword: string; message?: string; params?: { errors?: Fault['errors'] } }[]
    validationContext?: string
  },
  sent: Readonly<Record<string, unknown>>,
): ApiError {
  const place = error.validationContext ?? 'body'
  const issues = error.validation.map(({ instancePath, keyword, message = 'is not valid', params }) => {
    const path = instancePath.split('/').filter(Boolean)
    const nearest = nearestFault({ code: keyword, path, message, errors: params?.errors })
    return {
      in: place,
      path: nearest.path.map(String).join('.'),
      code: nearest.code ?? keyword,
      message: plainIssueWithin(nearest.message, nearest.path, sent[place]),
    }
  })
  const first = issues[0]!
  return new ApiError('invalid_request', `${place}${first.path ? `.${first.path}` : ''}: ${first.message}`, {
    details: { issues },
    cause: error,
  })
}
