import { homedir, tmpdir } from 'node:os'

/**
 * Every failure that the platform names. `status` is the HTTP status at an edge, `retryable` says whether the same
 * call may succeed later, `headers` are those of a reply where the error names no others, `doc` tells a reader what to do. The documentation's table is made from this one.
 */
export const errorTable = {
  invalid_request: { status: 400, retryable: false, doc: 'The request is malformed or a field is wrong; the message names the field.' },
  content_refused: { status: 400, retryable: false, doc: 'The content safety check refused the input; change it.' },
  unauthorized: {
    status: 401,
    retryable: false,
    doc: 'The subscription key or the bearer token is missing or not valid; WWW-Authenticate says which of them.',
    // as Azure API Management asks for the key of this header
    headers: { 'www-authenticate': 'AzureApiManagementKey realm="millrace", name="Ocp-Apim-Subscription-Key", type="header"' },
  },
  forbidden: { status: 403, retryable: false, doc: 'The credentials are valid, but the role they carry does not allow this.' },
  not_found: { status: 404, retryable: false, doc: 'Nothing has this id or path.' },
  method_not_allowed: { status: 405, retryable: false, doc: 'The path exists, but not with this method; see the Allow header.' },
  not_acceptable: { status: 406, retryable: false, doc: 'None of the media types that the client accepts can be produced.' },
  conflict: { status: 409, retryable: false, doc: 'The request contradicts the present state; details name what is there.' },
  payload_too_large: { status: 413, retryable: false, doc: 'The body, file or one of its parts is over its limit.' },
  unsupported_media_type: { status: 415, retryable: false, doc: 'The Content-Type is not one that this route reads.' },
  validation_failed: { status: 422, retryable: false, doc: 'The input does not fit the schema; issues list each field.' },
  model_incapable: {
    status: 422,
    retryable: false,
    doc: 'The model behind the alias cannot do what is asked of it, such as using tools; name another alias.',
  },
  rate_limited: { status: 429, retryable: true, doc: 'Too many requests; wait as long as Retry-After says.' },
  internal: { status: 500, retryable: true, doc: 'A fault on this side. Quote the request id when you report it.' },
  upstream_failed: { status: 502, retryable: true, doc: 'A service that the platform calls (model, plan store) failed.' },
  upstream_refused: {
    status: 502,
    retryable: false,
    doc: 'A service that the platform calls refuses its key; an administrator has to see to it.',
  },
  unavailable: { status: 503, retryable: true, doc: 'A dependency does not answer; wait as long as Retry-After says.' },
  timeout: { status: 504, retryable: true, doc: 'The work took longer than its limit.' },
  storage_full: {
    status: 507,
    retryable: true,
    doc: 'There is no room: details.reason says whether the disk is full or a quota used up. Delete what is not needed, then try again.',
    headers: { 'retry-after': '30' },
  },
} as const satisfies Record<string, { status: number; retryable: boolean; doc: string; headers?: Record<string, string> }>

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
  return more === undefined ? messageOf(error) : `${messageOf(error)} ${more}`
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
