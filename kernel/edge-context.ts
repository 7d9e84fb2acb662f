import type { EventDraft } from '../schemas/event.ts'
import type { Caller } from './access/caller.ts'
import type { LimitedSearch } from './access/limited-search.ts'
import type { Position } from './broker/broker.ts'
import type { Cause } from './broker/record-of.ts'
import type { ConfigSchema } from './config/config.ts'
import type { EdgePorts } from './ports.ts'
import type { Env } from './runtime/env.ts'
import type { Logger } from './runtime/log.ts'
import type { View } from './views/define-view.ts'

/** Who reads which topics. */
export interface ConsumerGroup {
  readonly name: string
  readonly topics: readonly string[]
}

/** What routes get beside the ports. */
export interface EdgeContext {
  readonly ports: EdgePorts
  readonly env: Env
  /** Of config.yaml, with the sections of all services. */
  readonly configSchema: ConfigSchema
  readonly log: Logger
  /** What the indexes hold, as far as the caller may read it. */
  readonly readAs: (caller: Caller) => LimitedSearch
  /** Appends events; resolves when they are durable. ApiError `unavailable` (503, Retry-After) when the log does not answer within 5 s. */
  publish(drafts: readonly EventDraft[], cause: Cause): Promise<readonly Position[]>
  /**
   * Has events published by whichever process lives; resolves when they are in the store, which outlasts this process. They are on the
   * log soon afterwards. ApiError when neither the store nor the log takes them.
   */
  tell(drafts: readonly EventDraft[], cause: Cause): Promise<void>
  /** The consumer groups of all services, in whichever process each runs. */
  readonly groups: readonly ConsumerGroup[]
  /** The views of all services. */
  readonly views: readonly View[]
  /** Resolves true when the projector has folded everything up to these positions, false at the timeout: reads after writes hold. */
  projected(positions: readonly Position[], timeoutMs?: number): Promise<boolean>
}
