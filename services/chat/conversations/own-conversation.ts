import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Conversation } from '../../../kernel/conversations/conversation.ts'
import { findConversation } from '../../../kernel/conversations/read-conversations.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { browserHeader, whoseOf } from './whose.ts'

export const ROOT = '/api/v2/chat/conversations'
export const ONE = `${ROOT}/:conversation_id`
export const config = { access: 'api' } as const

/** An id that a client chose, as it stands in a path. */
export const idSchema = z.string().regex(/^[\w.-]{1,100}$/, '1 to 100 letters, digits, `-`, `_` and `.`')
export const params = z.object({ conversation_id: idSchema })

export const docs = (operationId: string, summary: string, description?: string) => ({
  tags: ['chat'],
  operationId,
  summary,
  headers: browserHeader,
  ...(description ? { description } : {}),
})

export const noneSuch = (id: string): ApiError =>
  new ApiError('not_found', `there is no conversation ${id}; it may have expired or been deleted`)

/** The caller's conversation. ApiError not_found for everybody else's. */
export async function ownConversation({ ports }: Pick<EdgeContext, 'ports'>, request: FastifyRequest, id: string): Promise<Conversation> {
  const found = await findConversation(ports, whoseOf(request), id)
  if (found?.status !== 'live') throw noneSuch(id)
  return found.conversation
}
