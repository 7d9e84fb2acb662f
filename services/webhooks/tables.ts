import { z } from 'zod'
import { defineTables, type TablesOf } from '../../kernel/store/define-tables.ts'

export const webhooksMigration = defineTables('170-webhooks', {
  webhook_endpoints: {
    columns: {
      id: 'varchar(36)',
      url: 'text',
      /** JSON: names of events. */
      events: 'text',
      description: 'text',
      enabled: 'integer',
      /** Why the platform disabled it: gone, failing. */
      disabled: 'varchar(10)?',
      /** JSON of secrets with their ends, encrypted. */
      secrets: 'text',
      /** What happened before is not sent. */
      since: 'bigint',
      /** Of the first attempt that failed since one arrived. */
      failing_since: 'bigint?',
      created: 'bigint',
    },
  },
  webhook_deliveries: {
    columns: {
      /** Also of the message: the header webhook-id. */
      id: 'varchar(36)',
      endpoint: 'varchar(36)',
      event: 'varchar(40)',
      body: 'text',
      /** waiting, delivered, failed */
      state: 'varchar(10)',
      /** Since it was asked for the last time. */
      attempts: 'integer',
      due: 'bigint',
      /** Until when one process sends it. */
      lease: 'bigint',
      created: 'bigint',
      last_at: 'bigint?',
      /** JSON: the latest attempts. */
      log: 'text',
    },
    indexes: { webhook_deliveries_due: ['endpoint', 'state', 'due'], webhook_deliveries_created: ['endpoint', 'created'] },
  },
})
export type WebhookTables = TablesOf<typeof webhooksMigration>
export type EndpointRow = WebhookTables['webhook_endpoints']
export type DeliveryRow = WebhookTables['webhook_deliveries']

export const attemptSchema = z.object({
  at: z.iso.datetime(),
  status: z.int().nullable().describe('Of the reply; null where there was none.'),
  error: z.string().nullable().describe('Why it failed.'),
  ms: z.int().describe('Until the reply’s head, or the failure.'),
})
export type Attempt = z.output<typeof attemptSchema>
const logSchema = z.array(attemptSchema)
const MOST_KEPT = 20

export const attemptsOf = ({ log }: Pick<DeliveryRow, 'log'>): Attempt[] => logSchema.parse(JSON.parse(log))
export const withAttempt = (row: Pick<DeliveryRow, 'log'>, attempt: Attempt): string =>
  JSON.stringify([...attemptsOf(row), attempt].slice(-MOST_KEPT))

const namesSchema = z.array(z.string())
export const eventsOf = ({ events }: Pick<EndpointRow, 'events'>): string[] => namesSchema.parse(JSON.parse(events))
