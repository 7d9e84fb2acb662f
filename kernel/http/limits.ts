import rateLimit from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { App } from './app.ts'

export const WINDOW_MS = 60_000

/** What is left to a caller in the present window. */
export interface Budget {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly exceeded: boolean
}

/** Counts one call against a name. The shipped one counts in this process; one that is shared by processes fits here too. */
export interface RateCounter {
  count(name: string, request: FastifyRequest): Promise<Budget>
}

/** The budget after `used` requests of a window that ends in `leftMs`. */
export const budgetOf = (limit: number, used: number, leftMs: number): Budget => ({
  limit,
  remaining: Math.max(0, limit - used),
  resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  exceeded: used > limit,
})

/** Counts in memory, in windows of a minute, for the last 10,000 names. */
export async function createMemoryCounter(app: App, perMinute: number): Promise<RateCounter> {
  const names = new WeakMap<FastifyRequest, string>()
  await app.register(rateLimit, { global: false })
  const hit = app.createRateLimit({
    max: perMinute,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => names.get(request) ?? request.ip,
  })
  return {
    async count(name, request) {
      names.set(request, name)
      const seen = await hit(request)
      if (seen.isAllowed) return { limit: perMinute, remaining: perMinute, resetSeconds: 0, exceeded: false }
      return { limit: seen.max, remaining: seen.remaining, resetSeconds: Math.max(1, seen.ttlInSeconds), exceeded: seen.isExceeded }
    },
  }
}

/** The name under which a request is counted: its key's, or its address. */
export const countedName = (request: FastifyRequest): string =>
  request.caller.keyName === undefined ? `address:${request.ip}` : `key:${request.caller.keyName}`

/** Counts the request, tells the caller what is left, and refuses what is over the limit with ApiError rate_limited. */
export async function spend(counter: RateCounter, name: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const budget = await counter.count(name, request)
  reply.headers({
    'ratelimit-limit': String(budget.limit),
    'ratelimit-remaining': String(budget.remaining),
    'ratelimit-reset': String(budget.resetSeconds),
  })
  if (budget.exceeded)
    throw new ApiError('rate_limited', `more than ${budget.limit} requests a minute; try again in ${budget.resetSeconds} s`, {
      headers: { 'retry-after': String(budget.resetSeconds) },
      details: { limit: budget.limit, retry_after_seconds: budget.resetSeconds },
    })
}
