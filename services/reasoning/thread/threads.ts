import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { createFairQueue } from '../../../kernel/runtime/fair-queue.ts'
import type { Job, JobReply } from './job.ts'

/** One core stays for those who answer requests. */
const MOST_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))
const MEMORY_MB = 400

interface Waiting {
  readonly job: Job
  readonly signal: AbortSignal
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** Threads that analyse off the event loop; subjects take turns. */
export interface Threads {
  /** The result of a job. WorkError where it fails; an aborted signal ends the thread that works on it. */
  run(caller: string, job: Job, signal: AbortSignal): Promise<unknown>
  waiting(): number
  close(): Promise<void>
}

/** Threads are started when they are needed, and kept. */
export function openThreads(): Threads {
  const queue = createFairQueue<Waiting>()
  const idle: Worker[] = []
  const all = new Set<Worker>()
  let busy = 0

  const next = (): void => {
    while (busy < MOST_THREADS) {
      const waiting = queue.take()
      if (!waiting) return
      if (!waiting.signal.aborted) void work(waiting)
    }
  }

  const work = async ({ job, signal, resolve, reject }: Waiting): Promise<void> => {
    busy++
    const thread = idle.pop() ?? start(all)
    thread.ref()
    try {
      const reply = await replyOf(thread, job, signal)
      thread.unref()
      idle.push(thread)
      if ('error' in reply) reject(new WorkError('internal', `the analysis ${job.analysis} failed: ${reply.error}`))
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
    run: (caller, job, signal) =>
      new Promise((resolve, reject) => {
        const waiting = { job, signal, resolve, reject }
        signal.addEventListener('abort', () => queue.remove(waiting) && reject(gone()), { once: true })
        queue.add(caller, waiting)
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

function start(all: Set<Worker>): Worker {
  const thread = new Worker(new URL('./start-analysis-thread.mjs', import.meta.url), {
    ...{ env: {}, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, stderr: true, stdout: true },
  })
  thread.setMaxListeners(0)
  all.add(thread)
  return thread
}

/** Rejects when the thread dies or nobody wants the reply any more; the thread is of no more use then. */
function replyOf(thread: Worker, job: Job, signal: AbortSignal): Promise<JobReply> {
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
      reject(new WorkError('too_large', `the analysis ${job.analysis} needs more than ${MEMORY_MB} MB, or cannot run`, { cause }))
    })
    thread.once('exit', () => {
      done()
      reject(new WorkError('interrupted', 'the analysis was interrupted', { retryable: true }))
    })
    signal.addEventListener('abort', aborted, { once: true })
    thread.postMessage(job)
  })
}
