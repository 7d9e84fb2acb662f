import type { Blobs } from './blobs/blobs.ts'
import type { Broker } from './broker/broker.ts'
import type { Config } from './config.ts'
import type { Embedder } from './embed/embedder.ts'
import type { Llm } from './llm/llm.ts'
import type { SearchIndex } from './search/search.ts'
import type { Templates } from './templates/templates.ts'
import type { Database } from './views/database.ts'

/** Everything outside a handler that a handler may use. The composition root builds each once. */
export interface Ports {
  readonly broker: Broker
  readonly blobs: Blobs
  readonly views: Database
  readonly search: SearchIndex
  readonly embedder: Embedder
  readonly llm: Llm
  readonly templates: Templates
  /** Changes while the process runs, in place (live-config.ts): read it at the moment of use, and keep no copy of its values. */
  readonly config: Config
  readonly clock: Clock
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
