import { followChanges } from '../config/follow-changes.ts'
import type { ConnectedModel } from '../llm/routed.ts'
import { shownAddress } from '../net/shown-address.ts'
import type { Env } from '../runtime/env.ts'
import type { Logger } from '../runtime/log.ts'
import type { Database } from '../store/database.ts'
import {
  CONNECTIONS_CHANGED,
  connectionsVersion,
  isFurtherEmbedder,
  kindOf,
  readConnections,
  type StoredConnection,
  saveConnections,
} from './connection-store.ts'
import type { InstallationKey } from './installation-key.ts'
import { seal, unseal } from './secret-box.ts'

/** Where connections are made, as failures name it. */
export const SETTING = 'Settings, Connect a model'

/** Only variables that are named for this can be sent to an address that is set at run time: no other secret of the process can. */
export const KEY_VARIABLE = /^MODEL_[A-Z0-9_]*(?:KEY|TOKEN)$/

/** What is called for a connection. */
export interface Endpoint {
  readonly baseUrl: string
  readonly apiKey?: string
}
/** A connection as it holds, with its endpoint or why it cannot be used. */
export type HeldConnection = StoredConnection & ({ readonly endpoint: Endpoint } | { readonly problem: string })

/** How a key is given: as itself, by the variable that holds it, as the one that is kept, or not at all. */
export type KeySource = { readonly value: string } | { readonly env: string } | 'kept' | 'none'

/** The connections to models that were made while the platform runs. They stand above config.yaml and the environment. */
export interface Connections {
  list(): readonly HeldConnection[]
  /** Of an alias. */
  chat(alias: string): ConnectedModel | undefined
  embeddings(): HeldConnection | undefined
  /** Further embedders, by their names. */
  furtherEmbedders(): readonly HeldConnection[]
  rerank(): HeldConnection | undefined
  /** Makes or replaces one; an alias that it serves is taken from whichever served it before. Holds here when it resolves. */
  put(wanted: Wanted): Promise<void>
  /** Whether there was one. */
  remove(name: string): Promise<boolean>
  refresh(): Promise<void>
  /** Keeps them at the database until `stop`. */
  follow(): Promise<{ stop(): void }>
}

export interface Wanted extends Omit<StoredConnection, 'key_env' | 'sealed'> {
  readonly key: KeySource
}

export interface ConnectionParts {
  readonly database: Database
  readonly key: InstallationKey
  readonly secretOf: Env['secretOf']
  readonly log: Logger
}

/** Empty until the first `refresh`. The keys are in the database alone, encrypted: neither the log nor an event has them. */
export function openConnections({ database, key, secretOf, log }: ConnectionParts): Connections {
  let held: readonly HeldConnection[] = []
  let byAlias: ReadonlyMap<string, ConnectedModel> = new Map()
  let further: readonly HeldConnection[] = []
  let version = -1
  let looking: Promise<void> = Promise.resolve()
  const named = (name: string) => held.find((connection) => connection.name === name)

  const look = async () => {
    const latest = await connectionsVersion(database)
    if (latest === version) return
    const stored = await readConnections(database)
    const opener = stored.some(({ sealed }) => sealed !== null) ? await key.read() : undefined
    held = stored.map((connection) => ({ ...connection, ...endpointOf(connection, opener, secretOf) }))
    byAlias = new Map(held.flatMap((connection) => servedBy(connection)))
    further = held.filter(({ name }) => isFurtherEmbedder(name))
    version = latest
    if (latest > 0) log.info({ connections: held.map(({ name, base_url }) => `${name} ${shownAddress(base_url)}`) }, 'models are connected')
  }
  const refresh = () => {
    // One look after the other: an older answer never comes last.
    const next = looking.then(look)
    looking = next.catch(() => undefined)
    return next
  }
  return {
    list: () => held,
    chat: (alias) => byAlias.get(alias),
    embeddings: () => named('embeddings'),
    furtherEmbedders: () => further,
    rerank: () => named('rerank'),
    async put({ key: source, ...wanted }) {
      await saveConnections(database, async (present) => {
        const before = present.find(({ name }) => name === wanted.name)
        const sealed =
          source === 'kept'
            ? (before?.sealed ?? null)
            : typeof source === 'object' && 'value' in source
              ? seal(await key.readOrMake(), source.value, purposeOf(wanted))
              : null
        const key_env = typeof source === 'object' && 'env' in source ? source.env : source === 'kept' ? (before?.key_env ?? null) : null
        const others = present.filter(({ name }) => name !== wanted.name).map((other) => without(other, Object.keys(wanted.serves)))
        return [...others.filter(isOfUse), { ...wanted, sealed, key_env }]
      })
      await refresh()
    },
    async remove(name) {
      let found = false
      await saveConnections(database, async (present) => {
        found = present.some((connection) => connection.name === name)
        return present.filter((connection) => connection.name !== name)
      })
      await refresh()
      return found
    },
    refresh,
    follow: () => followChanges({ database, log, channel: CONNECTIONS_CHANGED, what: 'the connections to models', refresh }),
  }
}

/** A key is readable for its own name and address alone. */
const purposeOf = ({ name, base_url }: Pick<StoredConnection, 'name' | 'base_url'>): string => `${name}\n${base_url}`

function endpointOf(
  connection: StoredConnection,
  opener: Uint8Array | undefined,
  secretOf: Env['secretOf'],
): { endpoint: Endpoint } | { problem: string } {
  const { base_url: baseUrl, key_env, sealed } = connection
  if (key_env !== null) {
    // a row that somebody changed may name any
    const apiKey = KEY_VARIABLE.test(key_env) ? secretOf(key_env) : undefined
    return apiKey ? { endpoint: { baseUrl, apiKey } } : { problem: `The environment variable ${key_env} is not set in every process.` }
  }
  if (sealed === null) return { endpoint: { baseUrl } }
  const apiKey = opener && unseal(opener, sealed, purposeOf(connection))
  return apiKey ? { endpoint: { baseUrl, apiKey } } : { problem: 'Its key cannot be read any more; give it again.' }
}

function servedBy(connection: HeldConnection): [alias: string, model: ConnectedModel][] {
  const served =
    'problem' in connection
      ? { problem: `${connection.problem} (${SETTING})` }
      : { endpoint: { provider: 'openai-compatible' as const, guarded: true as const, ...connection.endpoint } }
  return Object.entries(connection.serves).map(([alias, model]) => [alias, { connection: served, model, setting: SETTING }])
}

const without = (connection: StoredConnection, aliases: readonly string[]): StoredConnection => ({
  ...connection,
  serves: Object.fromEntries(Object.entries(connection.serves).filter(([alias]) => !aliases.includes(alias))),
})

/** A server of language models that serves no alias any more is forgotten, with its key. */
const isOfUse = ({ name, serves }: StoredConnection): boolean => kindOf(name) !== 'answers' || Object.keys(serves).length > 0
