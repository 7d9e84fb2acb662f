/** The span over which requests and tokens are counted, before any moment. */
export const WINDOW_MS = 60_000

/** What an alias may use over all processes; what is absent is not bounded. */
export interface Limits {
  readonly requests_per_minute?: number
  readonly tokens_per_minute?: number
  /** Calls at once. */
  readonly concurrency?: number
}

export interface WaitingCall {
  readonly id: string
  readonly caller: string
  readonly asked_at: number
  /** That it is expected to use. */
  readonly tokens: number
}

/** Calls that began in the window before now, or still run. */
export interface StartedCall {
  readonly caller: string
  readonly started_at: number
  readonly tokens: number
  readonly running: boolean
}

export interface Admission {
  readonly admitted: readonly WaitingCall[]
  /** When there may be room for the next one, in milliseconds since the epoch; undefined: when a call ends. */
  readonly nextAt: number | undefined
}

/**
 * Which of the waiting calls begin now. The caller that was served least in the last minute comes first, then who asked first; the first
 * one that finds no room holds back those behind it, so that a large call is not overtaken for ever. A call above the limit of tokens
 * begins when nothing else was used.
 */
export function admit(waiting: readonly WaitingCall[], started: readonly StartedCall[], limits: Limits, now: number): Admission {
  const recent = started.filter((call) => call.started_at > now - WINDOW_MS)
  let requests = recent.length
  let tokens = recent.reduce((sum, call) => sum + call.tokens, 0)
  let running = started.filter((call) => call.running).length
  const { requests_per_minute = Infinity, tokens_per_minute = Infinity, concurrency = Infinity } = limits
  const admitted: WaitingCall[] = []
  for (const call of inTurn(waiting, started)) {
    if (running >= concurrency) return { admitted, nextAt: undefined }
    const needed = Math.min(call.tokens, tokens_per_minute)
    if (requests >= requests_per_minute || tokens + needed > tokens_per_minute)
      return { admitted, nextAt: oldestOf(recent, now) + WINDOW_MS }
    admitted.push(call)
    requests++
    running++
    tokens += needed
  }
  return { admitted, nextAt: undefined }
}

/** A key is one share, in which its subjects have theirs; a caller without a key has a share of its own (kernel/http/identity/caller-name.ts). */
const shareOf = (caller: string): string => /^key:[^ ]+/.exec(caller)?.[0] ?? caller

/** By how often each share was served, its own earlier calls included, and within a share by how often each caller was. */
function inTurn(waiting: readonly WaitingCall[], started: readonly StartedCall[]): WaitingCall[] {
  const asked = waiting.toSorted((a, b) => a.asked_at - b.asked_at || (a.id < b.id ? -1 : 1))
  const within = placed(asked, started, (caller) => caller)
  return placed(within, started, shareOf)
}

/** The calls by their place among those of the same name, in the given order where places are equal. */
function placed(calls: readonly WaitingCall[], started: readonly StartedCall[], nameOf: (caller: string) => string): WaitingCall[] {
  const places = new Map<string, number>()
  const next = (caller: string): number => {
    const place = places.get(nameOf(caller)) ?? 0
    places.set(nameOf(caller), place + 1)
    return place
  }
  for (const { caller } of started) next(caller)
  return calls
    .map((call) => ({ call, place: next(call.caller) }))
    .sort((a, b) => a.place - b.place)
    .map(({ call }) => call)
}

const oldestOf = (recent: readonly StartedCall[], now: number): number => Math.min(now, ...recent.map((call) => call.started_at))
