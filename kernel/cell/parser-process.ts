import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DocumentErrorCode } from '../../schemas/document-error-codes.ts'
import { orAborted } from '../runtime/concurrency/or-aborted.ts'
import { ENGINE_FLAGS, profileFlags } from './engine-flags.ts'
import { FRESH, LOWERED, standBelow } from './priority.ts'
import { useOf } from './process-use.ts'
import { type AnyJob, type PictureText, type ReadProgress, type ReadResult, type Reply, replySchema } from './protocol.ts'
import { WATCHES_PARENT } from './serve-jobs.ts'
import { isSlow } from './time-limit.ts'

const WATCH_EVERY_MS = 50
/** A machine that is busy with others does not make a file a slow one. */
const CLOCK_OF_SLOW = 5
const STDERR_KEPT = 4096
const HEAP_EXHAUSTED = /heap out of memory|Allocation failed|out of memory/i

export interface ProcessLimits {
  /** For a file without bytes; see `timeLimitOf`. */
  readonly timeout_ms: number
  /** Resident memory of the child. */
  readonly memory_mb: number
}

/** `busy_too_long`: its processor time is used up, which is less than its time by the clock. */
type StopReason = 'timed_out' | 'busy_too_long' | 'out_of_memory' | 'aborted'

/** How one job ended. `spent`: the process is gone or must not be used again. */
export type Outcome =
  | { kind: 'done'; result: ReadResult | PictureText; rssMb: number }
  | { kind: 'failed'; code: DocumentErrorCode; message: string; spent: boolean }
  | { kind: 'stopped'; reason: StopReason }
  | { kind: 'crashed'; detail: string }
  /** The system has no process to give; no file is to blame. */
  | { kind: 'unstarted'; detail: string }

interface RunOptions {
  readonly timeoutMs: number
  /** Of processor time; only the clock counts when absent. */
  readonly processorMs?: number
  readonly signal?: AbortSignal
  /** The process is up and has the job. */
  readonly onBegun?: () => void
  /** Called once, when the job has used so much processor time, or five times as long by the clock. */
  readonly slow?: { readonly afterMs: number; readonly tell: () => void }
  readonly onProgress?: (p: ReadProgress) => void
}

export interface ParserProcess {
  readonly pid: number | undefined
  /** Runs one job; never rejects. The process is killed at a limit and when the signal aborts. */
  run(job: AnyJob, options: RunOptions): Promise<Outcome>
  alive(): boolean
  /** From now on it runs behind all other processes. */
  lower(): void
  /** Ends the process at once and resolves when it is gone. */
  stop(): Promise<void>
}

const besideThis = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Ends a program with its parent, however busy it is; a thread that watches costs each child 17 MB. Linux alone has it. */
const SETPRIV = '/usr/bin/setpriv'
const DIES_WITH_PARENT = ['--pdeathsig', 'KILL', '--']
/** How it ends where the system does not start the program. */
const NOT_EXECUTED: ReadonlySet<number | null> = new Set([126, 127])
let mayDieWithParent: boolean | undefined
const diesWithParent = () =>
  (mayDieWithParent ??= spawnSync(SETPRIV, [...DIES_WITH_PARENT, process.execPath, '-v'], { stdio: 'ignore' }).status === 0)

const written = new Set<string>()

/** Sees to it, beside everything else, that children started later find their sources without types. */
function writePlainSources(entry: URL): void {
  if (written.has(entry.href)) return
  written.add(entry.href)
  const writer = spawn(process.execPath, [besideThis('./write-plain.mjs'), fileURLToPath(entry)], { stdio: 'ignore' })
  writer.once('error', () => undefined).unref()
  if (writer.pid !== undefined) standBelow(writer.pid, LOWERED)
}

/** The engine confines no process that it profiles, which only a bench asks for. */
const confinedTo = (folder: string, guarded: boolean): readonly string[] => [
  '--permission',
  '--allow-fs-read=*',
  `--allow-fs-write=${folder}`,
  // For the thread that watches the parent. Without eval a document has no way to start one of its own.
  ...(guarded ? [] : ['--allow-worker']),
]

/** Starts a child that serves jobs. It gets no environment of the parent and may write below `folder` only. */
export function startParserProcess(entry: URL, folder: string, limits: ProcessLimits): ParserProcess {
  writePlainSources(entry)
  const guarded = diesWithParent()
  const child = fork(fileURLToPath(entry), guarded ? [] : [WATCHES_PARENT], {
    ...(guarded && { execPath: SETPRIV }),
    execArgv: [
      ...(guarded ? [...DIES_WITH_PARENT, process.execPath] : []),
      '--import',
      new URL('./load-plain.mjs', import.meta.url).href,
      `--max-old-space-size=${Math.max(64, Math.floor(limits.memory_mb * 0.8))}`,
      ...ENGINE_FLAGS,
      ...(profileFlags.length ? profileFlags : confinedTo(folder, guarded)),
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
    ],
    env: { TZ: 'UTC', LANG: 'C.UTF-8', TMPDIR: folder, MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (child.pid !== undefined) standBelow(child.pid, FRESH)
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT)
  })
  let gone = false
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      gone = true
      resolve()
    }
    child.once('close', end)
    child.once('error', (error) => {
      stderr += error.message
      if (child.pid === undefined) end()
    })
  })
  // An error before the first message ends the process, too.
  const ready = Promise.race([once(child, 'message').catch(() => exited), exited])
  return {
    pid: child.pid,
    alive: () => !gone && child.connected,
    lower() {
      if (child.pid !== undefined && !gone) standBelow(child.pid, LOWERED)
    },
    async run(job, options) {
      // Whoever leaves before the child has started does not wait for it.
      await (options.signal ? orAborted(ready, options.signal).catch(() => undefined) : ready)
      if (child.pid === undefined || (guarded && NOT_EXECUTED.has(child.exitCode))) return { kind: 'unstarted', detail: stderr }
      if (options.signal?.aborted) return { kind: 'stopped', reason: 'aborted' }
      options.onBegun?.()
      const outcome = await runJob(child, exited, limits, job, options)
      if (outcome.kind === 'crashed' && HEAP_EXHAUSTED.test(stderr)) return { kind: 'stopped', reason: 'out_of_memory' }
      return outcome.kind === 'crashed' ? { kind: 'crashed', detail: `${outcome.detail}: ${stderr.trim().slice(-500)}` } : outcome
    },
    async stop() {
      // A profile is written at a process's own end alone.
      if (profileFlags.length && child.connected) child.disconnect()
      else if (!gone) child.kill('SIGKILL')
      await exited
    },
  }
}

function runJob(
  child: ChildProcess,
  exited: Promise<void>,
  limits: ProcessLimits,
  job: AnyJob,
  { timeoutMs, processorMs = Number.POSITIVE_INFINITY, signal, slow, onProgress }: RunOptions,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let reason: StopReason | undefined
    const used = () => (child.pid === undefined ? undefined : useOf(child.pid))
    const before = used()?.seconds ?? 0
    const began = performance.now()
    let told = false
    let share = 0
    const spentMs = (usedMs: number) => Math.max(usedMs, (performance.now() - began) / CLOCK_OF_SLOW)
    const kill = (why: StopReason) => {
      reason ??= why
      child.kill('SIGKILL')
    }
    const timer = setTimeout(kill, timeoutMs, 'timed_out')
    const watch = setInterval(() => {
      const { seconds = 0, residentMb = 0 } = used() ?? {}
      const usedMs = (seconds - before) * 1000
      if (residentMb > limits.memory_mb) kill('out_of_memory')
      else if (usedMs > processorMs) kill('busy_too_long')
      else if (slow && !told && isSlow(spentMs(usedMs), share, slow.afterMs)) {
        told = true
        slow.tell()
      }
    }, WATCH_EVERY_MS)
    const abort = () => kill('aborted')
    const settle = (outcome: Outcome) => {
      clearTimeout(timer)
      clearInterval(watch)
      signal?.removeEventListener('abort', abort)
      child.off('message', listen)
      resolve(outcome)
    }
    const listen = (message: unknown) => {
      const reply: Reply = replySchema.parse(message)
      if (reply.kind === 'ready' || reply.id !== job.id || reason) return
      if (reply.kind === 'progress') {
        share = reply.progress.done / Math.max(1, reply.progress.total)
        return onProgress?.(reply.progress)
      }
      settle(reply)
    }
    signal?.addEventListener('abort', abort)
    child.on('message', listen)
    const crashed = () =>
      settle(reason ? { kind: 'stopped', reason } : { kind: 'crashed', detail: `exit ${child.exitCode ?? child.signalCode ?? 'unknown'}` })
    void exited.then(crashed)
    if (child.connected) child.send(job, (error) => error && child.kill('SIGKILL'))
  })
}
