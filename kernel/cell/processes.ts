import type { ParserProcess } from './parser-process.ts'

/** A file that is known to take long waits in the slow lane, which never has all of the processes. */
export type Lane = 'quick' | 'slow'

export interface Seat {
  readonly process: ParserProcess
  jobs: number
  lane: Lane
  /** Whose slow file lowered its priority. That cannot be taken back, so that it reads for slow files and for this caller alone. */
  loweredFor?: { readonly caller: string | undefined }
}

/** For whom a process is wanted. `first`: nothing of this caller is at work. */
export interface Want {
  readonly lane: Lane
  readonly caller: string | undefined
  readonly first: boolean
}

export interface ProcessesOptions {
  /** Processes at most, idle ones among them. */
  readonly most: number
  /** A process without work ends after this; the last one after twelve times as long. */
  readonly idleMs: number
  /** Whether a fresh one without work is kept for a caller of whom nothing is at work. */
  readonly keepsOne: () => boolean
  readonly start: () => ParserProcess
}

/** The processes of a pool: those without work, which of them suits whom, and when one is started or ended. */
export function createProcesses({ most, idleMs, keepsOne, start }: ProcessesOptions) {
  const idle: { readonly seat: Seat; readonly since: number }[] = []
  const all = new Set<Seat>()

  function end(seat: Seat): void {
    all.delete(seat)
    void seat.process.stop()
  }
  function begin(lane: Lane): Seat {
    const seat: Seat = { process: start(), jobs: 0, lane }
    all.add(seat)
    return seat
  }
  const isOnlyFresh = (seat: Seat) => !seat.loweredFor && freshOnes().length === 1
  const freshOnes = () => idle.filter(({ seat }) => !seat.loweredFor)

  /** One without work that suits, the warmest: it worked last, and the others come of age. */
  function suiting({ lane, caller, first }: Want): Seat | undefined {
    for (const one of idle.filter(({ seat }) => !seat.process.alive())) remove(one.seat, end)
    const lowered = idle.findLast(({ seat }) => seat.loweredFor && (lane === 'slow' || seat.loweredFor.caller === caller))
    const fresh = freshOnes()
    const kept = !first && keepsOne() ? 1 : 0
    return (lowered ?? (fresh.length > kept ? fresh.at(-1) : undefined))?.seat
  }
  function remove(seat: Seat, then: (seat: Seat) => void = () => undefined): void {
    const at = idle.findIndex((one) => one.seat === seat)
    if (at < 0) return
    idle.splice(at, 1)
    then(seat)
  }

  const sweep = setInterval(() => {
    const now = performance.now()
    // The oldest stand first; the last ones are kept longer, since the next document will want them.
    for (const { seat, since } of [...idle]) {
      const kept = keepsOne() ? (isOnlyFresh(seat) ? all.size : 2) : 1
      if (now - since > (all.size > kept ? idleMs : idleMs * 12)) remove(seat, end)
    }
  }, idleMs / 2).unref()

  return {
    /** Whether one without work suits. */
    hasFor: (want: Want): boolean => suiting(want) !== undefined,
    anyIdle: (): boolean => idle.length > 0,
    /** One without work that suits, else a fresh one, in the place of another's where there are as many as may be. */
    takeFor(want: Want): Seat {
      const seat = suiting(want)
      if (seat) {
        remove(seat)
        return Object.assign(seat, { lane: want.lane })
      }
      const other = idle.find(({ seat }) => seat.loweredFor)
      if (all.size >= most && other) remove(other.seat, end)
      return begin(want.lane)
    },
    /** Sees to it that so many fresh ones are without work, as far as there may be more. */
    makeReady(count: number): void {
      while (all.size < most && freshOnes().length < count) idle.push({ seat: begin('quick'), since: performance.now() })
    },
    give(seat: Seat, spent: boolean): void {
      if (!spent && seat.process.alive()) idle.push({ seat, since: performance.now() })
      else end(seat)
    },
    pids: () => [...all].filter((s) => s.process.alive()).flatMap((s) => s.process.pid ?? []),
    async close(): Promise<void> {
      clearInterval(sweep)
      await Promise.all([...all].map((s) => s.process.stop()))
    },
  }
}
