import { z } from 'zod'
import { appendTurns } from '../../../kernel/conversations/append-turns.ts'
import {
  deleteConversation,
  deleteConversations,
  removeTurns,
  renameConversation,
} from '../../../kernel/conversations/change-conversation.ts'
import { MAX_TITLE } from '../../../kernel/conversations/conversation.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { columnText } from '../../../schemas/column-text.ts'
import { conversationSchema, entityOf } from './entity.ts'
import { exchangeSchema, turnIdsOf, turnsOf } from './exchange.ts'
import { config, docs, idSchema, noneSuch, ONE, ownConversation, params, ROOT } from './own-conversation.ts'
import { boundsOf, whoseOf } from './whose.ts'

const MB = 1_048_576
const turnParams = params.extend({ turn_id: idSchema })

/** The caller's conversations: kept exchange by exchange, named, deleted. */
export function changeRoutes(app: App, ctx: EdgeContext): void {
  const { ports } = ctx
  app.put(
    `${ONE}/turns/:turn_id`,
    {
      config,
      bodyLimit: MB,
      schema: {
        ...docs(
          'keepExchange',
          'Store a question with its responses',
          'At the end of the conversation, which begins with its first exchange; an exchange with a known id is replaced in its place. What was deleted or has expired is 404 for a day, so that a late answer does not bring it back.',
        ),
        params: turnParams,
        body: exchangeSchema,
        response: { 200: conversationSchema, 201: conversationSchema },
      },
    },
    async (request, reply) => {
      const { conversation_id: thread, turn_id } = request.params
      const { created } = await appendTurns(ports, {
        whose: whoseOf(request),
        thread,
        turns: turnsOf(turn_id, request.body),
        bounds: boundsOf(ports.config),
        replace: true,
        whenGone: 'refuse',
      })
      return reply.code(created ? 201 : 200).send(entityOf(await ownConversation(ctx, request, thread)))
    },
  )
  app.delete(
    `${ONE}/turns/:turn_id`,
    {
      config,
      schema: {
        ...docs('removeExchange', 'Delete a turn of a conversation'),
        params: turnParams,
        response: { 200: conversationSchema },
      },
    },
    async (request) => {
      const { conversation_id: thread, turn_id } = request.params
      if (!(await removeTurns(ports, whoseOf(request), thread, turnIdsOf(turn_id)))) throw noneSuch(thread)
      return entityOf(await ownConversation(ctx, request, thread))
    },
  )

  const named = z.object({ title: columnText(MAX_TITLE).trim().min(1) }).meta({ examples: [{ title: 'Ropes and wheels' }] })
  app.patch(
    ONE,
    {
      config,
      schema: { ...docs('renameConversation', 'Rename a conversation'), params, body: named, response: { 200: conversationSchema } },
    },
    async (request) => {
      const { conversation_id: thread } = request.params
      if (!(await renameConversation(ports, whoseOf(request), thread, request.body.title))) throw noneSuch(thread)
      return entityOf(await ownConversation(ctx, request, thread))
    },
  )

  const deleted = z
    .object({ deleted: z.int() })
    .meta({ id: 'ConversationsDeleted', description: 'How many were deleted.', examples: [{ deleted: 1 }] })
  app.delete(
    ONE,
    { config, schema: { ...docs('deleteConversation', 'Delete a conversation permanently'), params, response: { 200: deleted } } },
    async (request) => {
      const { conversation_id: thread } = request.params
      if (!(await deleteConversation(ports, whoseOf(request), thread))) throw noneSuch(thread)
      return { deleted: 1 }
    },
  )
  app.delete(
    ROOT,
    { config, schema: { ...docs('deleteConversations', 'Delete all your conversations permanently'), response: { 200: deleted } } },
    async (request) => ({ deleted: await deleteConversations(ports, whoseOf(request)) }),
  )
}
