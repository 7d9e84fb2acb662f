import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../../kernel/config/config.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import type { Bounds, Whose } from '../../../kernel/conversations/conversation.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { chatSection } from '../chat-section.ts'

export const SCOPE = 'chat'
const BROWSER = /^[\x21-\x7e]{22,128}$/
const MB = 1_048_576
const DAY_MS = 86_400_000
/** Of an exchange, and of a conversation: what the console shows at once stays small enough to be read. */
const TURN_BYTES = MB
const CONVERSATION_BYTES = 8 * MB

export const browserHeader = z.looseObject({
  'x-browser-id': z
    .string()
    .optional()
    .describe(
      'Where the server asks for no credentials: whose conversations these are, 22 to 128 characters that nobody guesses, kept by the client. Elsewhere the token or the key says so, and this is not read.',
    ),
})

/** Whose conversations a request means. ApiError invalid_request where nothing tells one caller from another. */
export function whoseOf({ caller, headers }: Pick<FastifyRequest, 'caller' | 'headers'>): Whose {
  const name = callerName(caller)
  const account = ownerOf(name)
  if (name !== undefined) return { scope: SCOPE, account }
  const person = headers['x-browser-id']
  if (typeof person === 'string' && BROWSER.test(person)) return { scope: SCOPE, account, person }
  throw new ApiError(
    'invalid_request',
    'X-Browser-Id: this server asks nobody who they are, so send 22 to 128 random characters with each call that your client keeps to itself',
    { details: { field: 'X-Browser-Id' } },
  )
}

/** What is kept, by the configuration of the moment. An exchange is two turns. */
export function boundsOf(config: Config): Bounds {
  const kept = sectionOf(config, chatSection).conversations
  return {
    turns: kept.max_questions * 2,
    turnBytes: TURN_BYTES,
    bytes: CONVERSATION_BYTES,
    conversations: kept.max_conversations,
    accountBytes: kept.max_mb_per_caller * MB,
    keepMs: kept.keep_days * DAY_MS,
  }
}
