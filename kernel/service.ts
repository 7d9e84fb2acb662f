import type { EventDraft } from '../schemas/event.ts'
import type { Caller } from './access/caller.ts'
import type { LimitedSearch } from './access/limited-search.ts'
import type { Position } from './broker/broker.ts'
import type { Cause } from './broker/record-of.ts'
import type { ConfigSchema } from './config/config.ts'
import type { ConfigSection } from './config/section.ts'
import type { Consumer } from './consume/define-consumer.ts'
import type { App } from './http/app/app.ts'
import type { Family } from './http/app/family.ts'
import type { EdgePorts, Ports } from './ports.ts'
import type { Run } from './runs/define-run.ts'
import type { Env } from './runtime/env.ts'
import type { Dependency } from './runtime/health.ts'
import type { Logger } from './runtime/log.ts'
import type { Migration } from './store/database.ts'
import type { View } from './views/define-view.ts'

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
  /** Resolves true when the projector has folded everything up to these positions, false at the timeout: reads after writes hold. */
  projected(positions: readonly Position[], timeoutMs?: number): Promise<boolean>
}

/**
 * A folder under services/: routes with what they ask for, pages, consumers, views, or all of them. Routes run where `edge` runs; views
 * where `projector` runs. Everything central is derived from the catalogue of these values (services/catalog.ts).
 */
export interface Service extends Family {
  readonly routes?: (app: App, ctx: EdgeContext) => void | Promise<void>
  readonly consumers?: readonly Consumer[]
  /** Sections of config.yaml that are this service's. */
  readonly config?: readonly ConfigSection[]
  /** Kinds of runs that this service works on. */
  readonly runs?: readonly Run[]
  readonly migrations?: readonly Migration[]
  readonly views?: readonly View[]
  /** Brings back, from its events, state that is no view, where a new store has none of it. Called at every start of every process. */
  readonly restore?: (ports: Pick<Ports, 'broker' | 'database'>, log: Logger) => Promise<void>
  /** Without which an edge must not take this service's requests: conditions of its readiness, told by its health. */
  readonly dependencies?: (ports: Ports, env: Env) => readonly Dependency[]
  /** Work that waits inside this process, by the name of its queue: for the metrics. */
  readonly queues?: Readonly<Record<string, () => number>>
  /** Frees what the service's consumers hold (child processes), after they have stopped. */
  readonly stop?: () => Promise<void>
}
