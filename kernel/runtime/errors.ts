import { homedir, tmpdir } from 'node:os'

/**
 * Every error code of the HTTP API. `status` is the HTTP status, `retryable` whether the same request may succeed later, and `headers` are
 * sent unless the error sets its own. `doc` and `remedy` appear in the API document and in docs/reference/errors.md.
 */
export const errorTable = {
  invalid_request: {
    status: 400,
    retryable: false,
    doc: 'The request is malformed, or a field is invalid.',
    remedy: 'Correct the field that the message names.',
  },
  content_refused: {
    status: 400,
    retryable: false,
    doc: 'The content safety check rejected the input.',
    remedy: 'Change the input.',
  },
  unauthorized: {
    status: 401,
    retryable: false,
    doc: 'The subscription key or the bearer token is missing or invalid.',
    remedy: 'Send the credentials that the WWW-Authenticate header names.',
    // as Azure API Management asks for the key of this header
    headers: { 'www-authenticate': 'AzureApiManagementKey realm="millrace", name="Ocp-Apim-Subscription-Key", type="header"' },
  },
  forbidden: {
    status: 403,
    retryable: false,
    doc: 'The credentials are valid, but their roles do not permit this request.',
    remedy: 'Use credentials with the required role.',
  },
  not_found: {
    status: 404,
    retryable: false,
    doc: 'The path or the ID does not exist, or the caller may not see it.',
    remedy: 'Check the path and the ID.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    doc: 'The path exists, but not with this method.',
    remedy: 'Use a method of the Allow header.',
  },
  not_acceptable: {
    status: 406,
    retryable: false,
    doc: 'The server cannot produce any of the media types in the Accept header.',
    remedy: 'Accept one of the media types that the API document lists.',
  },
  conflict: {
    status: 409,
    retryable: false,
    doc: 'The request conflicts with the current state.',
    remedy: 'Read the current state in details, then change the request.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    doc: 'The body, the file or one of its parts exceeds its limit.',
    remedy: 'Send less, or raise the limit that the message names.',
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    doc: 'The route does not accept this Content-Type.',
    remedy: 'Send one of the media types that the message or the API document lists.',
  },
  validation_failed: {
    status: 422,
    retryable: false,
    doc: 'The input does not match the schema.',
    remedy: 'Correct the fields that issues lists.',
  },
  model_incapable: {
    status: 422,
    retryable: false,
    doc: 'The model behind the alias lacks a required capability, such as tool use.',
    remedy: 'Use another model alias.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    doc: 'The caller exceeded a rate limit, or the queue of a model is full.',
    remedy: 'Retry after the number of seconds in Retry-After.',
  },
  internal: {
    status: 500,
    retryable: true,
    doc: 'The server failed unexpectedly.',
    remedy: 'Retry. If the error persists, report it with its request ID.',
  },
  upstream_failed: {
    status: 502,
    retryable: true,
    doc: 'A service that the server calls, such as a model, failed.',
    remedy: 'Retry. If the error persists, check the service that the message names.',
  },
  upstream_refused: {
    status: 502,
    retryable: false,
    doc: 'A service that the server calls rejected its credentials.',
    remedy: 'Ask an administrator to correct the key of the service.',
  },
  unavailable: {
    status: 503,
    retryable: true,
    doc: 'A dependency does not respond, or the server is stopping.',
    remedy: 'Retry after the number of seconds in Retry-After.',
  },
  timeout: {
    status: 504,
    retryable: true,
    doc: 'The request took longer than its limit.',
    remedy: 'Retry, or send a smaller request.',
  },
  storage_full: {
    status: 507,
    retryable: true,
    doc: 'The disk is full or a quota is used up; details.reason says which.',
    remedy: 'Delete what you no longer need, then retry.',
    headers: { 'retry-after': '30' },
  },
} as const satisfies Record<string, ErrorEntry>

interface ErrorEntry {
  readonly status: number
  readonly retryable: boolean
  readonly doc: string
  readonly remedy: string
  readonly headers?: Readonly<Record<string, string>>
}

export type ErrorCode = keyof typeof errorTable

interface ApiErrorOptions extends ForOperators {
  readonly details?: Record<string, unknown>
  readonly headers?: Record<string, string>
  readonly cause?: unknown
  readonly status?: number
}

interface ForOperators {
  /** A sentence that the log and the health of operators say beside the message: addresses of one's own network are nobody else's. */
  readonly operators?: string | undefined
}

/** An error that an HTTP client sees as the generic error body. `message` and `details` must be safe to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly operators: string | undefined

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.operators = options.operators
    this.code = code
    this.status = options.status ?? errorTable[code].status
    this.details = options.details ?? {}
    this.headers = { ...(errorTable[code] as { headers?: Record<string, string> }).headers, ...options.headers }
  }
}

/** The refusal of who is over a limit: whichever it is, the reply says in its headers how much it lets through and when to come again. */
export const rateLimited = (
  message: string,
  { limit, seconds, details }: { limit: number; seconds: number; details?: Record<string, unknown> },
): ApiError => {
  const reset = String(seconds)
  const headers = { 'retry-after': reset, 'ratelimit-limit': String(limit), 'ratelimit-remaining': '0', 'ratelimit-reset': reset }
  return new ApiError('rate_limited', message, { headers, ...(details && { details }) })
}

/** Whether what failed may have happened all the same, or may happen yet: `details.outcome` says so to the client, too. */
export const mayHaveHappened = (error: unknown): error is ApiError => error instanceof ApiError && error.details.outcome === 'unknown'

interface WorkErrorOptions extends ForOperators {
  readonly retryable?: boolean
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/**
 * A failure inside a consumer. `retryable: false` goes to the dead letters at once; `true` is tried again with backoff,
 * not before `retryAfterMs`. `code` is a word of the family that fails (for documents: DocumentErrorCode).
 */
export class WorkError extends Error {
  override readonly name = 'WorkError'
  readonly code: string
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly operators: string | undefined

  constructor(code: string, message: string, options: WorkErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.operators = options.operators
    this.code = code
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs
  }
}

const AWAY: ReadonlySet<ErrorCode> = new Set(['unavailable', 'storage_full', 'rate_limited'])

/**
 * Whether something that the work leans on is away for now (not reachable, shutting down, busy, its disk or its budget full), so that
 * neither a request nor a record is to blame: it is waited for. Adapters say so by the code `unavailable`, `storage_full` or
 * `rate_limited`; a stage that gives the failure its own name keeps it as the cause. An endpoint that answers, however badly, is not away.
 */
export function isAway(error: unknown): boolean {
  if (error instanceof ApiError) return AWAY.has(error.code)
  return error instanceof WorkError && error.retryable && (error.code === 'unavailable' || isAway(error.cause))
}

/** The message of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The message of anything thrown, with what only operators may see. */
export function inFull(error: unknown): string {
  const more = error instanceof ApiError || error instanceof WorkError ? error.operators : undefined
  return more === undefined ? messageOf(error) : `${messageOf(error).replace(/[^.!?]$/, '$&.')} ${more}`
}

/** Folders of this process, as they stand in a pattern. */
const FOLDERS = [process.cwd(), tmpdir(), homedir()]
  .filter((dir) => dir.length > 1)
  .map((dir) => dir.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
/** Absolute paths as system errors quote them, and what lies under a folder of this process, quoted or not. */
const PATHS = new RegExp(`'(?:/|[A-Za-z]:\\\\)[^']*'|(?<![\\w.:/-])(?:file://)?(?:${FOLDERS.join('|')})[\\\\/][^\\s'"\`)]*`, 'g')

/** A message of which nothing tells where on this machine files lie. */
export const withoutPaths = (message: string): string => message.replace(PATHS, 'a file of the server')

/** What the operating system, the database or a library calls an error: `ENOENT`, `23505`. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined
