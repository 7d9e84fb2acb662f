import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import { ApiError, inFull } from './errors.ts'
import type { Logger } from './log.ts'

/** Longest wait for the answer of a dependency. */
export const PROBE_TIMEOUT_MS = 5_000
const FRESH_MS = 1_000
/** Whoever asks waits no longer for a dependency that hangs, where a report of before says how it was. */
const PATIENCE_MS = 800

/** Something outside the process that it leans on. */
export interface Dependency {
  readonly name: string
  /** Whether the process is of no use without it; else its loss only degrades. */
  readonly required: boolean
  /** Rejects when it does not answer. A number `behind` in the details of an ApiError is told to everybody. */
  readonly check: (signal: AbortSignal) => Promise<void>
  /** A few words for everybody, such as which model answers; never an address. */
  readonly detail?: (answers: boolean) => string | undefined
}

export interface DependencyHealth {
  readonly status: 'healthy' | 'unhealthy'
  readonly responseTimeMs: number
  readonly last_checked: string
  /** How far it is behind, in records, where that is why. */
  readonly behind?: number
  /** What it is, in a few words. */
  readonly detail?: string
}

export interface HealthReport {
  /** unhealthy: a required dependency is down; degraded: another one is. */
  readonly status: 'healthy' | 'degraded' | 'unhealthy'
  readonly timestamp: string
  readonly dependencies: Readonly<Record<string, DependencyHealth>>
}

export interface Health {
  /**
   * Probes everything at the same time, each for at most 5 s; a report younger than 1 s, or one that is under way, is shared. Where that takes
   * longer than 0.8 s the report before it answers, and the probes go on for the next who asks.
   */
  check(): Promise<HealthReport>
  /** The latest report, without probing. */
  latest(): HealthReport | undefined
  /** Why a dependency did not answer when it was last asked; undefined when it did. For operators only. */
  reasonOf(name: string): string | undefined
}

/** The reply of a process that takes no work now: names and states of its dependencies, never a reason or an address. */
export const notReady = (why: string, report?: HealthReport): ApiError =>
  new ApiError('unavailable', why, {
    headers: { 'retry-after': '1' },
    details: { status: 'not_ready', ...(report && { dependencies: report.dependencies }) },
  })

/** Watches dependencies. Why a probe fails stands in the log, once per change: reports are open to everyone. */
export function createHealth(
  dependencies: readonly Dependency[],
  options: { clock: Clock; log: Logger; timeoutMs?: number; freshMs?: number; patienceMs?: number },
): Health {
  const { clock, log, timeoutMs = PROBE_TIMEOUT_MS, freshMs = FRESH_MS, patienceMs = PATIENCE_MS } = options
  let latest: { report: HealthReport; at: number } | undefined
  let running: Promise<HealthReport> | undefined
  const reasons = new Map<string, string>()

  async function probe({ name, check, detail }: Dependency): Promise<DependencyHealth> {
    const started = performance.now()
    const before = latest?.report.dependencies[name]?.status ?? 'healthy'
    let status: DependencyHealth['status'] = 'healthy'
    let behind: number | undefined
    try {
      await answersWithin(timeoutMs, check)
      reasons.delete(name)
    } catch (error) {
      status = 'unhealthy'
      reasons.set(name, inFull(error))
      if (error instanceof ApiError && typeof error.details.behind === 'number') behind = error.details.behind
      if (before === 'healthy') log.warn({ dependency: name, reason: inFull(error) }, 'a dependency does not answer')
    }
    if (before === 'unhealthy' && status === 'healthy') log.info({ dependency: name }, 'a dependency answers again')
    const responseTimeMs = Math.round((performance.now() - started) * 10) / 10
    const told = detail?.(status === 'healthy')
    const words = told === undefined ? {} : { detail: told }
    return { status, responseTimeMs, last_checked: iso(clock), ...(behind === undefined ? {} : { behind }), ...words }
  }

  async function run(): Promise<HealthReport> {
    const results = await Promise.all(dependencies.map(async (d) => [d, await probe(d)] as const))
    const down = results.filter(([, r]) => r.status === 'unhealthy')
    const status = down.some(([d]) => d.required) ? 'unhealthy' : down.length ? 'degraded' : 'healthy'
    const report = { status, timestamp: iso(clock), dependencies: Object.fromEntries(results.map(([d, r]) => [d.name, r])) } as const
    latest = { report, at: clock.now() }
    return report
  }

  return {
    latest: () => latest?.report,
    reasonOf: (name) => reasons.get(name),
    check() {
      if (latest && Math.abs(clock.now() - latest.at) < freshMs) return Promise.resolve(latest.report)
      running ??= run().finally(() => {
        running = undefined
      })
      if (!latest) return running
      const before = latest.report
      const patience = new AbortController()
      return Promise.race([running, delay(patienceMs, before, { ref: false, signal: patience.signal }).catch(() => before)]).finally(() =>
        patience.abort(),
      )
    },
  }
}

const iso = (clock: Clock): string => new Date(clock.now()).toISOString()

/** The answer, or an Error at the deadline: a check that does not listen to its signal is left behind then. */
export async function answersWithin<Answer>(timeoutMs: number, check: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const deadline = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`no answer within ${timeoutMs} ms`)
      deadline.abort(error)
      reject(error)
    }, timeoutMs)
  })
  try {
    return await Promise.race([check(deadline.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
