import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createFairQueue } from '../../../kernel/runtime/concurrency/fair-queue.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import type { Job, JobReply } from './job.ts'
import type { ReadJob } from './read-job.ts'

/** One core stays for those who answer requests. */
const MOST_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))
const MEMORY_MB = 400

/** What threads are for: the file that each begins with, how many there are at most, and how a job is called in messages. */
interface Kind<Task> {
  readonly file: string
  readonly most: number
  nameOf(job: Task): string
}

const analysing: Kind<Job> = {
  file: './start-analysis-thread.mjs',
  most: MOST_THREADS,
  nameOf: ({ analysis }) => `the analysis ${analysis}`,
}
/** A thread of its own: whoever sends a body does not wait for analyses. */
const reading: Kind<ReadJob> = { file: './start-read-thread.mjs', most: 1, nameOf: () => 'reading the body' }

interface Waiting<Task> {
  readonly job: Task
  readonly signal: AbortSignal
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** Whose turn a job takes, and where it stands among that subject's jobs: the lower the rank, the earlier. */
export interface Turn {
  readonly subject: string
  readonly rank?: string
}

/** Threads that work off the event loop; subjects take turns. */
export interface Threads<Task> {
  /** The result of a job. WorkError where it fails; an aborted signal ends the thread that works on it. */
  run(turn: Turn, job: Task, signal: AbortSignal): Promise<unknown>
  waiting(): number
  close(): Promise<void>
}

export const openThreads = (): Threads<Job> => open(analysing)
export const openReaders = (): Threads<ReadJob> => open(reading)

/** Threads are started when they are needed, and kept. */
function open<Task>(kind: Kind<Task>): Threads<Task> {
  const queue = createFairQueue<Waiting<Task>>()
  const idle: Worker[] = []
  const all = new Set<Worker>()
  let busy = 0

  const next = (): void => {
    while (busy < kind.most) {
      const waiting = queue.take()
      if (!waiting) return
      if (!waiting.signal.aborted) void work(waiting)
    }
  }

  const work = async ({ job, signal, resolve, reject }: Waiting<Task>): Promise<void> => {
    busy++
    const thread = idle.pop() ?? start(all, kind.file)
    thread.ref()
    try {
      const reply = await replyOf(thread, job, kind.nameOf(job), signal)
      thread.unref()
      idle.push(thread)
      if ('error' in reply) reject(new WorkError('internal', `${kind.nameOf(job)} failed: ${reply.error}`))
      else resolve(reply.result)
    } catch (error) {
      all.delete(thread)
      void thread.terminate()
      reject(error instanceof Error ? error : new Error(String(error)))
    } finally {
      busy--
      next()
    }
  }

  return {
    run: ({ subject, rank }, job, signal) =>
      new Promise((resolve, reject) => {
        const waiting = { job, signal, resolve, reject }
        signal.addEventListener('abort', () => queue.remove(waiting) && reject(gone()), { once: true })
        queue.add(subject, waiting, rank)
        next()
      }),
    waiting: () => queue.size(),
    async close() {
      idle.length = 0
      await Promise.all([...all].map((thread) => thread.terminate()))
      all.clear()
    },
  }
}

const gone = () => new WorkError('cancelled', 'nobody waits for this analysis any more', { retryable: true })

function start(all: Set<Worker>, file: string): Worker {
  const thread = new Worker(new URL(file, import.meta.url), {
    ...{ env: {}, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, stderr: true, stdout: true },
  })
  thread.setMaxListeners(0)
  all.add(thread)
  return thread
}

/** Rejects when the thread dies or nobody wants the reply any more; the thread is of no more use then. */
function replyOf(thread: Worker, job: unknown, name: string, signal: AbortSignal): Promise<JobReply> {
  return new Promise((resolve, reject) => {
    const done = () => {
      thread.removeAllListeners()
      // A late error of an ended thread concerns nobody.
      thread.on('error', () => undefined)
      signal.removeEventListener('abort', aborted)
    }
    const aborted = () => {
      done()
      reject(gone())
    }
    thread.removeAllListeners()
    thread.once('message', (reply: JobReply) => {
      done()
      resolve(reply)
    })
    thread.once('error', (cause) => {
      done()
      reject(new WorkError('too_large', `${name} needs more than ${MEMORY_MB} MB, or cannot run`, { cause }))
    })
    thread.once('exit', () => {
      done()
      reject(new WorkError('interrupted', `${name} was interrupted`, { retryable: true }))
    })
    signal.addEventListener('abort', aborted, { once: true })
    thread.postMessage(job)
  })
}
