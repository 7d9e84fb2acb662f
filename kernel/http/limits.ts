import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

export const WINDOW_MS = 60_000
const REMEMBERED = 10_000

/** What is left to a caller in the present window. */
export interface Budget {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly exceeded: boolean
}

/** Counts one call against a name. The shipped one counts in this process and at once; one that is shared by processes fits here too. */
export interface RateCounter {
  count(name: string): Budget | Promise<Budget>
}

/** The budget after `used` requests of a window that ends in `leftMs`. */
export const budgetOf = (limit: number, used: number, leftMs: number): Budget => ({
  limit,
  remaining: Math.max(0, limit - used),
  resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  exceeded: used > limit,
})

/** Counts in memory, in windows of a minute from a name's first request, for the 10,000 names whose windows began last. */
export function createMemoryCounter(perMinute: number, now: () => number = Date.now): { count(name: string): Budget } {
  const windows = new Map<string, { used: number; until: number }>()
  return {
    count(name) {
      const at = now()
      let window = windows.get(name)
      if (!window || window.until <= at) {
        windows.delete(name)
        if (windows.size >= REMEMBERED) windows.delete(windows.keys().next().value ?? '')
        window = { used: 0, until: at + WINDOW_MS }
        windows.set(name, window)
      }
      window.used++
      return budgetOf(perMinute, window.used, window.until - at)
    },
  }
}

/** The name under which a request is counted: its key's, or its address as it is, whose hash is known from the request before. */
export const countedName = ({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): string =>
  caller.keyName === undefined ? ip : `key:${caller.keyName}`

/** What a reply says of the caller's budget. */
export const budgetHeaders = ({ limit, remaining, resetSeconds }: Budget): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
})

/** Counts the request, tells the caller what is left, and refuses what is over the limit with ApiError rate_limited. */
export async function spend(counter: RateCounter, name: string, reply: FastifyReply): Promise<void> {
  const budget = await counter.count(name)
  reply.headers(budgetHeaders(budget))
  if (budget.exceeded)
    throw new ApiError('rate_limited', `more than ${budget.limit} requests a minute; try again in ${budget.resetSeconds} s`, {
      headers: { 'retry-after': String(budget.resetSeconds) },
      details: { limit: budget.limit, retry_after_seconds: budget.resetSeconds },
    })
}
