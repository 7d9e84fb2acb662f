import { z } from 'zod'
import { shareConversation, unshareConversation } from '../../../kernel/conversations/change-conversation.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { conversationSchema, entityOf } from './entity.ts'
import { config, docs, noneSuch, ONE, ownConversation, params } from './own-conversation.ts'
import { whoseOf } from './whose.ts'

/** The caller's conversations opened to readers by a link, and closed again. */
export function shareRoutes(app: App, ctx: EdgeContext): void {
  const { ports } = ctx
  const link = z
    .object({ token: z.string(), path: z.string().describe('Of the console; behind the address of this server it is the link.') })
    .meta({
      id: 'ConversationLink',
      description: 'A link by which others read a conversation.',
      examples: [{ token: 'pK0vX3…', path: '/ask#shared=pK0vX3…' }],
    })
  app.post(
    `${ONE}/share`,
    {
      config,
      schema: {
        ...docs(
          'shareConversation',
          'Share a conversation by a link',
          'The link is the same until it is taken back. Readers sign in as always, and see a conversation only up to the first answer that rests on a document which they may not read.',
        ),
        params,
        response: { 200: link },
      },
    },
    async (request) => {
      const { conversation_id: thread } = request.params
      const token = await shareConversation(ports, whoseOf(request), thread)
      if (token === undefined) throw noneSuch(thread)
      return { token, path: `/ask#shared=${token}` }
    },
  )
  app.delete(
    `${ONE}/share`,
    {
      config,
      schema: { ...docs('unshareConversation', 'Revoke the link to a conversation'), params, response: { 200: conversationSchema } },
    },
    async (request) => {
      const { conversation_id: thread } = request.params
      if (!(await unshareConversation(ports, whoseOf(request), thread))) throw noneSuch(thread)
      return entityOf(await ownConversation(ctx, request, thread))
    },
  )
}
