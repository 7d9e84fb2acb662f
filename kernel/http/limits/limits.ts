import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import { rateLimited } from '../../runtime/errors.ts'
import { callerName } from '../identity/caller-name.ts'
import { addressName } from './address-name.ts'
import { createWindows } from './windows.ts'

/** How many times one subject's limit the subjects of a key have together: so one of them does not stop the others, and the key is bounded. */
export const KEY_SHARE = 10

/** What is left to a caller in the present window. */
export interface Budget {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly exceeded: boolean
}

/** Under which names a request counts. */
export interface Counted {
  /** The caller's own: key and subject, or the address. */
  readonly own: string
  /** That of its key as a whole, which has KEY_SHARE times as much; undefined where the key is the caller, or there is none. */
  readonly shared?: string | undefined
}

/** Counts one call. The shipped one counts in this process and at once; one that is shared by processes fits here too. */
export interface RateCounter {
  count(counted: Counted): Budget | Promise<Budget>
}

/** The budget after `used` requests of a window that ends in `leftMs`. */
export const budgetOf = (limit: number, used: number, leftMs: number): Budget => ({
  limit,
  remaining: Math.max(0, limit - used),
  resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  exceeded: used > limit,
})

/** Of two budgets that both hold, the one that ends first. */
export const tighter = (own: Budget, shared: Budget): Budget =>
  shared.exceeded || (!own.exceeded && shared.remaining < own.remaining) ? shared : own

/** Counts in memory of this process. What is refused to a subject is not counted against its key. */
export function createMemoryCounter(perMinute: number, now: () => number = Date.now): { count(counted: Counted): Budget } {
  const windows = createWindows()
  const spendOne = (name: string, limit: number, at: number): Budget => {
    const { used, until } = windows.spend(name, at)
    return budgetOf(limit, used, until - at)
  }
  return {
    count({ own, shared }) {
      const at = now()
      const budget = spendOne(own, perMinute, at)
      return shared === undefined || budget.exceeded ? budget : tighter(budget, spendOne(shared, perMinute * KEY_SHARE, at))
    },
  }
}

const ofSubjects = new WeakMap<Caller, Counted>()

/** The names under which a request counts: its key's and subject's, or its address. */
export function countedNames({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): Counted {
  // A caller with a token is remembered, and its names with it: a client that polls asks for them each time.
  const known = ofSubjects.get(caller)
  if (known) return known
  const own = callerName(caller)
  if (own === undefined) return { own: addressName(ip) }
  if (caller.subject === undefined) return { own }
  const counted = { own, shared: caller.keyName === undefined ? undefined : `all of key:${caller.keyName}` }
  ofSubjects.set(caller, counted)
  return counted
}

/** What a reply says of the caller's budget. */
const budgetHeaders = ({ limit, remaining, resetSeconds }: Budget): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
})

/** Counts the request, tells the caller what is left, and refuses what is over the limit with ApiError rate_limited; at once where the counter is in this process. */
export function spend(counter: RateCounter, counted: Counted, reply: FastifyReply): void | Promise<void> {
  const budget = counter.count(counted)
  return budget instanceof Promise ? budget.then((late) => hold(late, reply)) : hold(budget, reply)
}

function hold(budget: Budget, reply: FastifyReply): void {
  reply.headers(budgetHeaders(budget))
  if (budget.exceeded)
    throw rateLimited(`more than ${budget.limit} requests a minute; try again in ${budget.resetSeconds} s`, {
      limit: budget.limit,
      seconds: budget.resetSeconds,
      details: { limit: budget.limit, retry_after_seconds: budget.resetSeconds },
    })
}
