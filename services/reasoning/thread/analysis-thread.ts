import { parentPort } from 'node:worker_threads'
import { messageOf } from '../../../kernel/runtime/errors.ts'
import { lowerThread } from '../../../kernel/runtime/lower-thread.ts'
import { analyse, type Before } from './analyse.ts'
import { type Job, type JobReply, subjectOf } from './job.ts'

lowerThread()

parentPort?.on('message', ({ analysis, input, before }: Job) => {
  let reply: JobReply
  try {
    reply = { result: analyse(analysis, subjectOf(input), before as Before) }
  } catch (error) {
    reply = { error: error instanceof Error ? (error.stack ?? error.message) : messageOf(error) }
  }
  parentPort?.postMessage(reply)
})
