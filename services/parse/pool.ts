import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { WorkError } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/log.ts'
import type { ParsedHeader } from '../../schemas/artifacts.ts'
import { type Outcome, type ParserProcess, type ProcessLimits, startParserProcess } from './parser-process.ts'
import type { ArchiveLimits, ReadProgress } from './protocol.ts'
import { createWorkFolder } from './work-folder.ts'

const JOBS_PER_PROCESS = 300
const IDLE_RSS_MB = 300

export interface ParseRequest {
  /** A file on this machine. */
  readonly path: string
  /** Lower-case extension without the dot. */
  readonly fileType: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ReadProgress) => void
}

export interface ParsedFile {
  readonly header: ParsedHeader
  /** Newline-delimited blocks, without the header line. */
  readonly blocks: string
  /** Removes the file of blocks. */
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
  /** Children, each with one file at a time. */
  readonly size: number
  readonly log: Logger
  /** Module that a child runs; it calls serveJobs. */
  readonly entry?: URL
}

interface Seat {
  readonly process: ParserProcess
  jobs: number
}

/** Warm child processes that read files under limits of time and memory; one that breaks a limit is killed and replaced. */
export function createParserPool({ limits, size, log, entry = new URL('./child.ts', import.meta.url) }: PoolOptions): ParserPool {
  const folder = createWorkFolder()
  const seats = createSeats(size, () => startParserProcess(entry, folder, limits))
  let lastJob = 0

  async function attempt(request: ParseRequest, output: string): Promise<Outcome> {
    const seat = await seats.take(request.signal)
    const { path: input, fileType, signal, onProgress } = request
    const outcome = await seat.process.run({ id: ++lastJob, input, output, fileType, limits }, { signal, onProgress })
    seat.jobs++
    const spent = outcome.kind === 'failed' ? outcome.spent : outcome.kind !== 'done' || outcome.rssMb > IDLE_RSS_MB
    if (outcome.kind === 'crashed' || outcome.kind === 'stopped') log.warn({ outcome, fileType }, 'a parser process was ended')
    seats.give(seat, spent || seat.jobs >= JOBS_PER_PROCESS)
    return outcome
  }

  return {
    async parse(request) {
      const output = join(folder, `${randomUUID()}.ndjson`)
      const dispose = () => rm(output, { force: true })
      try {
        let outcome = await attempt(request, output)
        // The cause of a crash may lie in the child's past; a fresh one tells whether it is the file.
        if (outcome.kind === 'crashed') outcome = await attempt(request, output)
        if (outcome.kind === 'done') return { header: outcome.header, blocks: output, dispose }
        throw failureOf(outcome, limits, request.signal)
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

function failureOf(outcome: Exclude<Outcome, { kind: 'done' }>, limits: ProcessLimits, signal: AbortSignal | undefined): unknown {
  if (outcome.kind === 'failed') return new WorkError(outcome.code, outcome.message)
  if (outcome.kind === 'crashed')
    return new WorkError('internal', 'The file made its reader crash twice. Save it again with another program and upload that copy.', {
      cause: new Error(outcome.detail),
    })
  if (outcome.reason === 'aborted') return signal?.reason
  if (outcome.reason === 'timed_out')
    return new WorkError('timed_out', `Reading the file took longer than ${limits.timeout_ms / 1000} s. Split it into smaller files.`)
  return new WorkError('out_of_memory', `Reading the file needs more than ${limits.memory_mb} MB of memory. Split it into smaller files.`)
}

/** A fixed number of processes, handed out first come, first served. */
function createSeats(size: number, start: () => ParserProcess) {
  const fresh = (): Seat => ({ process: start(), jobs: 0 })
  const idle = Array.from({ length: size }, fresh)
  const all = new Set(idle)
  const waiting: { grant: (seat: Seat) => void; refuse: (reason: unknown) => void }[] = []
  let closed = false

  const replace = (seat: Seat): Seat => {
    all.delete(seat)
    void seat.process.stop()
    const next = fresh()
    all.add(next)
    return next
  }
  return {
    async take(signal?: AbortSignal): Promise<Seat> {
      signal?.throwIfAborted()
      if (closed) throw new WorkError('internal', 'The service is stopping.', { retryable: true })
      const seat = idle.shift()
      if (seat) return seat.process.alive() ? seat : replace(seat)
      return new Promise((resolve, reject) => {
        const entry = { grant: resolve, refuse: reject }
        const abort = () => {
          const at = waiting.indexOf(entry)
          if (at < 0) return
          waiting.splice(at, 1)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', abort, { once: true })
        entry.grant = (granted) => {
          signal?.removeEventListener('abort', abort)
          resolve(granted)
        }
        waiting.push(entry)
      })
    },
    give(seat: Seat, spent: boolean): void {
      if (closed) return
      const next = spent || !seat.process.alive() ? replace(seat) : seat
      const first = waiting.shift()
      if (first) first.grant(next)
      else idle.push(next)
    },
    waiting: () => waiting.length,
    pids: () => [...all].filter((s) => s.process.alive()).flatMap((s) => s.process.pid ?? []),
    async close(): Promise<void> {
      closed = true
      for (const w of waiting.splice(0)) w.refuse(new WorkError('internal', 'The service is stopping.', { retryable: true }))
      await Promise.all([...all].map((s) => s.process.stop()))
    },
  }
}
