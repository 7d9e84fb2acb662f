import { ApiError, WorkError } from '../../kernel/runtime/errors.ts'
import { checkRequest, type Most } from './check-request.ts'
import { readBytes } from './read-bytes.ts'
import type { RunInput } from './thread/job.ts'
import type { Read } from './thread/read-job.ts'
import { openReaders } from './thread/threads.ts'

/** Bytes that are read in a few milliseconds; more are read by a thread, because everybody else would wait. */
const SMALL = 64 * 1024

export const readers = openReaders()

/** A body as a run takes it; subjects take turns. ApiError as `readBytes`; payload_too_large where reading it takes too much memory. */
export async function readBody(body: unknown, most: Most, subject: string): Promise<RunInput> {
  if (!Buffer.isBuffer(body)) return checkRequest(body, most)
  if (body.length <= SMALL) return readBytes(body, most)
  // Of whoever leaves it is read all the same: a thread that is ended takes longer to come back.
  const read = (await readers.run({ subject }, { bytes: body, most }, new AbortController().signal).catch((cause) => {
    if (cause instanceof WorkError && cause.code === 'too_large')
      throw new ApiError('payload_too_large', 'the body takes too much memory to be read; send fewer objects and lists', { cause })
    throw cause
  })) as Read
  if ('input' in read) return read.input
  const { code, message, details } = read.refused
  throw new ApiError(code, message, { details })
}
