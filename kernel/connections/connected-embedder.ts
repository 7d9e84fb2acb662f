import { z } from 'zod'
import type { Embedder } from '../embed/embedder.ts'
import { WorkError } from '../runtime/errors.ts'
import { type Connections, type HeldConnection, SETTING } from './connections.ts'

const MAX_BATCH = 64

/** What stands around an endpoint's embedder: budget, cache, prefixes. */
export type Around = (embedder: Embedder) => Embedder

/** What a build's settings say of its vectors: the further embedder that made them, as it was then. */
export const ownEmbedderSchema = z.strictObject({ connection: z.string(), model: z.string(), dimensions: z.int().positive() })
export type OwnEmbedder = z.output<typeof ownEmbedderSchema>

const settingsSchema = z.looseObject({ embeddings: ownEmbedderSchema.optional() })

/** The further embedder that a build's settings name. */
export const ownEmbedderOf = (settings: string | null): OwnEmbedder | undefined =>
  settings === null ? undefined : settingsSchema.parse(JSON.parse(settings)).embeddings

interface Parts {
  readonly connections: Pick<Connections, 'embeddings' | 'furtherEmbedders'>
  readonly around: Around
  /** Of the build that answers for an index; null where it has none of its own. */
  readonly settingsOf?: (index: string) => Promise<string | null>
}

/**
 * The embedder of the connection where there is one, else the one of the start; which of them may change from call to call. `current`
 * gives the one of this moment, for vectors that belong together; `of` the one whose vectors an index holds.
 */
export function connectedEmbedder(standing: Embedder, { connections, around, settingsOf }: Parts): Embedder {
  // Connections are objects of their own after each change: an embedder lives as long as its connection stays.
  const made = new WeakMap<HeldConnection, Embedder>()
  const madeOf = (connection: HeldConnection): Embedder => {
    const embedder = made.get(connection) ?? around(embedderOf(connection))
    made.set(connection, embedder)
    return embedder
  }
  const current = (): Embedder => {
    const connection = connections.embeddings()
    return connection ? madeOf(connection) : standing
  }
  const ofBuild = (settings: string | null): Embedder => {
    const own = ownEmbedderOf(settings)
    if (!own) return current()
    const { connection: name, model, dimensions } = own
    const connection = connections.furtherEmbedders().find((one) => one.name === name)
    const same = connection?.model === model && connection.dimensions === dimensions
    return connection && same ? madeOf(connection) : goneEmbedder(own)
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
    ofBuild,
    async of(index) {
      // An embedder that an index needs cannot be disconnected: without further ones there is nothing to look for.
      if (!settingsOf || connections.furtherEmbedders().length === 0) return current()
      return ofBuild(await settingsOf(index))
    },
  }
}

const factsOf = (model: string, dimensions: number) =>
  ({ kind: 'openai', model, dimensions, maxBatch: MAX_BATCH, hybridByDefault: true }) as const

function goneEmbedder({ connection, model, dimensions }: OwnEmbedder): Embedder {
  const failed = new WorkError(
    'embedding_failed',
    `embeddings: the vectors are those of ${model}, and the connection ${connection} is not there or names another model; connect it again (${SETTING})`,
  )
  return { ...factsOf(model, dimensions), embed: () => Promise.reject(failed) }
}

function embedderOf(connection: HeldConnection): Embedder {
  const model = connection.model ?? ''
  const dimensions = connection.dimensions ?? 0
  const facts = factsOf(model, dimensions)
  if ('problem' in connection) {
    const failed = new WorkError('embedding_failed', `embeddings: ${connection.problem} (${SETTING})`)
    return { ...facts, embed: () => Promise.reject(failed) }
  }
  const where = `model ${model}; the setting is ${SETTING}`
  // the package is large: a process without an endpoint never loads it
  const opened = import('../embed/openai.ts').then(({ openaiEmbedder }) =>
    openaiEmbedder({ ...connection.endpoint, model, dimensions, maxBatch: MAX_BATCH, guarded: true, where }),
  )
  return { ...facts, embed: async (texts, kind, options) => (await opened).embed(texts, kind, options) }
}
