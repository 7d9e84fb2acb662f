import { defineConsumer } from '../../kernel/consume/define-consumer.ts'
import { gather } from '../../kernel/runtime/concurrency/gather.ts'
import { nameId } from '../../kernel/runtime/ids.ts'
import type { Database } from '../../kernel/store/database.ts'
import { chatCompleted } from '../../schemas/chat.ts'
import { documentProcessed, documentRemoved } from '../../schemas/document-public.ts'
import { runEnded } from '../../schemas/run.ts'
import type { WebhookEvent } from './events.ts'
import { type DeliveryRow, type EndpointRow, eventsOf, type WebhookTables } from './tables.ts'

/** On which it is told that something is due. */
export const WEBHOOKS = 'webhooks'

/** Notes what each endpoint is to get; a redelivered event finds its note. */
export const noteDeliveries = defineConsumer({
  name: 'webhooks',
  runs: 'edge',
  on: [documentProcessed, documentRemoved, chatCompleted, runEnded],
  emits: [],
  needs: ['database', 'clock'],
  retry: { attempts: 30, baseMs: 200, capMs: 30_000 },
  timeoutMs: 30_000,
  async handle({ ports: { database, clock } }, { type, payload, envelope }) {
    const happened = new Date(envelope.time).getTime()
    const endpoints = await enabledEndpoints(database)
    const rows = endpoints
      .filter((endpoint) => endpoint.since <= happened && eventsOf(endpoint).includes(type))
      .map((endpoint) => {
        const body = type === 'run.ended' ? { event: type, ...payload, timestamp: payload.ended_at } : payload
        return deliveryOf(endpoint, { id: nameId('webhook', endpoint.id, envelope.id), event: type, body, now: clock.now() })
      })
    if (rows.length === 0) return []
    await database
      .tables<WebhookTables>()
      .insertInto('webhook_deliveries')
      .values(rows)
      .onConflict((c) => c.column('id').doNothing())
      .execute()
    await database.announce(WEBHOOKS)
    return []
  },
})

/** Who asks while it is asked for waits for the next answer: of many events at once each has it, and two statements are made. */
const askings = new WeakMap<Database, (question: undefined) => Promise<readonly EndpointRow[]>>()

export function enabledEndpoints(database: Database): Promise<readonly EndpointRow[]> {
  const known = askings.get(database)
  if (known) return known(undefined)
  const tables = database.tables<WebhookTables>()
  // asked for each record, so it is put into words once
  const found = tables.selectFrom('webhook_endpoints').selectAll().where('enabled', '=', 1).compile()
  const ask = gather(async (asked: readonly undefined[]) => {
    const { rows } = await tables.executeQuery(found)
    return asked.map(() => rows)
  })
  askings.set(database, ask)
  return ask(undefined)
}

/** A message for an endpoint, due at once. Its bytes are made here, once, for all its attempts. */
export const deliveryOf = (
  endpoint: Pick<EndpointRow, 'id'>,
  { id, event, body, now }: { id: string; event: WebhookEvent | 'webhook.test'; body: object; now: number },
): DeliveryRow => ({
  id,
  endpoint: endpoint.id,
  event,
  body: JSON.stringify({ ...body, webhook_id: endpoint.id }),
  state: 'waiting',
  attempts: 0,
  due: now,
  lease: 0,
  created: now,
  last_at: null,
  log: '[]',
})
