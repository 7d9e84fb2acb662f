import { Worker } from 'node:worker_threads'
import { changeCount } from '../concurrency/change-count.ts'
import { createFairQueue } from '../concurrency/fair-queue.ts'
import { ApiError, WorkError } from '../errors.ts'
import type { Ask, Said } from './serve-works.ts'
import { errorOf } from './told-error.ts'

/** What threads can do: pure functions of plain data. */
// biome-ignore lint/suspicious/noExplicitAny: each work has parameters of its own
export type Works = Readonly<Record<string, (...given: any[]) => unknown>>

/** Which works threads do, how many of them there are at most, and within which bounds. */
export interface ThreadsOf<W extends Works> {
  /** The module that exports them as `works`; a thread loads it. */
  readonly works: URL
  readonly most: number
  /** So many of them a caller may hold, all when left out: one caller's hostile texts keep no other waiting. */
  readonly ofOne?: number
  readonly mostWaiting?: number
  readonly memoryMb: number
  readonly stackMb?: number
  /** By the clock; no bound of its own when left out. */
  readonly longestMs?: number
  /** One without work ends after so long, and stays when left out. */
  readonly idleMs?: number
  /** Stands below the thread that answers everyone. */
  readonly lowered?: boolean
  /** How a work is called in what is told of its failure. */
  nameOf(work: keyof W, given: Parameters<W[keyof W]>): string
}

/** Whose turn a work takes; of one caller the lower rank goes first. */
export interface Turn {
  readonly caller?: string | undefined
  readonly rank?: string
  readonly signal?: AbortSignal | undefined
  /** Of somebody who waits for it: less than others may have. */
  readonly longestMs?: number
}

export interface Apart<W extends Works> {
  /**
   * The result of a work, done on a thread; callers take turns. Rejects with what the work throws, with the signal's reason, and with
   * WorkError `too_long` or `too_large` where the bounds of time or memory do not suffice, `interrupted` (retryable) where its thread
   * ends, `internal` where it fails in another way; ApiError `unavailable` where too many wait already.
   */
  run<Name extends keyof W>(work: Name, given: Parameters<W[Name]>, turn?: Turn): Promise<ReturnType<W[Name]>>
  waiting(): number
  /** Ends the threads and what they are at. */
  close(): Promise<void>
}

interface Job extends Turn {
  readonly ask: Ask
  readonly name: string
  readonly resolve: (result: never) => void
  readonly reject: (error: unknown) => void
}

const RETRY_AFTER_S = 60

/** Threads that work beside this one. Each is started when it is needed, and ended with a work that may not go on. */
export function openApart<W extends Works>(of: ThreadsOf<W>): Apart<W> {
  const waiting = createFairQueue<Job>()
  /** With what ends each. */
  const idle = new Map<Worker, NodeJS.Timeout | undefined>()
  const all = new Set<Worker>()
  const heldBy = new Map<string, number>()
  let busy = 0

  const mayHoldOneMore = (caller: string | undefined) => caller === undefined || (heldBy.get(caller) ?? 0) < (of.ofOne ?? of.most)

  function hold(caller: string | undefined, by: 1 | -1): void {
    busy += by
    if (caller !== undefined) changeCount(heldBy, caller, by)
  }

  function takeNext(): void {
    while (busy < of.most) {
      const job = waiting.take(undefined, mayHoldOneMore)
      if (!job) return
      hold(job.caller, 1)
      void work(job).finally(() => {
        hold(job.caller, -1)
        takeNext()
      })
    }
  }

  async function work(job: Job): Promise<void> {
    let thread: Worker | undefined
    try {
      thread = takeIdle() ?? start()
      const said = await askThread(thread, job, of)
      keep(thread)
      if ('result' in said) job.resolve(said.result as never)
      else job.reject(failureOf(errorOf(said.error), job.name))
    } catch (error) {
      job.reject(error)
      await thread?.terminate()
    }
  }

  function start(): Worker {
    const thread = new Worker(new URL('./start-thread.mjs', import.meta.url), {
      workerData: { works: of.works.href, lowered: of.lowered === true },
      resourceLimits: { maxOldGenerationSizeMb: of.memoryMb, ...(of.stackMb === undefined ? {} : { stackSizeMb: of.stackMb }) },
      ...{ env: {}, stdout: true, stderr: true },
    })
    all.add(thread)
    // a late error of an ended thread concerns nobody
    thread.on('error', () => undefined)
    thread.once('exit', () => {
      all.delete(thread)
      takeIdle(thread)
    })
    return thread
  }

  /** This one, or the last that became idle, where there is one. */
  function takeIdle(thread: Worker | undefined = [...idle.keys()].at(-1)): Worker | undefined {
    if (!thread || !idle.has(thread)) return undefined
    clearTimeout(idle.get(thread))
    idle.delete(thread)
    return thread
  }

  /** Ready for the next work. */
  function keep(thread: Worker): void {
    thread.unref()
    idle.set(thread, of.idleMs === undefined ? undefined : setTimeout(() => void takeIdle(thread)?.terminate(), of.idleMs).unref())
  }

  return {
    async run<Name extends keyof W>(work: Name, given: Parameters<W[Name]>, turn: Turn = {}) {
      const { caller, rank, signal } = turn
      signal?.throwIfAborted()
      if (waiting.size() >= (of.mostWaiting ?? Number.POSITIVE_INFINITY))
        throw new ApiError('unavailable', 'Too much waits for its turn already. Try again in a minute.', {
          headers: { 'retry-after': String(RETRY_AFTER_S) },
        })
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<W[Name]>>()
      const job: Job = { ...turn, ask: { work: String(work), given }, name: of.nameOf(work, given), resolve, reject }
      const left = () => waiting.remove(job) && reject(signal?.reason)
      signal?.addEventListener('abort', left, { once: true })
      waiting.add(caller, job, rank)
      takeNext()
      return promise.finally(() => signal?.removeEventListener('abort', left))
    },
    waiting: () => waiting.size(),
    async close() {
      for (const thread of idle.keys()) takeIdle(thread)
      await Promise.all([...all].map((thread) => thread.terminate()))
    },
  }
}

const failureOf = (error: Error, name: string): Error =>
  error instanceof ApiError || error instanceof WorkError
    ? error
    : new WorkError('internal', `${name} failed: ${error.message}`, { cause: error })

/** What the thread says of a job. Rejects where it dies, runs over its bounds or nobody waits any more; it is of no more use then. */
async function askThread<W extends Works>(thread: Worker, job: Job, of: ThreadsOf<W>): Promise<Said> {
  const { signal, name, longestMs = of.longestMs } = job
  const said = Promise.withResolvers<Said>()
  const overTime = () => said.reject(new WorkError('too_long', `${name} takes longer than ${(longestMs ?? 0) / 1000} s`))
  const aborted = () => said.reject(signal?.reason)
  const failed = (cause: Error & { code?: string }) =>
    said.reject(
      cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new WorkError('too_large', `${name} needs more than ${of.memoryMb} MB`, { cause })
        : failureOf(cause, name),
    )
  const ended = () => said.reject(new WorkError('interrupted', `${name} was interrupted`, { retryable: true }))
  const timer = longestMs === undefined ? undefined : setTimeout(overTime, longestMs)
  signal?.addEventListener('abort', aborted, { once: true })
  thread.once('message', said.resolve).once('error', failed).once('exit', ended)
  // whoever waits keeps the process; a thread alone does not
  thread.ref()
  try {
    if (signal?.aborted) aborted()
    else thread.postMessage(job.ask)
    return await said.promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', aborted)
    thread.off('message', said.resolve).off('error', failed).off('exit', ended)
  }
}
