import { z } from 'zod'
import { webhookEvents } from './events.ts'
import { attemptSchema, attemptsOf, type DeliveryRow, type EndpointRow, eventsOf } from './tables.ts'

const MOST_URL = 2048
const shape = {
  url: z.string().min(1).max(MOST_URL).describe('https address on the internet.'),
  events: z.array(z.enum(webhookEvents)).min(1).max(20).describe('What is sent.'),
  description: z.string().max(500).describe('For people.'),
}
export const createSchema = z.strictObject({ ...shape, description: shape.description.optional() }).meta({
  id: 'WebhookCreate',
  description: 'Where what is to be sent.',
  examples: [{ url: 'https://example.org/hooks/millrace', events: ['document.processed'], description: 'Search mirror' }],
})
export const changeSchema = z
  .strictObject({ ...shape, enabled: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'needs one of url, events, description, enabled')
  .meta({ id: 'WebhookChange', description: 'What is to be another way.', examples: [{ enabled: false }] })
export const recoverSchema = z
  .strictObject({ since: z.iso.datetime({ offset: true }).describe('What failed at or after this time is sent again.') })
  .meta({ id: 'WebhookRecover', description: 'From when.', examples: [{ since: '2026-03-01T08:00:00Z' }] })

const ID = '3d1b3b0e-6d5a-4c39-9a64-0c5d6b8b9a10'
const endpointShape = {
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string(),
  enabled: z.boolean(),
  disabled_reason: z.enum(['gone', 'failing']).nullable().describe('Why the platform disabled it: 410, or nothing arrived for five days.'),
  failing_since: z.iso.datetime().nullable().describe('Of the first attempt that failed since one arrived.'),
  created_at: z.iso.datetime(),
}
const example = {
  id: ID,
  url: 'https://example.org/hooks/millrace',
  events: ['document.processed'],
  description: 'Search mirror',
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  created_at: '2026-03-01T08:00:00.000Z',
}
const secret = z.string().describe('Shown once. Signatures are made with it, as Standard Webhooks says.')
const secretExample = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
export const endpointSchema = z.object(endpointShape).meta({ id: 'Webhook', description: 'An endpoint.', examples: [example] })
export const createdSchema = z
  .object({ ...endpointShape, secret })
  .meta({ id: 'WebhookCreated', description: 'An endpoint and its secret.', examples: [{ ...example, secret: secretExample }] })
export const rotatedSchema = z
  .object({ id: z.uuid(), secret, previous_until: z.iso.datetime().describe('Until when older secrets sign too.') })
  .meta({
    id: 'WebhookRotated',
    description: 'A new secret.',
    examples: [{ id: ID, secret: secretExample, previous_until: '2026-03-02T08:00:00.000Z' }],
  })
export const queuedSchema = z
  .object({ delivery_id: z.uuid(), status: z.literal('waiting') })
  .meta({ id: 'WebhookQueued', description: 'It is sent now.', examples: [{ delivery_id: ID, status: 'waiting' }] })
export const recoveredSchema = z
  .object({ recovered: z.int() })
  .meta({ id: 'WebhookRecovered', description: 'How many are sent again.', examples: [{ recovered: 3 }] })
export const deliverySchema = z
  .object({
    id: z.uuid().describe('Also the header webhook-id.'),
    event: z.string(),
    status: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int().describe('Since it was asked for the last time.'),
    next_attempt_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    log: z.array(attemptSchema).describe('The latest attempts, the oldest first.'),
    body: z.record(z.string(), z.unknown()),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'A message for an endpoint.',
    examples: [
      {
        ...{ id: ID, event: 'chat.completed', status: 'delivered', attempts: 1, next_attempt_at: null },
        created_at: '2026-03-01T08:00:00.000Z',
        log: [{ at: '2026-03-01T08:00:00.100Z', status: 200, error: null, ms: 41 }],
        body: { event: 'chat.completed', conversation_id: 'c-1', webhook_id: ID },
      },
    ],
  })

const timeOf = (ms: number) => new Date(ms).toISOString()

export const shownEndpoint = (row: EndpointRow): z.input<typeof endpointSchema> => ({
  ...{ id: row.id, url: row.url, events: eventsOf(row), description: row.description },
  enabled: row.enabled === 1,
  disabled_reason: row.disabled === 'gone' || row.disabled === 'failing' ? row.disabled : null,
  failing_since: row.failing_since === null ? null : timeOf(Number(row.failing_since)),
  created_at: timeOf(Number(row.created)),
})

const bodySchema = z.record(z.string(), z.unknown())
export const shownDelivery = (row: DeliveryRow): z.input<typeof deliverySchema> => ({
  ...{ id: row.id, event: row.event, attempts: row.attempts, log: attemptsOf(row), body: bodySchema.parse(JSON.parse(row.body)) },
  status: row.state === 'delivered' || row.state === 'failed' ? row.state : 'waiting',
  next_attempt_at: row.state === 'waiting' ? timeOf(Number(row.due)) : null,
  created_at: timeOf(Number(row.created)),
})
