import { ApiError, type ErrorCode } from '../../../runtime/errors.ts'
import type { SearchReply, SearchRequest } from '../../search.ts'

/** Which index a thread searches, and whether it may write beside it. */
export interface ThreadOf {
  readonly dir: string
  readonly readonly: boolean
}

/** What is asked of an index, or of a build of one, by its name. */
export type Asked = { readonly index: string } & ({ readonly request: SearchRequest } | { readonly word: string })

export type ThreadAsk = { readonly number: number } & Asked

/** An error's class does not cross between threads. */
export interface ToldError {
  readonly message: string
  readonly code?: ErrorCode
  readonly details?: Record<string, unknown>
  readonly headers?: Record<string, string>
}

export type ThreadReply =
  | { readonly number: number; readonly reply: SearchReply | readonly string[] }
  | { readonly number: number; readonly error: ToldError }

export const toldError = (error: unknown): ToldError =>
  error instanceof ApiError
    ? { message: error.message, code: error.code, details: error.details, headers: error.headers }
    : { message: error instanceof Error ? (error.stack ?? error.message) : String(error) }

export const errorOf = ({ message, code, details, headers }: ToldError): Error =>
  code === undefined ? new Error(message) : new ApiError(code, message, { details, headers })
