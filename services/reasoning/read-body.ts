import { ApiError, WorkError } from '../../kernel/runtime/errors.ts'
import { checkRequest, type Most } from './check-request.ts'
import { readBytes } from './read-bytes.ts'
import type { RunInput } from './thread/job.ts'
import { readers } from './thread/threads.ts'

/** Bytes that are read in a few milliseconds; more are read by a thread, because everybody else would wait. */
const SMALL = 64 * 1024

/** A body as a run takes it; subjects take turns. ApiError as `readBytes`; payload_too_large where reading it takes too much memory. */
export async function readBody(body: unknown, most: Most, subject: string): Promise<RunInput> {
  if (!Buffer.isBuffer(body)) return checkRequest(body, most)
  if (body.length <= SMALL) return readBytes(body, most)
  // Of whoever leaves it is read all the same: a thread that is ended takes longer to come back.
  return readers.run('readBytes', [body as Buffer<ArrayBuffer>, most], { caller: subject }).catch((cause) => {
    if (cause instanceof WorkError && cause.code === 'too_large')
      throw new ApiError('payload_too_large', 'the body takes too much memory to be read; send fewer objects and lists', { cause })
    throw cause
  })
}
