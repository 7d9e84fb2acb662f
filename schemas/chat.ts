import { z } from 'zod'
import { defineEvent } from './event.ts'

export const chatCostSchema = z.object({
  amount: z.number().nonnegative().describe('Amount.'),
  currency: z.string().describe('Currency code.'),
  estimated: z.boolean().describe('Whether the tokens were counted by Millrace, because the model reported none.'),
})

export const chatCompleted = defineEvent({
  name: 'chat.completed',
  description: 'A chat request was answered. Webhooks deliver the same body.',
  schema: z.object({
    event: z.literal('chat.completed').describe('Name of the event.'),
    conversation_id: z.string().min(1).describe('ID of the conversation.'),
    message_count: z.int().nonnegative().describe('Number of messages in the conversation.'),
    total_tokens: z.int().nonnegative().describe('Prompt and completion tokens.'),
    processing_time_ms: z.number().nonnegative().describe('Processing time in milliseconds.'),
    timestamp: z.iso.datetime().describe('Time of the event.'),
    webhook_id: z.string().nullable().describe('ID of the webhook endpoint in a delivery. Null on the topic.'),
    response_id: z.string().describe('ID of the response.').optional(),
    model: z.string().describe('Model alias.').optional(),
    cost: chatCostSchema.describe('Cost of the answer. Absent if the alias has no price.').optional(),
    experiment_name: z.string().describe('Experiment of the request.').optional(),
    variant_name: z.string().describe('Variant of the experiment.').optional(),
  }),
  key: (p) => p.conversation_id,
})
