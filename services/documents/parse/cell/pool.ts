import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { WorkError } from '../../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../../kernel/runtime/log.ts'
import type { ParsedHeader } from '../../../../schemas/artifacts.ts'
import { type Outcome, type ProcessLimits, startParserProcess } from './parser-process.ts'
import type { Lane, Seat } from './processes.ts'
import type { ArchiveLimits, PagePicture, ReadProgress } from './protocol.ts'
import { createSeats } from './seats.ts'
import { processorLimitOf, timeLimitOf } from './time-limit.ts'
import { createWorkFolder } from './work-folder.ts'

const JOBS_PER_PROCESS = 300
const IDLE_RSS_MB = 200
/** So long a slow file holds up the next one before one more child helps. */
const PATIENCE_MS = 2000
const IDLE_MS = 5000
/** What takes more processor time goes on in the slow lane; files of this size begin there. */
const QUICK_MS = 1000
const SLOW_FROM_BYTES = 5_000_000

export interface ParseRequest {
  /** A file on this machine. */
  readonly path: string
  /** Lower-case extension without the dot. */
  readonly fileType: string
  /** Who brought it: callers take turns. */
  readonly caller?: string | undefined
  /** Scanned pages to be drawn at most; none when absent. */
  readonly pictures?: number
  /** Files within the file to be kept at most; none when absent. */
  readonly attachments?: number
  /** Instead of reading it, this page of a PDF is drawn: the only picture of the result; `blocks` is a file of `PageWords`. */
  readonly draw?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ReadProgress) => void
  /** Gets the wait for a free child, and gives it back. */
  readonly inLine?: <T>(wait: Promise<T>) => Promise<T>
}

export interface ParsedFile {
  readonly header: ParsedHeader
  /** Newline-delimited blocks, without the header line. */
  readonly blocks: string
  /** Pages without text, by their number. The header's characters may be 0 where there are any. */
  readonly pictures: readonly PagePicture[]
  /** Paths of the header's attachments, in their order. */
  readonly attached: readonly string[]
  /** Removes the files of blocks, pictures and attachments. */
  dispose(): Promise<void>
}

export interface ParserPool {
  /**
   * Reads a file in a child process, as soon as one is free. Rejects with WorkError of a document error code; with the
   * signal's reason when it aborts.
   */
  parse(request: ParseRequest): Promise<ParsedFile>
  /** Process ids of the children that are alive. */
  pids(): number[]
  /** Files that wait for a free child. */
  waiting(): number
  /** Ends all children, removes the temporary folder; what still waits is rejected. */
  close(): Promise<void>
}

export interface PoolOptions {
  readonly limits: ProcessLimits & ArchiveLimits
  /** Children at most, each with one file at a time. Of two or more, one is never taken by a file that is known to be slow. */
  readonly size: number
  /** Children that work side by side; the others help where a slow file holds up the next one. All of them when absent. */
  readonly steady?: number
  readonly log: Logger
  /** Module that a child runs; it calls serveJobs. */
  readonly entry?: URL
}

/** Child processes that read files under limits of time and memory; one that breaks a limit is killed. Those without work end. */
export function createParserPool({
  limits,
  size,
  steady = size,
  log,
  entry = new URL('./child.ts', import.meta.url),
}: PoolOptions): ParserPool {
  const folder = createWorkFolder()
  const start = () => startParserProcess(entry, folder, limits)
  const seats = createSeats({ steady, most: size, patienceMs: PATIENCE_MS, idleMs: IDLE_MS, start })
  let lastJob = 0

  /** One try on a seat of the lane; undefined where the file took long and others waited: it begins again in the slow lane. */
  async function sit(request: ParseRequest, output: string, size: number, lane: Lane): Promise<Outcome | undefined> {
    const { path: input, fileType, caller, pictures, attachments, draw, signal, onProgress, inLine = (wait) => wait } = request
    const seat = await inLine(seats.take({ caller, lane, signal }))
    const wanted = { ...(pictures && { pictures }), ...(attachments && { attachments }), ...(draw && { draw }) }
    const job = { id: ++lastJob, input, output, fileType, limits, ...wanted }
    const yields = new AbortController()
    let began = performance.now()
    const onBegun = () => {
      began = performance.now()
    }
    const slow = lane === 'quick' ? { afterMs: QUICK_MS, tell: () => void moveOver(seat, yields) } : undefined
    const limit = { timeoutMs: timeLimitOf(size, limits.timeout_ms), processorMs: processorLimitOf(size, limits.timeout_ms) }
    const either = signal ? AbortSignal.any([signal, yields.signal]) : yields.signal
    const outcome = await seat.process.run(job, { ...limit, signal: either, onBegun, slow, onProgress })
    seat.jobs++
    const spent = outcome.kind === 'failed' ? outcome.spent : outcome.kind !== 'done' || outcome.rssMb > IDLE_RSS_MB
    const moved = yields.signal.aborted && !signal?.aborted && outcome.kind === 'stopped'
    if (!moved && (outcome.kind === 'crashed' || outcome.kind === 'stopped' || outcome.kind === 'unstarted'))
      log.warn({ outcome, fileType }, 'a parser process was ended')
    const seconds = (performance.now() - began) / 1000
    seats.give(seat, { spent: spent || seat.jobs >= JOBS_PER_PROCESS, caller, seconds })
    return moved ? undefined : outcome
  }

  async function moveOver(seat: Seat, yields: AbortController): Promise<void> {
    if ((await seats.becomeSlow(seat)) === 'yield') yields.abort()
  }

  async function attempt(request: ParseRequest, output: string, size: number): Promise<Outcome> {
    const first = size < SLOW_FROM_BYTES ? await sit(request, output, size, 'quick') : undefined
    for (let outcome = first; ; ) {
      if (outcome) return outcome
      outcome = await sit(request, output, size, 'slow')
    }
  }

  return {
    async parse(request) {
      const own = join(folder, randomUUID())
      const output = join(own, 'blocks.ndjson')
      const dispose = () => rm(own, { recursive: true, force: true })
      await mkdir(own)
      try {
        const { size } = await stat(request.path)
        let outcome = await attempt(request, output, size)
        // The cause of a crash may lie in the child's past; a fresh one tells whether it is the file.
        if (outcome.kind === 'crashed') outcome = await attempt(request, output, size)
        if (outcome.kind === 'done') return { ...outcome.result, blocks: output, dispose }
        throw failureOf(outcome, limits, size, request.signal)
      } catch (error) {
        await dispose()
        throw error
      }
    },
    pids: () => seats.pids(),
    waiting: () => seats.waiting(),
    async close() {
      await seats.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const seconds = (ms: number): number => Number((ms / 1000).toPrecision(2))
const kilobytes = (bytes: number): number => Math.max(1, Math.round(bytes / 1000))

function failureOf(
  outcome: Exclude<Outcome, { kind: 'done' }>,
  limits: ProcessLimits,
  size: number,
  signal: AbortSignal | undefined,
): unknown {
  if (outcome.kind === 'failed') return new WorkError(outcome.code, outcome.message, { retryable: outcome.code === 'storage_failed' })
  if (outcome.kind === 'crashed')
    return new WorkError('internal', 'The file made its reader crash twice. Save it again with another program and upload that copy.', {
      cause: new Error(outcome.detail),
    })
  if (outcome.kind === 'unstarted')
    return new WorkError('internal', 'No process could be started to read the file.', {
      retryable: true,
      cause: new Error(outcome.detail),
    })
  switch (outcome.reason) {
    case 'aborted':
      return signal?.reason
    case 'timed_out':
      return new WorkError(
        'timed_out',
        `Reading the file took longer than ${seconds(timeLimitOf(size, limits.timeout_ms))} s by the clock. Retry it when the machine is less busy; if that does not help, split it into smaller files.`,
      )
    case 'busy_too_long':
      return new WorkError(
        'timed_out',
        `Reading the file needs more than ${seconds(processorLimitOf(size, limits.timeout_ms))} s of processor time, the limit for a file of ${kilobytes(size)} kB. Save it again with another program, or split it, and upload that.`,
      )
    case 'out_of_memory':
      return new WorkError(
        'out_of_memory',
        `Reading the file needs more than ${limits.memory_mb} MB of memory. Split it into smaller files.`,
      )
  }
}
