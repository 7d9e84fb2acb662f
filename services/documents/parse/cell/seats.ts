import { WorkError } from '../../../../kernel/runtime/errors.ts'
import { createFairQueue } from '../../../../kernel/runtime/fair-queue.ts'
import type { ParserProcess } from './parser-process.ts'

/** A file that is known to take long waits in the slow lane, which never has all of the processes. */
export type Lane = 'quick' | 'slow'

export interface Seat {
  readonly process: ParserProcess
  jobs: number
  lane: Lane
}

export interface SeatOptions {
  /** Processes that work side by side in the quick lane; they are started as soon as there is work for them. */
  readonly steady: number
  /**
   * Processes at most: one more is started each time that a file of the quick lane has waited for `patienceMs`. The slow lane has all but
   * one. Of two or more: beyond them there is one for a caller that has none while others have theirs.
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

const stopping = () => new WorkError('internal', 'The service is stopping.', { retryable: true })

/** Processes that are started when they are needed, handed out by fair turns of the callers, and ended when they are needed no more. */
export function createSeats({ steady, most, patienceMs, idleMs, start }: SeatOptions) {
  const mostSlow = Math.max(1, most - 1)
  const idle: { readonly seat: Seat; readonly since: number }[] = []
  const all = new Set<Seat>()
  /** Whose file is on each. */
  const working = new Map<Seat, string | undefined>()
  const queues = { quick: createFairQueue<Waiter>(), slow: createFairQueue<Waiter>() }
  /** Files of the quick lane that took longer than one of it does, while the slow lane was full. */
  const overdue = new Map<Seat, (what: 'slow' | 'yield') => void>()
  /** Those that were asked to make room and have not yet. */
  const yielding = new Set<Seat>()
  let patience: NodeJS.Timeout | undefined
  let closed = false

  const workingIn = (lane: Lane) => [...working.keys()].filter((seat) => seat.lane === lane).length
  const end = (seat: Seat) => {
    all.delete(seat)
    void seat.process.stop()
  }
  const sweep = setInterval(() => {
    const now = performance.now()
    // The oldest stand first; the last one is kept longer, since the next document will want it.
    while (idle[0] && now - idle[0].since > (all.size > 1 ? idleMs : idleMs * 12)) end(idle.shift()!.seat)
  }, idleMs / 2).unref()

  /** A process without work, else a fresh one where there may be one more. */
  function free(lane: Lane, limit = most): Seat | undefined {
    // The one that worked last is the warmest, and the others come of age.
    for (let last = idle.pop(); last; last = idle.pop()) {
      if (last.seat.process.alive()) return Object.assign(last.seat, { lane })
      end(last.seat)
    }
    if (all.size >= limit) return undefined
    const seat: Seat = { process: start(), jobs: 0, lane }
    all.add(seat)
    return seat
  }

  function seatFirst(lane: Lane): boolean {
    const seat = queues[lane].size() > 0 && working.size < most ? free(lane) : undefined
    const waiter = seat && queues[lane].take()
    return seat !== undefined && waiter !== undefined && seatOne(waiter, seat)
  }

  function seatOne(waiter: Waiter, seat: Seat): true {
    working.set(seat, waiter.caller)
    waiter.grant(seat)
    return true
  }

  /** Whoever has no seat waits for nobody's slow files: one process more is theirs. */
  function seatGuest(): boolean {
    const holding = new Set(working.values())
    if (most === 1 || holding.size === 0 || working.size > most) return false
    const waiter = queues.quick.take(undefined, (caller) => !holding.has(caller))
    const seat = waiter && free('quick', most + 1)
    if (waiter && seat) return seatOne(waiter, seat)
    if (waiter) queues.quick.add(waiter.caller, waiter)
    return false
  }

  /** A process that stands ready beside a slow file, so that the next caller does not wait for its start. */
  function makeReady(): void {
    const seat = most > 1 && idle.length === 0 ? free('quick', most + 1) : undefined
    if (seat) idle.push({ seat, since: performance.now() })
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
      clearTimeout(patience)
      patience = undefined
    } else if (working.size < most) patience ??= setTimeout(help, patienceMs)
  }
  const seatNext = (): boolean =>
    (workingIn('slow') < mostSlow && seatFirst('slow')) ||
    ((workingIn('quick') < steady || idle.length > 0) && seatFirst('quick')) ||
    seatGuest()
  function help(): void {
    patience = undefined
    seatFirst('quick')
    seatAll()
  }

  return {
    take({ caller, lane = 'quick', signal }: SeatRequest = {}): Promise<Seat> {
      return new Promise((resolve, reject) => {
        if (closed) throw stopping()
        signal?.throwIfAborted()
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
        makeReady()
        seatAll()
      }),
    /** `spent`: the process must not be used again. `seconds`: what the turn cost its caller. */
    give(seat: Seat, { spent, caller, seconds }: { spent: boolean; caller?: string | undefined; seconds: number }): void {
      if (closed) return
      queues[seat.lane].charge(caller, seconds)
      working.delete(seat)
      overdue.delete(seat)
      yielding.delete(seat)
      if (!spent && seat.process.alive()) idle.push({ seat, since: performance.now() })
      else end(seat)
      seatAll()
    },
    waiting: () => queues.quick.size() + queues.slow.size(),
    pids: () => [...all].filter((s) => s.process.alive()).flatMap((s) => s.process.pid ?? []),
    async close(): Promise<void> {
      closed = true
      clearInterval(sweep)
      clearTimeout(patience)
      for (const queue of Object.values(queues)) for (let w = queue.take(); w; w = queue.take()) w.refuse(stopping())
      await Promise.all([...all].map((s) => s.process.stop()))
    },
  }
}
