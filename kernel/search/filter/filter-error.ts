import { ApiError } from '../../runtime/errors.ts'

/** ApiError invalid_request that says where a filter is wrong: `details` is `{position, excerpt}`, positions count from 0. */
export function filterError(text: string, position: number, problem: string): ApiError {
  const excerpt = text.slice(Math.max(0, position - 20), position + 20)
  return new ApiError('invalid_request', `filter: ${problem} at position ${position}`, { details: { position, excerpt } })
}
