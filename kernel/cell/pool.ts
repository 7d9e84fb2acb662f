import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ParsedHeader } from '../../schemas/artifacts.ts'
import { WorkError } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import { type Outcome, type ProcessLimits, startParserProcess } from './parser-process.ts'
import type { Lane, Seat } from './processes.ts'
import type { ArchiveLimits, Job, PagePicture, PictureJob, PictureText, ReadProgress } from './protocol.ts'
import { createSeats } from './seats.ts'
import { processorLimitOf, timeLimitOf } from './time-limit.ts'
import { createWorkFolder } from './work-folder.ts'

const JOBS_PER_PROCESS = 300
const IDLE_RSS_MB = 200
/** One that has the languages of recognition in memory is worth keeping for the next page. */
const IDLE_RSS_OF_PICTURES_MB = 450
/** Its process stands behind all others: on a busy machine that is not the page's fault. */
const CLOCK_OF_PICTURES = 3
/** Processor time that drawing a page may take beside reading the file. */
const MS_A_PICTURE = 500
/** So long a slow file holds up the next one before one more child helps. */
const PATIENCE_MS = 2000
const IDLE_MS = 5000
/** What takes more processor time goes on in the slow lane; files of this size begin there. */
const QUICK_MS = 1000
const SLOW_FROM_BYTES = 5_000_000
/** What the system says of a file that is not there any more. */
const GONE = new Set(['ENOENT', 'ENOTDIR', 'ESTALE'])

export interface ParseRequest {
  /** A file on this machine. */
  readonly path: string
  /** Lower-case extension without the dot. */
  readonly fileType: string
  /** Who brought it: callers take turns. */
  readonly caller?: string | undefined
  /** Scanned pages to be drawn at most; none when absent. */
  readonly pictures?: number
  /** Whether they are drawn for `recognise`. */
  readonly fine?: boolean
  /** What to do where pages are not read, as a sentence for the uploader. */
  readonly unread?: string | undefined
  /** Files within the file to be kept at most; none when absent. */
  readonly attachments?: number
  /** Instead of reading it, this page of a PDF is drawn: the only picture of the result; `blocks` is a file of `PageWords`. */
  readonly draw?: number
  /** What else the child has to know: it reads it as JSON from the job's `beside`. */
  readonly beside?: unknown
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

/** A picture whose text is wanted. */
export interface PictureRequest extends Pick<ParseRequest, 'caller' | 'signal' | 'inLine'> {
  /** A PNG file that a parse of this pool drew. */
  readonly path: string
  /** Codes of languages that are installed. */
  readonly languages: readonly string[]
  /** Of processor time, from the moment that a child has it; three times as much by the clock. */
  readonly timeoutMs: number
}

export interface ParserPool {
  /**
   * Reads a file in a child process, as soon as one is free. Rejects with WorkError of a document error code; with the
   * signal's reason when it aborts.
   */
  parse(request: ParseRequest): Promise<ParsedFile>
  /** Reads the text of a picture, in the slow lane. Rejects as `parse` does. */
  recognise(request: PictureRequest): Promise<PictureText>
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
  readonly entry: URL
}

type SeatedRequest = Pick<ParseRequest, 'caller' | 'signal' | 'inLine' | 'onProgress'>
interface TimeLimit {
  readonly timeoutMs: number
  readonly processorMs: number
}

/** What a child is asked for, and within what. */
interface Work {
  readonly job: Omit<Job, 'id'> | Omit<PictureJob, 'id'>
  readonly what: string
  readonly limit: TimeLimit
  /** Where it begins. */
  readonly lane: Lane
  /** A child with more resident memory is not kept after it. */
  readonly idleMb: number
}

function limitOf(size: number, pictures = 0, timeout: number): TimeLimit {
  const timeoutMs = timeLimitOf(size, timeout)
  return { timeoutMs, processorMs: Math.min(timeoutMs, processorLimitOf(size, timeout) + pictures * MS_A_PICTURE) }
}

/** Child processes that read files under limits of time and memory; one that breaks a limit is killed. Those without work end. */
export function createParserPool({ limits, size, steady = size, log, entry }: PoolOptions): ParserPool {
  const folder = createWorkFolder()
  const start = () => startParserProcess(entry, folder, limits)
  const seats = createSeats({ steady, most: size, patienceMs: PATIENCE_MS, idleMs: IDLE_MS, start })
  let lastJob = 0

  /** One try on a seat of the lane; undefined where the file took long and others waited: it begins again in the slow lane. */
  async function sit(request: SeatedRequest, work: Work, lane: Lane): Promise<Outcome | undefined> {
    const { caller, signal, onProgress, inLine = (wait) => wait } = request
    const seat = await inLine(seats.take({ caller, lane, signal }))
    const yields = new AbortController()
    let began = performance.now()
    const onBegun = () => {
      began = performance.now()
    }
    const slow = lane === 'quick' ? { afterMs: QUICK_MS, tell: () => void moveOver(seat, yields) } : undefined
    const either = signal ? AbortSignal.any([signal, yields.signal]) : yields.signal
    const outcome = await seat.process.run({ ...work.job, id: ++lastJob }, { ...work.limit, signal: either, onBegun, slow, onProgress })
    seat.jobs++
    const spent = outcome.kind === 'failed' ? outcome.spent : outcome.kind !== 'done' || outcome.rssMb > work.idleMb
    const moved = yields.signal.aborted && !signal?.aborted && outcome.kind === 'stopped'
    if (!moved && (outcome.kind === 'crashed' || outcome.kind === 'stopped' || outcome.kind === 'unstarted'))
      log.warn({ outcome, what: work.what }, 'a parser process was ended')
    const seconds = (performance.now() - began) / 1000
    seats.give(seat, { spent: spent || seat.jobs >= JOBS_PER_PROCESS, caller, seconds })
    return moved ? undefined : outcome
  }

  async function moveOver(seat: Seat, yields: AbortController): Promise<void> {
    if ((await seats.becomeSlow(seat)) === 'yield') yields.abort()
  }

  async function attempt(request: SeatedRequest, work: Work): Promise<Outcome> {
    const first = work.lane === 'quick' ? await sit(request, work, 'quick') : undefined
    for (let outcome = first; ; ) {
      if (outcome) return outcome
      outcome = await sit(request, work, 'slow')
    }
  }

  /** The cause of a crash may lie in the child's past; a fresh one tells whether it is the file. */
  async function attemptTwice(request: SeatedRequest, work: Work): Promise<Outcome> {
    const outcome = await attempt(request, work)
    return outcome.kind === 'crashed' ? attempt(request, work) : outcome
  }

  return {
    async parse(request) {
      const own = join(folder, randomUUID())
      const output = join(own, 'blocks.ndjson')
      const dispose = () => rm(own, { recursive: true, force: true })
      await mkdir(own)
      try {
        const { path: input, fileType, pictures, fine, unread, attachments, draw, beside, signal } = request
        const { size } = await stat(input)
        const asked = {
          ...(pictures && { pictures, fine }),
          ...(unread && { unread }),
          ...(attachments && { attachments }),
          ...(draw && { draw }),
          ...(beside !== undefined && { beside: join(own, 'beside.json') }),
        }
        if (asked.beside) await writeFile(asked.beside, JSON.stringify(beside))
        const limit = limitOf(size, pictures, limits.timeout_ms)
        const outcome = await attemptTwice(request, {
          job: { input, output, fileType, limits, ...asked },
          what: fileType,
          limit,
          lane: size < SLOW_FROM_BYTES ? 'quick' : 'slow',
          idleMb: IDLE_RSS_MB,
        })
        if (outcome.kind === 'done' && 'header' in outcome.result) return { ...outcome.result, blocks: output, dispose }
        throw failureOf(outcome, { ...limits, ...limit }, size, signal)
      } catch (error) {
        await dispose()
        throw request.signal?.aborted ? error : await unlessGone(request.path, error)
      }
    },
    async recognise(request) {
      const { path: picture, languages, timeoutMs, signal } = request
      const job = { picture, languages: [...languages] }
      const limit = { timeoutMs: timeoutMs * CLOCK_OF_PICTURES, processorMs: timeoutMs }
      const outcome = await attemptTwice(request, { job, what: 'a scanned page', limit, lane: 'slow', idleMb: IDLE_RSS_OF_PICTURES_MB })
      if (outcome.kind === 'done' && 'confidence' in outcome.result) return outcome.result
      if (outcome.kind === 'stopped' && (outcome.reason === 'timed_out' || outcome.reason === 'busy_too_long'))
        throw new WorkError('timed_out', `it took longer than the ${seconds(timeoutMs)} s of parsing.ocr.timeout_ms.`)
      throw failureOf(outcome, { ...limits, ...limit }, 0, signal)
    },
    pids: () => seats.pids(),
    waiting: () => seats.waiting(),
    async close() {
      await seats.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What a reader says of a file is not believed where the file went away meanwhile: another try finds out what is there. */
async function unlessGone(input: string, error: unknown): Promise<unknown> {
  const there = await stat(input).catch(
    (missing: unknown) => !(missing instanceof Error && 'code' in missing && GONE.has(String(missing.code))),
  )
  if (there) return error
  return new WorkError('storage_failed', 'The file went away while it was read.', { retryable: true, cause: error })
}

const seconds = (ms: number): number => Number((ms / 1000).toPrecision(2))
const kilobytes = (bytes: number): number => Math.max(1, Math.round(bytes / 1000))

function failureOf(outcome: Outcome, limits: ProcessLimits & TimeLimit, size: number, signal: AbortSignal | undefined): unknown {
  if (outcome.kind === 'failed') return new WorkError(outcome.code, outcome.message, { retryable: outcome.code === 'storage_failed' })
  if (outcome.kind === 'crashed')
    return new WorkError('internal', 'The file made its reader crash twice. Save it again with another program and upload that copy.', {
      cause: new Error(outcome.detail),
    })
  if (outcome.kind === 'done') return new WorkError('internal', 'The parser process gave what it was not asked for.')
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
        `Reading the file took longer than ${seconds(limits.timeoutMs)} s by the clock. Retry it when the machine is less busy; if that does not help, split it into smaller files.`,
      )
    case 'busy_too_long':
      return new WorkError(
        'timed_out',
        `Reading the file needs more than ${seconds(limits.processorMs)} s of processor time, the limit for a file of ${kilobytes(size)} kB. Save it again with another program, or split it, and upload that.`,
      )
    case 'out_of_memory':
      return new WorkError(
        'out_of_memory',
        `Reading the file needs more than ${limits.memory_mb} MB of memory. Split it into smaller files.`,
      )
  }
}
