import { z } from 'zod'
import { defineEvent } from './event.ts'

export const webhookDisabled = defineEvent({
  name: 'webhook.disabled',
  description: 'A webhook endpoint was disabled. It receives no messages until an administrator enables it.',
  schema: z.object({
    webhook_id: z.uuid().describe('ID of the endpoint.'),
    reason: z.enum(['gone', 'failing']).describe('`gone`: the endpoint answered 410. `failing`: all deliveries failed for five days.'),
    at: z.iso.datetime().describe('Time of the event.'),
  }),
  key: (p) => p.webhook_id,
})

export const webhookExhausted = defineEvent({
  name: 'webhook.exhausted',
  description: 'All delivery attempts of a webhook message failed.',
  schema: z.object({
    webhook_id: z.uuid().describe('ID of the endpoint.'),
    delivery_id: z.uuid().describe('ID of the message.'),
    event: z.string().describe('Event of the message.'),
    attempts: z.int().positive().describe('Number of attempts.'),
    status: z.int().nullable().describe('HTTP status of the last attempt.'),
    error: z.string().nullable().describe('Error of the last attempt, if there was no response.'),
    at: z.iso.datetime().describe('Time of the event.'),
  }),
  key: (p) => p.webhook_id,
})
