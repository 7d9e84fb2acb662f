import { parentPort } from 'node:worker_threads'
import { ApiError, messageOf } from '../../../kernel/runtime/errors.ts'
import { readBytes } from '../read-bytes.ts'
import type { JobReply } from './job.ts'
import type { Read, ReadJob } from './read-job.ts'

function read({ bytes, most }: ReadJob): Read {
  try {
    return { input: readBytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), most) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, details } = error
    return { refused: { code, message, details } }
  }
}

parentPort?.on('message', (job: ReadJob) => {
  let reply: JobReply
  try {
    reply = { result: read(job) }
  } catch (error) {
    reply = { error: error instanceof Error ? (error.stack ?? error.message) : messageOf(error) }
  }
  parentPort?.postMessage(reply)
})
