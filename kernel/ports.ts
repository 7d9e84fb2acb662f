import type { IndexKeeper } from './access/limited-search.ts'
import type { Blobs } from './blobs/blobs.ts'
import type { Broker } from './broker/broker.ts'
import type { Config } from './config/config.ts'
import type { Connections } from './connections/connections.ts'
import type { Embedder } from './embed/embedder.ts'
import type { Llm } from './llm/llm.ts'
import type { Plans } from './plans/plans.ts'
import type { Reranker } from './rerank/reranker.ts'
import type { Clock } from './runtime/clock.ts'
import type { IndexBuilds } from './search/builds.ts'
import type { SearchIndex } from './search/search.ts'
import type { Database } from './store/database.ts'
import type { Templates } from './templates/templates.ts'

/** Everything outside a handler that a handler may use. The composition root builds each once. */
export interface Ports {
  readonly broker: Broker
  readonly blobs: Blobs
  readonly database: Database
  readonly search: SearchIndex
  /** Of the search port; absent where it has none. */
  readonly builds?: IndexBuilds | undefined
  readonly embedder: Embedder
  readonly llm: Llm
  /** Absent where no endpoint is configured. */
  readonly reranker?: Reranker
  /** To models, made while the platform runs. */
  readonly connections: Connections
  readonly templates: Templates
  /** Emergency operation plans. */
  readonly plans: Plans
  /** Changes while the process runs, in place (live-config.ts): read it at the moment of use, and keep no copy of its values. */
  readonly config: Config
  readonly clock: Clock
  /** Processes that may be at work beside this one; as many as there are cores when absent. */
  readonly workers?: number | undefined
}

const named: Readonly<Record<keyof Ports, true>> = {
  broker: true,
  blobs: true,
  database: true,
  search: true,
  builds: true,
  embedder: true,
  llm: true,
  reranker: true,
  connections: true,
  templates: true,
  plans: true,
  config: true,
  clock: true,
  workers: true,
}
/** Every name of a port. */
export const portNames = Object.keys(named)

/** The ports as routes have them: what an index holds is read through `EdgeContext.readAs` alone. */
export type EdgePorts = Omit<Ports, 'search' | 'builds'> & {
  readonly search: IndexKeeper
  readonly builds?: Omit<IndexBuilds, 'search'> | undefined
}
