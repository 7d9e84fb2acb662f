import { changeAndTell } from '../../kernel/outbox/outbox.ts'
import type { Ports } from '../../kernel/ports.ts'
import { nameId } from '../../kernel/runtime/ids.ts'
import type { EventDraft } from '../../schemas/event.ts'
import { webhookDisabled, webhookExhausted } from '../../schemas/webhook.ts'
import { enabledEndpoints } from './note-deliveries.ts'
import type { Posted } from './post.ts'
import { FAILING_MS, pauseAfter } from './schedule.ts'
import { type DeliveryRow, type EndpointRow, type WebhookTables, withAttempt } from './tables.ts'

/** Longer than an attempt may take: what a process that died has sent is sent again after it. */
const LEASE_MS = 60_000
/** At the same time, of one process: one endpoint's silence leaves the others their places. */
const MOST_OF_ENDPOINT = 4

type Needed = Pick<Ports, 'database' | 'clock'>
export type Send = (endpoint: EndpointRow, delivery: DeliveryRow) => Promise<Posted>

/** Sends what is due; each process sends as much of an endpoint's at a time. */
export function createDelivery(ports: Needed, send: Send) {
  const { database, clock } = ports
  const underWay = new Map<string, Set<Promise<void>>>()

  /** Begins what is due and has a place; resolves when it has begun, not when it has ended. */
  async function begin(): Promise<void> {
    for (const endpoint of await enabledEndpoints(database)) {
      const own = underWay.get(endpoint.id) ?? new Set()
      underWay.set(endpoint.id, own)
      for (const delivery of await claim(endpoint, MOST_OF_ENDPOINT - own.size)) {
        const work: Promise<void> = deliver(ports, endpoint, delivery, send).finally(() => own.delete(work))
        work.catch(() => undefined)
        own.add(work)
      }
    }
  }

  async function claim(endpoint: EndpointRow, places: number): Promise<DeliveryRow[]> {
    if (places <= 0) return []
    const now = clock.now()
    const tables = database.tables<WebhookTables>()
    const due = await tables
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('endpoint', '=', endpoint.id)
      .where('state', '=', 'waiting')
      .where('due', '<=', now)
      .where('lease', '<=', now)
      .orderBy('due')
      .orderBy('id')
      .limit(places)
      .execute()
    const mine: DeliveryRow[] = []
    for (const row of due) {
      const { numUpdatedRows } = await tables
        .updateTable('webhook_deliveries')
        .set({ lease: now + LEASE_MS })
        .where('id', '=', row.id)
        .where('lease', '=', row.lease)
        .where('state', '=', 'waiting')
        .executeTakeFirst()
      if (numUpdatedRows > 0n) mine.push({ ...row, lease: now + LEASE_MS })
    }
    return mine
  }

  return { begin, settled: () => Promise.allSettled([...underWay.values()].flatMap((own) => [...own])) }
}

/** One attempt, and what follows from it. What was changed meanwhile (deleted, sent again, disabled) stays as it was changed. */
async function deliver({ database, clock }: Needed, endpoint: EndpointRow, delivery: DeliveryRow, send: Send): Promise<void> {
  const began = clock.now()
  const { status, error, retryAfterMs } = await send(endpoint, delivery)
  const now = clock.now()
  const attempt = { at: new Date(began).toISOString(), status, error, ms: now - began }
  const attempts = delivery.attempts + 1
  const arrived = error === null
  const pause = arrived || status === 410 ? undefined : pauseAfter(attempts, { retryAfterMs: retryAfterMs ?? 0 })
  const origin = { source: 'webhooks', cause: { requestId: delivery.id }, now }
  await changeAndTell<WebhookTables, void>(database, origin, async (trx, tell) => {
    const { numUpdatedRows } = await trx
      .updateTable('webhook_deliveries')
      .set({
        ...(pause === undefined ? { state: arrived ? 'delivered' : 'failed' } : { due: now + pause }),
        ...{ attempts, lease: 0, last_at: now, log: withAttempt(delivery, attempt) },
      })
      .where('id', '=', delivery.id)
      .where('lease', '=', delivery.lease)
      .executeTakeFirst()
    if (arrived) {
      await trx.updateTable('webhook_endpoints').set({ failing_since: null }).where('id', '=', endpoint.id).execute()
      return
    }
    if (numUpdatedRows > 0n && pause === undefined && status !== 410) tell(exhausted(delivery, { attempts, status, error, now }))
    await noteFailure(trx, endpoint, { gone: status === 410, began, now }, tell)
  })
}

async function noteFailure(
  trx: Parameters<Parameters<typeof changeAndTell<WebhookTables, void>>[2]>[0],
  { id }: EndpointRow,
  { gone, began, now }: { gone: boolean; began: number; now: number },
  tell: (...drafts: readonly EventDraft[]) => void,
): Promise<void> {
  const row = await trx.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
  // What was enabled while the attempt was under way is not judged by it.
  if (row?.enabled !== 1 || row.since > began) return
  const failingSince = row.failing_since ?? now
  const reason = gone ? ('gone' as const) : now - failingSince >= FAILING_MS ? ('failing' as const) : undefined
  await trx
    .updateTable('webhook_endpoints')
    .set({ failing_since: failingSince, ...(reason && { enabled: 0, disabled: reason }) })
    .where('id', '=', id)
    .execute()
  if (!reason) return
  await endWaiting(trx, id)
  const at = new Date(now).toISOString()
  tell({ ...webhookDisabled.make({ webhook_id: id, reason, at }), id: nameId('webhook.disabled', id, now) })
}

/** What waits for an endpoint that is disabled has failed: `recover` sends it when it is enabled again. */
export async function endWaiting(trx: Parameters<typeof noteFailure>[0], endpoint: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed' })
    .where('endpoint', '=', endpoint)
    .where('state', '=', 'waiting')
    .execute()
}

const exhausted = (
  { id, endpoint, event }: DeliveryRow,
  { attempts, status, error, now }: { attempts: number; status: number | null; error: string | null; now: number },
): EventDraft => ({
  ...webhookExhausted.make({
    ...{ webhook_id: endpoint, delivery_id: id, event, attempts, status, error },
    at: new Date(now).toISOString(),
  }),
  id: nameId('webhook.exhausted', id, now),
})
