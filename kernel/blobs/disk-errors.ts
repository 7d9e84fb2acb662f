import { ApiError, codeOf } from '../runtime/errors.ts'

/** A disk or a share that fails for now, or a process without a free handle. */
const FAILING = new Set(['EIO', 'ESTALE', 'ETIMEDOUT', 'EMFILE', 'ENFILE', 'EROFS', 'ENODEV', 'ENXIO'])

/** Names what an operating system's error means to a caller; anything unknown stays as it is. */
export function namedDiskError(error: unknown, path: string): unknown {
  const code = codeOf(error)
  if (FAILING.has(code ?? ''))
    return new ApiError('unavailable', 'the blob store does not answer', { headers: { 'retry-after': '5' }, cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ApiError('storage_full', 'the disk is full: free some space, or delete documents', { cause: error })
  if (code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENOTEMPTY' || code === 'EEXIST')
    return new ApiError('conflict', 'a folder and a blob cannot have the same path', { details: { path }, cause: error })
  return error
}
