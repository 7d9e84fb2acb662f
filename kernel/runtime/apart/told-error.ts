import { ApiError, type ErrorCode, messageOf, WorkError } from '../errors.ts'

/** An error as one thread tells it to another: its class does not cross. */
export interface ToldError {
  readonly message: string
  readonly stack?: string | undefined
  readonly api?: Pick<ApiError, 'details' | 'headers'> & { readonly code: ErrorCode }
  readonly work?: Pick<WorkError, 'code' | 'retryable'>
}

export function toldError(error: unknown): ToldError {
  const message = messageOf(error)
  if (error instanceof ApiError) return { message, api: { code: error.code, details: error.details, headers: error.headers } }
  if (error instanceof WorkError) return { message, work: { code: error.code, retryable: error.retryable } }
  return { message, stack: error instanceof Error ? error.stack : undefined }
}

/** The same error on this side; one of no class of its own keeps the other thread's stack. */
export function errorOf({ message, stack, api, work }: ToldError): Error {
  if (api) return new ApiError(api.code, message, { details: api.details, headers: api.headers })
  if (work) return new WorkError(work.code, message, { retryable: work.retryable })
  return Object.assign(new Error(message), stack === undefined ? {} : { stack })
}
