import type { EventDraft } from '../../schemas/event.ts'
import type { Broker, Position } from '../broker/broker.ts'
import { encodeRecord } from '../broker/codec.ts'
import type { Clock } from '../runtime/clock.ts'
import { newId } from '../runtime/ids.ts'

/** What an edge knows of the request that causes a command. */
export interface Cause {
  readonly requestId: string
  readonly traceparent?: string
}

/** Publishes what an edge accepted; resolves when it is durable. */
export function publishDrafts(
  broker: Broker,
  clock: Clock,
  source: string,
  drafts: readonly EventDraft[],
  cause: Cause,
): Promise<Position[]> {
  const time = clock.now()
  return broker.publish(
    drafts.map((draft) =>
      encodeRecord(draft, {
        id: draft.id ?? newId(),
        source: `/millrace/${source}`,
        requestId: cause.requestId,
        traceparent: cause.traceparent,
        time,
      }),
    ),
  )
}
