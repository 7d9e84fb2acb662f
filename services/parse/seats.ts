import { WorkError } from '../../kernel/errors.ts'
import type { ParserProcess } from './parser-process.ts'

export interface Seat {
  readonly process: ParserProcess
  jobs: number
}

export interface SeatOptions {
  /** Processes that are started as soon as there is work for them. */
  readonly steady: number
  /** Processes at most: one more is started each time that the first in the queue has waited for `patienceMs`. */
  readonly most: number
  readonly patienceMs: number
  /** A process without work ends after this; the last one after twelve times as long. */
  readonly idleMs: number
  readonly start: () => ParserProcess
}

interface Waiter {
  grant: (seat: Seat) => void
  refuse: (reason: unknown) => void
}

const stopping = () => new WorkError('internal', 'The service is stopping.', { retryable: true })

/** Processes that are started when they are needed, handed out first come, first served, and ended when they are needed no more. */
export function createSeats({ steady, most, patienceMs, idleMs, start }: SeatOptions) {
  const idle: { readonly seat: Seat; readonly since: number }[] = []
  const all = new Set<Seat>()
  const waiting: Waiter[] = []
  let patience: NodeJS.Timeout | undefined
  let closed = false

  const open = (): Seat => {
    const seat = { process: start(), jobs: 0 }
    all.add(seat)
    return seat
  }
  const end = (seat: Seat) => {
    all.delete(seat)
    void seat.process.stop()
  }
  const beginPatience = () => {
    clearTimeout(patience)
    patience = undefined
    if (waiting.length > 0 && all.size < most) patience = setTimeout(help, patienceMs)
  }
  const help = () => {
    waiting.shift()?.grant(open())
    beginPatience()
  }
  const sweep = setInterval(() => {
    const now = performance.now()
    // The oldest stand first; the last one is kept longer, since the next document will want it.
    while (idle[0] && now - idle[0].since > (all.size > 1 ? idleMs : idleMs * 12)) end(idle.shift()!.seat)
  }, idleMs / 2).unref()

  function queue(signal: AbortSignal | undefined): Promise<Seat> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        const at = waiting.indexOf(entry)
        if (at < 0) return
        waiting.splice(at, 1)
        reject(signal?.reason)
      }
      const grant = (granted: Seat) => {
        signal?.removeEventListener('abort', abort)
        resolve(granted)
      }
      const entry: Waiter = { grant, refuse: reject }
      signal?.addEventListener('abort', abort, { once: true })
      waiting.push(entry)
      if (waiting.length === 1) beginPatience()
    })
  }

  return {
    async take(signal?: AbortSignal): Promise<Seat> {
      signal?.throwIfAborted()
      if (closed) throw stopping()
      // The one that worked last is the warmest, and the others come of age.
      for (let free = idle.pop(); free; free = idle.pop()) {
        if (free.seat.process.alive()) return free.seat
        end(free.seat)
      }
      return all.size < steady ? open() : queue(signal)
    },
    /** `spent`: the process must not be used again. */
    give(seat: Seat, spent: boolean): void {
      if (closed) return
      const usable = !spent && seat.process.alive()
      if (!usable) end(seat)
      const next = waiting.shift()
      if (next) next.grant(usable ? seat : open())
      else if (usable) idle.push({ seat, since: performance.now() })
      beginPatience()
    },
    waiting: () => waiting.length,
    pids: () => [...all].filter((s) => s.process.alive()).flatMap((s) => s.process.pid ?? []),
    async close(): Promise<void> {
      closed = true
      clearInterval(sweep)
      clearTimeout(patience)
      for (const w of waiting.splice(0)) w.refuse(stopping())
      await Promise.all([...all].map((s) => s.process.stop()))
    },
  }
}
