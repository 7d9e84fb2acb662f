import { createFairQueue } from '../runtime/concurrency/fair-queue.ts'
import { WorkError } from '../runtime/errors.ts'
import type { ParserProcess } from './parser-process.ts'
import { createProcesses, type Lane, type Seat } from './processes.ts'

export interface SeatOptions {
  /** Processes that work side by side in the quick lane; they are started as soon as there is work for them. */
  readonly steady: number
  /**
   * Processes at work at most: one more begins each time that the quick lane has stood still for `patienceMs`, or files have waited in it
   * for five times as long. The slow lane has all but one. Of two or more: beyond them there is one for a caller that has none while others
   * have theirs.
   */
  readonly most: number
  readonly patienceMs: number
  /** A process without work ends after this; the last one after twelve times as long. */
  readonly idleMs: number
  readonly start: () => ParserProcess
}

/** Who asks for a seat, and for what. */
export interface SeatRequest {
  readonly caller?: string | undefined
  readonly lane?: Lane
  readonly signal?: AbortSignal | undefined
}

interface Waiter {
  readonly caller: string | undefined
  grant: (seat: Seat) => void
  refuse: (reason: unknown) => void
}

/** Where two callers were seen within this time, a process stands ready for the one of whom nothing is at work. */
const SHARED_MS = 600_000

/** In terms of the patience: a queue that moves is over before another process has compiled what it needs, unless it is a long one. */
const PATIENCE_IF_IT_MOVES = 5

const stopping = () => new WorkError('internal', 'The service is stopping.', { retryable: true })

/** Processes that are started when they are needed, handed out by fair turns of the callers, and ended when they are needed no more. */
export function createSeats({ steady, most, patienceMs, idleMs, start }: SeatOptions) {
  const mostSlow = Math.max(1, most - 1)
  /** Whose file is on each. */
  const working = new Map<Seat, string | undefined>()
  const queues = { quick: createFairQueue<Waiter>(), slow: createFairQueue<Waiter>() }
  /** Files of the quick lane that took longer than one of it does, while the slow lane was full. */
  const overdue = new Map<Seat, (what: 'slow' | 'yield') => void>()
  /** Those that were asked to make room and have not yet. */
  const yielding = new Set<Seat>()
  /** Who asked last, and when that was somebody else than before. */
  let latest: { readonly caller: string | undefined; readonly since: number } | undefined
  const isShared = () => most > 1 && latest !== undefined && performance.now() - latest.since < SHARED_MS
  const processes = createProcesses({ most: most > 1 ? most + 1 : 1, idleMs, keepsOne: isShared, start })
  let patience: NodeJS.Timeout | undefined
  /** Since when files wait in the quick lane, or since it was helped. */
  let waitingSince: number | undefined
  let closed = false

  const workingIn = (lane: Lane) => [...working.keys()].filter((seat) => seat.lane === lane).length
  const has = (caller: string | undefined) => [...working.values()].includes(caller)
  const wantOf = (caller: string | undefined, lane: Lane) => ({ lane, caller, first: !has(caller) })

  /** Seats the next one whose caller `may` be seated; false where there is none. */
  function seatFirst(lane: Lane, limit: number, may?: (caller: string | undefined) => boolean): boolean {
    const waiter = working.size < limit ? queues[lane].take(undefined, may) : undefined
    if (!waiter) return false
    const seat = processes.takeFor(wantOf(waiter.caller, lane))
    working.set(seat, waiter.caller)
    if (lane === 'slow') beSlow(seat)
    else endPatience()
    waiter.grant(seat)
    return true
  }

  /** A file that takes long runs behind all others, and beside it one process stands ready for the seat that is free, so that the next file does not wait for a start. */
  function beSlow(seat: Seat): void {
    seat.loweredFor ??= { caller: working.get(seat) }
    seat.process.lower()
    if (isShared() || (working.size < most && !processes.anyIdle())) processes.makeReady(1)
  }

  /** Settles the first of those that are overdue: into the slow lane, or up for another one; false where neither may be. */
  function moveOverdue(): boolean {
    const [first] = overdue
    const moves = workingIn('slow') < mostSlow
    if (!first || (!moves && queues.quick.size() <= yielding.size)) return false
    const [seat, decide] = first
    overdue.delete(seat)
    if (moves) seat.lane = 'slow'
    else yielding.add(seat)
    decide(moves ? 'slow' : 'yield')
    return true
  }

  /** Seats whoever may be; then it is seen who has to move. */
  function seatAll(): void {
    if (closed) return
    while (seatNext() || moveOverdue()) {}
    if (queues.quick.size() === 0) {
      endPatience()
      waitingSince = undefined
    } else if (working.size < most) {
      waitingSince ??= performance.now()
      const left = waitingSince + PATIENCE_IF_IT_MOVES * patienceMs - performance.now()
      patience ??= setTimeout(help, Math.min(patienceMs, Math.max(0, left)))
    }
  }
  function endPatience(): void {
    clearTimeout(patience)
    patience = undefined
  }
  const seatNext = (): boolean =>
    (workingIn('slow') < mostSlow && seatFirst('slow', most)) ||
    (workingIn('quick') < steady && seatFirst('quick', most)) ||
    seatFirst('quick', most, (caller) => processes.hasFor(wantOf(caller, 'quick'))) ||
    // Whoever has no seat waits for nobody's slow files: one process more is theirs.
    (most > 1 && working.size > 0 && seatFirst('quick', most + 1, (caller) => !has(caller)))
  function help(): void {
    patience = undefined
    waitingSince = undefined
    seatFirst('quick', most)
    seatAll()
  }

  return {
    take({ caller, lane = 'quick', signal }: SeatRequest = {}): Promise<Seat> {
      return new Promise((resolve, reject) => {
        if (closed) throw stopping()
        signal?.throwIfAborted()
        if (latest?.caller !== caller || !latest) latest = { caller, since: latest ? performance.now() : Number.NEGATIVE_INFINITY }
        const abort = () => {
          if (queues[lane].remove(waiter)) reject(signal?.reason)
        }
        const waiter: Waiter = {
          caller,
          grant(seat) {
            signal?.removeEventListener('abort', abort)
            resolve(seat)
          },
          refuse: reject,
        }
        signal?.addEventListener('abort', abort, { once: true })
        queues[lane].add(caller, waiter)
        seatAll()
      })
    },
    /**
     * The file on this seat takes long. Resolves with `slow` once there is room for it in the slow lane, which it then belongs to, and with
     * `yield` when its seat is wanted for a file of the quick lane before.
     */
    becomeSlow: (seat: Seat): Promise<'slow' | 'yield'> =>
      new Promise((resolve) => {
        overdue.set(seat, resolve)
        beSlow(seat)
        seatAll()
      }),
    /** `spent`: the process must not be used again. `seconds`: what the turn cost its caller. */
    give(seat: Seat, { spent, caller, seconds }: { spent: boolean; caller?: string | undefined; seconds: number }): void {
      if (closed) return
      queues[seat.lane].charge(caller, seconds)
      working.delete(seat)
      overdue.delete(seat)
      yielding.delete(seat)
      processes.give(seat, spent)
      seatAll()
      if (isShared()) processes.makeReady(working.size > 0 ? 1 : 2)
    },
    waiting: () => queues.quick.size() + queues.slow.size(),
    pids: () => processes.pids(),
    async close(): Promise<void> {
      closed = true
      endPatience()
      for (const queue of Object.values(queues)) for (let w = queue.take(); w; w = queue.take()) w.refuse(stopping())
      await processes.close()
    },
  }
}
