import { z } from 'zod'
import { boundedFetch } from '../../../kernel/net/bounded-fetch.ts'
import type { Env } from '../../../kernel/runtime/env.ts'
import { ApiError, messageOf } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 1_000_000
/** Characters of one text that is checked; a longer one goes in pieces, each with the end of the one before it. */
const PIECE = 20_000
/** Characters before a piece that are checked with it: what is flagged may begin there. */
export const BEFORE = 500

const replySchema = z.object({ results: z.array(z.object({ flagged: z.boolean() })).min(1) })

export type ModerationEnv = Pick<Env, 'MODERATION_BASE_URL' | 'MODERATION_API_KEY' | 'MODERATION_MODEL' | 'MODERATION_REQUIRED'>

/** Whether the endpoint flags a text. ApiError upstream_failed where it does not answer and has to. */
export type Moderator = (text: string, signal: AbortSignal) => Promise<boolean>

/** Checks of this process, by how they came out; `unanswered`: the endpoint failed, or did not answer in time. */
export const checked = { passed: 0, flagged: 0, unanswered: 0 }

/** The content safety check of an OpenAI-compatible endpoint; undefined where none is configured. */
export function moderatorOf(env: ModerationEnv, log: Logger): Moderator | undefined {
  const { MODERATION_BASE_URL: base } = env
  if (!base) return undefined
  const url = `${base.replace(/\/+$/, '')}/moderations`
  return async (text, signal) => {
    if (text.trim() === '') return false
    try {
      const found = await flagged(url, env, text, signal)
      checked[found ? 'flagged' : 'passed']++
      return found
    } catch (error) {
      signal.throwIfAborted()
      checked.unanswered++
      log.warn({ error: messageOf(error), unanswered: checked.unanswered }, 'the moderation endpoint did not answer')
      if (env.MODERATION_REQUIRED)
        throw new ApiError('upstream_failed', 'The content safety check does not answer; nothing is answered without it.')
      return false
    }
  }
}

async function flagged(url: string, env: ModerationEnv, text: string, signal: AbortSignal): Promise<boolean> {
  const input = Array.from({ length: Math.ceil(text.length / PIECE) }, (_, i) =>
    text.slice(Math.max(0, i * PIECE - BEFORE), (i + 1) * PIECE).toWellFormed(),
  )
  const reply = await boundedFetch({ maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS })(url, {
    method: 'POST',
    redirect: 'error',
    signal,
    headers: {
      'content-type': 'application/json',
      ...(env.MODERATION_API_KEY ? { authorization: `Bearer ${env.MODERATION_API_KEY}` } : {}),
    },
    body: JSON.stringify({
      input: input.length === 1 ? input[0] : input,
      ...(env.MODERATION_MODEL ? { model: env.MODERATION_MODEL } : {}),
    }),
  })
  if (!reply.ok) throw new Error(`it answered ${reply.status}`)
  return replySchema.parse(JSON.parse(await reply.text())).results.some((result) => result.flagged)
}

/** What stands in place of an answer that was flagged. */
export const REFUSAL = 'This answer was withheld by the content safety check.'

export const refusedInput = (): ApiError =>
  new ApiError('content_refused', 'The content safety check refused this input; put it in other words.')
