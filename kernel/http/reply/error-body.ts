import type { ApiError } from '../../runtime/errors.ts'

/** The generic error body of every reply that is not a success. */
export interface ErrorBody {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly details: Readonly<Record<string, unknown>>
    readonly timestamp: string
    readonly request_id: string
    readonly [more: string]: unknown
  }
  readonly status_code: number
  readonly path: string
  readonly method: string
}

/** `path` stands without its query, which may hold what somebody meant to keep. */
export function errorBody(
  error: ApiError,
  about: { requestId: string; url: string; method: string; now: Date; message?: string },
): ErrorBody {
  const issues = error.code === 'validation_failed' && Array.isArray(error.details.issues) ? error.details.issues : undefined
  return {
    error: {
      ...(issues ? { name: 'ValidationError', issues } : {}),
      code: error.code,
      message: about.message ?? error.message,
      details: error.details,
      timestamp: about.now.toISOString(),
      request_id: about.requestId,
    },
    status_code: error.status,
    path: pathOf(about.url),
    method: about.method,
  }
}

/** The path of a request target, without query and fragment. */
export const pathOf = (url: string): string => url.replace(/[?#].*$/s, '')
