import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { boundedFetch } from '../net/bounded-fetch.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { ApiError } from '../runtime/errors.ts'
import { retryAfterOf } from '../runtime/retry-after.ts'
import { annexSchema, type Plan, planSchema, tagSchema } from './plan.ts'
import type { PlanCall, Plans } from './plans.ts'

const TRIES = 3
const FIRST_PAUSE_MS = 200
/** A back end that asks for more patience than a request has is given up. */
const MOST_PAUSE_MS = 5_000
const MAX_REPLY_BYTES = 32_000_000

export interface BackEnd {
  readonly url: string
  readonly apiKey?: string | undefined
  /** Longest wait for one reply. */
  readonly timeoutMs: number
}

/** Plans that another system holds: read there, changed there. */
export function backEndPlans({ url, apiKey, timeoutMs }: BackEnd): Plans {
  const base = url.replace(/\/+$/, '')
  const send = boundedFetch({ maxBytes: MAX_REPLY_BYTES, timeoutMs }, guardedFetch)
  const get = async (path: string, { requestId, signal }: PlanCall): Promise<Answer> => {
    const headers = { accept: 'application/json', 'x-request-id': requestId, ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) }
    try {
      const reply = await send(`${base}${path}`, { headers, ...(signal ? { signal } : {}) })
      const { status } = reply
      if (status === 401 || status === 403) {
        await reply.body?.cancel()
        return { error: refused(status) }
      }
      if (status === 404) {
        await reply.body?.cancel()
        return { value: undefined }
      }
      if (status === 429 || status >= 500) {
        await reply.body?.cancel()
        return { error: failed(`it answered with the status ${status}`), again: true, afterMs: retryAfterOf(reply.headers, Date.now()) }
      }
      if (status !== 200) return { error: failed(`it answered with the status ${status}`) }
      return { value: await reply.json().catch(() => INVALID) }
    } catch (cause) {
      signal?.throwIfAborted()
      return { error: failed(`it did not answer within ${timeoutMs} ms, or the connection broke`, cause), again: true }
    }
  }
  /** Undefined where there is nothing. */
  const ask = async (path: string, call: PlanCall): Promise<unknown> => {
    for (let tried = 1; ; tried++) {
      const answer = await get(path, call)
      if (!answer.error) return answer.value
      const pauseMs = answer.afterMs ?? FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + Math.random())
      if (!answer.again || tried === TRIES || pauseMs > MOST_PAUSE_MS) throw answer.error
      await delay(pauseMs, undefined, call.signal ? { signal: call.signal } : {})
    }
  }
  return {
    heldBy: 'back-end',
    async read(id, call) {
      // names that a path would resolve, or that no header and log can carry, name no plan
      if (/^\.{1,2}$/.test(id)) return undefined
      const path = `/plans/${encodeURIComponent(id)}`
      const plan = await ask(path, call)
      if (plan === undefined) return undefined
      const [annexes, tags] = await Promise.all([ask(`${path}/annexes`, call), ask(`${path}/general-user-tags`, call)])
      const head = readAs(planSchema.omit({ annexes: true, generalUserTags: true }), plan, 'plan')
      return {
        ...head,
        annexes: readAs(z.array(annexSchema), annexes ?? [], 'annexes'),
        generalUserTags: readAs(z.array(tagSchema), tags ?? [], 'general-user-tags'),
      } as Plan
    },
    list: elsewhere,
    put: elsewhere,
    changeAnnex: elsewhere,
    snapshot: elsewhere,
  }
}

interface Answer {
  readonly value?: unknown
  readonly error?: ApiError
  readonly again?: boolean
  readonly afterMs?: number | undefined
}

const INVALID = Symbol('no JSON')

function readAs<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') ?? ''
  throw failed(
    value === INVALID
      ? `what it gives as ${what} is no JSON`
      : `what it gives as ${what} has another form than expected (${where || 'as a whole'})`,
  )
}

const failed = (why: string, cause?: unknown): ApiError =>
  new ApiError('upstream_failed', `the plans' back end failed: ${why}`, { details: { upstream: 'plans' }, cause })

const refused = (status: number): ApiError =>
  new ApiError('upstream_refused', `upstream_refused: the plans' back end refuses our key (status ${status}); see to EOP_API_KEY`, {
    details: { upstream: 'plans', status },
  })

const elsewhere = async (): Promise<never> => {
  throw new ApiError('conflict', 'the plans are held by another system (EOP_API_URL); list and change them there')
}
