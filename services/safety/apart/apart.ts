import { Worker } from 'node:worker_threads'
import { createFairQueue } from '../../../kernel/runtime/concurrency/fair-queue.ts'
import { ApiError, WorkError } from '../../../kernel/runtime/errors.ts'
import type { Ask, Said } from './thread.ts'
import type { Works } from './works.ts'

/** Characters that take a few milliseconds: shorter texts are read where they are. */
const SHORT = 20_000
const THREADS = 2
/** By the clock: the longest text that a request may have takes seconds. */
const LONGEST_MS = 240_000
const MEMORY_MB = 1_500
const IDLE_MS = 30_000
const MOST_WAITING = 1_000

export interface ApartOptions {
  /** Whose turn it takes. */
  readonly caller?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Also where the text is short. */
  readonly always?: boolean
  /** Of somebody who waits for it: less than a job may have. */
  readonly longestMs?: number
  /** For tests. */
  readonly memoryMb?: number
}

interface Job extends ApartOptions {
  readonly ask: Ask
  readonly resolve: (result: never) => void
  readonly reject: (error: unknown) => void
}

/** What parses and cleans HTML takes 10 MB: loaded with the first text. */
const loaded = async () => (await import('./works.ts')).works

const waiting = createFairQueue<Job>()
const idle: Worker[] = []
let busy = 0
/** How many threads work for a caller. */
const heldBy = new Map<string, number>()
/** One caller's hostile texts never hold them all. */
const mayTake = (caller: string | undefined): boolean => caller === undefined || (heldBy.get(caller) ?? 0) < THREADS - 1

function hold(caller: string | undefined, by: 1 | -1): void {
  if (caller === undefined) return
  const now = (heldBy.get(caller) ?? 0) + by
  if (now > 0) heldBy.set(caller, now)
  else heldBy.delete(caller)
}

const lengthOf = (given: unknown): number => {
  if (typeof given === 'string') return given.length
  if (Array.isArray(given)) return given.reduce((sum: number, one) => sum + lengthOf(one), 0)
  return given && typeof given === 'object' ? lengthOf(Object.values(given)) : 0
}

/**
 * Reads HTML: a short text at once, a long one on a thread of its own, within bounds of time and memory, so that whoever else asks this
 * process something has an answer meanwhile. WorkError `too_long` where the bounds do not suffice, and what the work throws; ApiError
 * `unavailable` where too much waits already.
 */
export async function apart<Name extends keyof Works>(
  work: Name,
  given: Parameters<Works[Name]>,
  options: ApartOptions = {},
): Promise<ReturnType<Works[Name]>> {
  if (!options.always && lengthOf(given) <= SHORT)
    return ((await loaded())[work] as (...given: readonly unknown[]) => ReturnType<Works[Name]>)(...given)
  const { caller, signal } = options
  signal?.throwIfAborted()
  if (waiting.size() >= MOST_WAITING)
    throw new ApiError('unavailable', 'too many long texts wait to be read; try again in a minute', { headers: { 'retry-after': '60' } })
  return new Promise((resolve, reject) => {
    const job: Job = { ...options, ask: { work, given }, resolve: resolve as Job['resolve'], reject }
    signal?.addEventListener('abort', () => waiting.remove(job) && reject(signal.reason), { once: true })
    waiting.add(caller, job)
    takeNext()
  })
}

function takeNext(): void {
  if (busy >= THREADS) return
  const job = waiting.take(undefined, mayTake)
  if (!job) return
  busy += 1
  hold(job.caller, 1)
  void read(job).finally(() => {
    busy -= 1
    hold(job.caller, -1)
    takeNext()
  })
}

/** Gives the thread back where it may go on, and ends it where it may not. */
async function read({ ask, signal, resolve, reject, longestMs = LONGEST_MS, memoryMb }: Job): Promise<void> {
  const thread = memoryMb === undefined ? (idle.pop() ?? started()) : started(memoryMb)
  thread.ref()
  const said = Promise.withResolvers<Said>()
  const timer = setTimeout(() => said.reject(tooLong(`longer than ${longestMs / 1000} s`)), longestMs)
  const ended = () => said.reject(signal?.reason)
  signal?.addEventListener('abort', ended, { once: true })
  const failed = (error: Error & { code?: string }) =>
    said.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLong('more memory than it may have') : error)
  thread.on('message', said.resolve).on('error', failed)
  try {
    if (signal?.aborted) ended()
    thread.postMessage(ask)
    const answer = await said.promise
    thread.off('message', said.resolve).off('error', failed)
    keep(thread)
    if ('result' in answer) resolve(answer.result as never)
    else reject(new WorkError(answer.code, answer.message))
  } catch (error) {
    thread.on('error', () => undefined)
    await thread.terminate()
    reject(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', ended)
  }
}

const tooLong = (what: string): WorkError => new WorkError('too_long', `the text takes ${what} to be read; edit its sections by themselves`)

const started = (memoryMb = MEMORY_MB): Worker =>
  new Worker(new URL('./start-thread.mjs', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 16 } })

/** Ready for the next text for a while. */
function keep(thread: Worker): void {
  thread.unref()
  idle.push(thread)
  const timer = setTimeout(() => {
    const at = idle.indexOf(thread)
    if (at < 0) return
    idle.splice(at, 1)
    void thread.terminate()
  }, IDLE_MS)
  timer.unref()
}
