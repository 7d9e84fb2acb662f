import type { Embedder } from '../embed/embedder.ts'
import { shownAddress } from '../net/shown-address.ts'
import { WorkError } from '../runtime/errors.ts'
import { type Connections, type HeldConnection, SETTING } from './connections.ts'

const MAX_BATCH = 64

/** What stands around an endpoint's embedder: budget, cache, prefixes. */
export type Around = (embedder: Embedder) => Embedder

/**
 * The embedder of the connection where there is one, else the one of the start; which of them may change from call to call. `current`
 * gives the one of this moment, for vectors that belong together.
 */
export function connectedEmbedder(standing: Embedder, connections: Pick<Connections, 'embeddings'>, around: Around): Embedder {
  let made: { readonly of: HeldConnection; readonly embedder: Embedder } | undefined
  const current = (): Embedder => {
    const connection = connections.embeddings()
    if (!connection) return standing
    if (made?.of !== connection) made = { of: connection, embedder: around(embedderOf(connection)) }
    return made.embedder
  }
  return {
    get kind() {
      return current().kind
    },
    get model() {
      return current().model
    },
    get dimensions() {
      return current().dimensions
    },
    get maxBatch() {
      return current().maxBatch
    },
    get hybridByDefault() {
      return current().hybridByDefault
    },
    embed: (texts, kind, options) => current().embed(texts, kind, options),
    async embedCounted(texts, kind, options) {
      const embedder = current()
      return embedder.embedCounted?.(texts, kind, options) ?? { vectors: await embedder.embed(texts, kind, options), cached: 0 }
    },
    current,
  }
}

function embedderOf(connection: HeldConnection): Embedder {
  const model = connection.model ?? ''
  const dimensions = connection.dimensions ?? 0
  const facts = { kind: 'openai', model, dimensions, maxBatch: MAX_BATCH, hybridByDefault: true } as const
  if ('problem' in connection) {
    const failed = new WorkError('embedding_failed', `embeddings: ${connection.problem} (${SETTING})`)
    return { ...facts, embed: () => Promise.reject(failed) }
  }
  const where = `model ${model} at ${shownAddress(connection.base_url)}; the setting is ${SETTING}`
  // the package is large: a process without an endpoint never loads it
  const opened = import('../embed/openai.ts').then(({ openaiEmbedder }) =>
    openaiEmbedder({ ...connection.endpoint, model, dimensions, maxBatch: MAX_BATCH, guarded: true, where }),
  )
  return { ...facts, embed: async (texts, kind, options) => (await opened).embed(texts, kind, options) }
}
