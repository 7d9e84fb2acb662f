import { z } from 'zod'
import { defineEvent } from './event.ts'

export const webhookDisabled = defineEvent({
  name: 'webhook.disabled',
  description: 'The platform sends nothing more to an endpoint until somebody enables it.',
  schema: z.object({
    webhook_id: z.uuid(),
    /** gone: it answered 410. failing: nothing arrived for five days. */
    reason: z.enum(['gone', 'failing']),
    at: z.iso.datetime(),
  }),
  key: (p) => p.webhook_id,
})

export const webhookExhausted = defineEvent({
  name: 'webhook.exhausted',
  description: 'A message was tried as often as messages are, and did not arrive.',
  schema: z.object({
    webhook_id: z.uuid(),
    delivery_id: z.uuid(),
    event: z.string(),
    attempts: z.int().positive(),
    /** Of the last attempt: the reply's status, or why there was none. */
    status: z.int().nullable(),
    error: z.string().nullable(),
    at: z.iso.datetime(),
  }),
  key: (p) => p.webhook_id,
})
