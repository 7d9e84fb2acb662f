import type { EventDraft } from '../../schemas/event.ts'
import type { Broker, Position } from '../broker/broker.ts'
import { type Cause, recordOf } from '../broker/record-of.ts'
import type { Clock } from '../runtime/clock.ts'

/** Publishes what an edge accepted; resolves when it is durable. */
export function publishDrafts(
  broker: Broker,
  clock: Clock,
  source: string,
  drafts: readonly EventDraft[],
  cause: Cause,
): Promise<Position[]> {
  const now = clock.now()
  return broker.publish(drafts.map((draft) => recordOf(draft, { source, cause, now })))
}
