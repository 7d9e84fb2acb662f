import { z } from 'zod'
import { defineEvent } from './event.ts'

export const chatCostSchema = z.object({
  amount: z.number().nonnegative(),
  currency: z.string(),
  estimated: z.boolean().describe('From token counts that the endpoint did not tell.'),
})

export const chatCompleted = defineEvent({
  name: 'chat.completed',
  description: 'Public: a chat answer was given. The body is the one that webhooks deliver.',
  schema: z.object({
    event: z.literal('chat.completed'),
    conversation_id: z.string().min(1),
    message_count: z.int().nonnegative(),
    total_tokens: z.int().nonnegative(),
    processing_time_ms: z.number().nonnegative(),
    timestamp: z.iso.datetime(),
    /** Id of the webhook endpoint in a delivery; null on the topic. */
    webhook_id: z.string().nullable(),
    response_id: z.string().optional(),
    /** Model alias. */
    model: z.string().optional(),
    /** Absent where the alias has no price. */
    cost: chatCostSchema.optional(),
    experiment_name: z.string().optional(),
    variant_name: z.string().optional(),
  }),
  key: (p) => p.conversation_id,
})
