import type { Access, App } from '../../../kernel/http/app/app.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { reviewEvents, reviewRequestSchema } from './request.ts'
import { reviewChat } from './review-chat.ts'

export const CHAT = '/sdac/chat'

/** One handler behind every path of the review chat. */
export function registerReviewChat(
  app: App,
  { ports }: Pick<EdgeContext, 'ports'>,
  { path, access, operationId }: { path: string; access: Access; operationId: string },
): void {
  app.post(
    path,
    {
      config: { access },
      bodyLimit: 65_536,
      schema: {
        operationId,
        summary: 'Ask about a cost report',
        description:
          'Answers as an event stream. Every amount, count, percentage and row of the answer stands in what a tool gave or the user said; other sentences are left out. Without a model the standard questions are answered from the report.',
        errors: ['not_found', 'rate_limited'],
        idempotent: false,
        events: reviewEvents,
        body: reviewRequestSchema,
      },
    },
    (request, reply) => reviewChat(ports, request, reply, request.body),
  )
}
