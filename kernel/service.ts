import type { Agent } from './agents/define-agent.ts'
import type { Tool } from './agents/define-tool.ts'
import type { Workflow } from './agents/define-workflow.ts'
import type { ConfigSection } from './config/section.ts'
import type { Consumer } from './consume/define-consumer.ts'
import type { ConsumerGroup, EdgeContext } from './edge-context.ts'
import type { App } from './http/app/app.ts'
import type { Family } from './http/app/family.ts'
import type { Ports } from './ports.ts'
import type { Run } from './runs/define-run.ts'
import type { Env } from './runtime/env.ts'
import type { Dependency } from './runtime/health.ts'
import type { Logger } from './runtime/log.ts'
import type { Migration } from './store/database.ts'
import type { View } from './views/define-view.ts'

export type { EdgeContext } from './edge-context.ts'

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
  /** What agents, workflows, MCP clients and HTTP may call of this service, see kernel/agents/define-tool.ts. */
  readonly tools?: readonly Tool[]
  readonly agents?: readonly Agent[]
  readonly workflows?: readonly Workflow[]
  readonly migrations?: readonly Migration[]
  readonly views?: readonly View[]
  /** Brings back, from its events, state that is no view, where a new store has none of it. Called at every start of every process. */
  readonly restore?: (ports: Pick<Ports, 'broker' | 'database'>, log: Logger) => Promise<void>
  /** Without which an edge must not take this service's requests: conditions of its readiness, told by its health. */
  readonly dependencies?: (ports: Ports, env: Env, groups: readonly ConsumerGroup[]) => readonly Dependency[]
  /** Work that waits inside this process, by the name of its queue: for the metrics. */
  readonly queues?: Readonly<Record<string, () => number>>
  /** What the service counts in this process, by outcome: for the metrics, each as `millrace_NAME_total`. */
  readonly counts?: Readonly<Record<string, { readonly help: string; readonly now: () => Readonly<Record<string, number>> }>>
  /** Frees what the service's consumers hold (child processes), after they have stopped. */
  readonly stop?: () => Promise<void>
}
