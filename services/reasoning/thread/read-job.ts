import type { ErrorCode } from '../../../kernel/runtime/errors.ts'
import type { Most } from '../check-request.ts'
import type { RunInput } from './job.ts'

/** A body that a thread is to read. */
export interface ReadJob {
  readonly bytes: Uint8Array
  readonly most: Most
}

/** What was read, or why it is refused: an ApiError's words. */
export type Read =
  | { readonly input: RunInput }
  | { readonly refused: { readonly code: ErrorCode; readonly message: string; readonly details: Record<string, unknown> } }
